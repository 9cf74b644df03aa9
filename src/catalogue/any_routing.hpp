// A routing behind one interface, for everything outside the hot path: reading it from a file, testing
// whether it fits a network, checking it. The engine compiles the routing itself in (routing_entry.hpp).
#pragma once

#include <memory>
#include <vector>

#include "base/problem.hpp"
#include "base/random.hpp"
#include "catalogue/catalogue.hpp"
#include "engine/executor_kind.hpp"
#include "engine/forward.hpp"
#include "network/network.hpp"
#include "routing/forward.hpp"
#include "routing/switching_needs.hpp"
#include "rules/forward.hpp"

namespace ebb::inline catalogue {

struct AnyRouting {
  virtual ~AnyRouting() = default;
  /// Returns why the routing does not fit this network; `where` of a problem is a key of [routing].
  virtual Problems misfit(const Network& network) const = 0;
  /// Makes it forward by these links and paths, before it is prepared. Returns false for a routing that
  /// cannot.
  virtual bool use_paths(std::shared_ptr<const TreePaths> paths) = 0;
  virtual void prepare(const Network& network) = 0;
  /// Prepares for packets at the switches `own` only, where that takes less memory.
  virtual void prepare_part(const Network& network, const std::vector<SwitchId>& own) = 0;
  /// Returns the bytes that prepare() has taken, where that is significant.
  virtual std::uint64_t table_bytes() const = 0;
  virtual int vcs() const = 0;
  /// Whether it works while links are off.
  virtual bool avoids_closed() const = 0;
  /// Whether it works while switches sleep of which others can take the place.
  virtual bool avoids_sleeping() const = 0;
  /// Whether LinkStages::each_destination() returns which links must stay on, so that others may go off.
  virtual bool lists_paths() const = 0;
  /// Returns the order in which links of the network may go off and come on; null when none may.
  virtual std::unique_ptr<LinkStages> make_stages(const Network& network) const = 0;
  /// Whether its choices depend on conditions, so that a proof must hold in all their states.
  virtual bool has_conditions() const = 0;
  /// Returns what it requires of the switching mode; check_switching() compares.
  virtual SwitchingNeeds switching_needs() const = 0;
  virtual DependencyReport check_dependencies(const Network& network,
                                              const DependencyLimits& limits) const = 0;
  /// Returns one packet's path with random queue lengths up to `deepest` bytes.
  virtual Walk walk(const Network& network, HostId from, HostId to, Random& random,
                    std::uint64_t deepest) const = 0;
  virtual bool runs_on(ExecutorKind executor) const = 0;
  /// Creates a simulation with the routing compiled in; the routing must be prepared and outlive it.
  virtual std::unique_ptr<Simulation> simulate(const SimulationSetup& setup) const = 0;

  /// Returns the name that a file calls it by. The catalogue sets it.
  std::string_view name() const { return name_; }
  void set_name(std::string_view name) { name_ = name; }

 private:
  std::string_view name_ = "without a name";
};

}  // namespace ebb::inline catalogue
