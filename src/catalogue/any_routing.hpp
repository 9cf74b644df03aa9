// A routing behind one interface, for everything that is not the hot path: reading it from a file, asking
// whether it fits, checking it. The engine compiles the routing itself in (routing_entry.hpp).
#pragma once

#include <memory>
#include <vector>

#include "base/problem.hpp"
#include "base/random.hpp"
#include "catalogue/catalogue.hpp"
#include "engine/forward.hpp"
#include "network/network.hpp"
#include "routing/forward.hpp"

namespace ebb::inline catalogue {

struct AnyRouting {
  virtual ~AnyRouting() = default;
  /// What keeps the routing from this network; `where` of a problem is a key of [routing].
  virtual Problems misfit(const Network& network) const = 0;
  virtual void prepare(const Network& network) = 0;
  /// For packets at the switches `own` only, where that is less to keep.
  virtual void prepare_part(const Network& network, const std::vector<SwitchId>& own) = 0;
  /// Bytes that prepare() has taken, where that is worth mentioning.
  virtual std::uint64_t table_bytes() const = 0;
  virtual int vcs() const = 0;
  /// Whether it works while cables are switched off.
  virtual bool avoids_closed() const = 0;
  /// Whether it says by LinkStages::each_way() which of them must be on, so that others may go off.
  virtual bool tells_ways() const = 0;
  /// Returns the order in which cables of the network may go off and come on; null when none may.
  virtual std::unique_ptr<LinkStages> make_stages(const Network& network) const = 0;
  /// Whether what it does depends on conditions, so that a proof has to hold in all states of them.
  virtual bool has_conditions() const = 0;
  /// Whether it does nothing but wait for pauses, which must come from the flow control.
  virtual bool needs_pauses() const = 0;
  /// Whether it does nothing but wait for congestion notices, which come from Ethernet's flow control.
  virtual bool needs_congestion_notification() const = 0;
  virtual DependencyReport check_dependencies(const Network& network,
                                              const DependencyLimits& limits) const = 0;
  /// One packet's way with random queue depths up to `deepest` bytes.
  virtual Walk walk(const Network& network, HostId from, HostId to, Random& random,
                    std::uint64_t deepest) const = 0;
  /// A simulation with the routing compiled in; the routing must be prepared and outlive it.
  virtual std::unique_ptr<Simulation> simulate(const SimulationSetup& setup) const = 0;
};

}  // namespace ebb::inline catalogue
