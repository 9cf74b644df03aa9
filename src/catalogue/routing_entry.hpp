// A routing with its parameters, as the catalogue lists it: implements AnyRouting by the routing's own
// functions. Only the families' files include this, since it includes the whole engine.
#pragma once

#include <fmt/core.h>

#include "base/problem.hpp"
#include "base/random.hpp"
#include "catalogue/any_routing.hpp"
#include "engine/executor_kind.hpp"
#include "engine/gpu/device_machine.hpp"
#include "engine/simulation.hpp"
#include "engine/simulation_of.hpp"
#include "network/network.hpp"
#include "routing/check/dependency_check.hpp"
#include "routing/check/walk.hpp"
#include "routing/graph/link_stages.hpp"
#include "routing/switching_needs.hpp"

namespace ebb::inline catalogue {

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
  bool use_paths(std::shared_ptr<const TreePaths> given) override {
    if constexpr (requires(Routing & routing) { routing.use_paths(given); }) {
      Routing::use_paths(std::move(given));
      return true;
    }
    return false;
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
  bool avoids_sleeping() const override {
    return requires { Routing::avoids_sleeping; };
  }
  bool lists_paths() const override {
    return requires { Routing::lists_paths; };
  }
  std::unique_ptr<LinkStages> make_stages(const Network& network) const override {
    if constexpr (requires(const Routing& routing) { routing.make_stages(network); })
      return Routing::make_stages(network);
    else
      return nullptr;
  }
  bool has_conditions() const override {
    if constexpr (requires(const Routing& routing) { routing.has_conditions(); })
      return Routing::has_conditions();
    else
      return false;
  }
  SwitchingNeeds switching_needs() const override {
    if constexpr (requires(const Routing& routing) { routing.switching_needs(); })
      return Routing::switching_needs();
    else
      return {};
  }
  DependencyReport check_dependencies(const Network& network, const DependencyLimits& limits) const override {
    return ebb::check_dependencies<Routing>(*this, network, limits);
  }
  Walk walk(const Network& network, HostId from, HostId to, Random& random,
            std::uint64_t deepest) const override {
    return ebb::walk<Routing>(*this, network, from, to, random, deepest);
  }
  bool runs_on(ExecutorKind executor) const override {
    return !is_for_warps(executor) || runs_warps<Routing>(executor);
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
