// A routing behind one interface, for everything that is not the hot path: reading it from a file, asking
// whether it fits, checking it. The engine compiles the routing itself in.
#pragma once

#include <fmt/core.h>

#include "base/problem.hpp"
#include "catalogue/catalogue.hpp"
#include "engine/simulation_of.hpp"
#include "network/network.hpp"
#include "routing/dependency_check.hpp"
#include "routing/link_stages.hpp"
#include "routing/walk.hpp"

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
  /// Returns the order in which cables of the network may go off and come on; null when none may.
  virtual std::unique_ptr<LinkStages> make_stages(const Network& network) const = 0;
  /// Whether it does nothing but wait for pauses, which must come from the flow control.
  virtual bool needs_pauses() const = 0;
  /// Whether it does nothing but wait for congestion notices, which come from Ethernet's flow control.
  virtual bool needs_notices() const = 0;
  virtual DependencyReport check_dependencies(const Network& network,
                                              const DependencyLimits& limits) const = 0;
  /// One packet's way with random queue depths up to `deepest` bytes.
  virtual Walk walk(const Network& network, HostId from, HostId to, Random& random,
                    std::uint64_t deepest) const = 0;
  /// A simulation with the routing compiled in; the routing must be prepared and outlive it.
  virtual std::unique_ptr<Simulation> simulate(const SimulationSetup& setup) const = 0;
};

/// Local port numbers are 16-bit, and 65,535 means "none".
inline Problems check_port_count(const Network& network) {
  for (SwitchId s = 0; s < network.switches(); ++s)
    if (network.ports_of(s) >= 65'535)
      return {{"name", fmt::format("cannot number the {} ports of switch {}", network.ports_of(s), s),
               "a switch may have up to 65,534 ports; choose a smaller concentration"}};
  return {};
}

/// A routing with its parameters as the catalogue reads it.
template <class Routing>
struct RoutingEntry final : AnyRouting, Routing {
  Problems check() const {
    if constexpr (requires(const Routing& routing) { routing.check(); })
      return Routing::check();
    else
      return {};
  }
  Problems misfit(const Network& network) const override {
    Problems problems = check_port_count(network);
    return problems.empty() ? Routing::check(network) : problems;
  }
  void prepare(const Network& network) override { Routing::prepare(network); }
  void prepare_part(const Network& network, const std::vector<SwitchId>& own) override {
    if constexpr (requires(Routing & routing) { routing.prepare(network, own); })
      Routing::prepare(network, own);
    else
      Routing::prepare(network);
  }
  std::uint64_t table_bytes() const override {
    if constexpr (requires(const Routing& routing) { routing.table_bytes(); })
      return Routing::table_bytes();
    else
      return 0;
  }
  int vcs() const override { return Routing::vcs(); }
  bool avoids_closed() const override {
    return requires { Routing::avoids_closed; };
  }
  std::unique_ptr<LinkStages> make_stages(const Network& network) const override {
    if constexpr (requires { Routing::make_stages(network); })
      return Routing::make_stages(network);
    else
      return nullptr;
  }
  bool needs_pauses() const override {
    if constexpr (requires(const Routing& routing) { routing.needs_pauses(); })
      return Routing::needs_pauses();
    else
      return false;
  }
  bool needs_notices() const override {
    if constexpr (requires(const Routing& routing) { routing.needs_notices(); })
      return Routing::needs_notices();
    else
      return false;
  }
  DependencyReport check_dependencies(const Network& network, const DependencyLimits& limits) const override {
    return ebb::check_dependencies<Routing>(*this, network, limits);
  }
  Walk walk(const Network& network, HostId from, HostId to, Random& random,
            std::uint64_t deepest) const override {
    return ebb::walk<Routing>(*this, network, from, to, random, deepest);
  }
  std::unique_ptr<Simulation> simulate(const SimulationSetup& setup) const override {
    return std::make_unique<SimulationOf<Routing>>(setup, *this);
  }
};

template <class Routing>
constexpr Entry<AnyRouting> routing_entry(std::string_view name, std::string_view summary) {
  return entry<AnyRouting, RoutingEntry<Routing>>(name, summary);
}

}  // namespace ebb::inline catalogue
