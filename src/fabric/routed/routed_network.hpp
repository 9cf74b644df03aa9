// All routers of a plan, read together: what their routing protocol shows, whether their kernels forward as
// the model says, and why not.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "fabric/routed/frr_router.hpp"
#include "fabric/routed/route_model.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// A router of the plan and the interfaces of its local ports, in order.
struct PlannedRouter {
  FrrRouter* router;
  std::vector<std::string> ports;
};

class RoutedNetwork {
 public:
  /// The network and the routers, by switch, outlive this.
  RoutedNetwork(const Network& network, std::vector<PlannedRouter> routers);

  /// Reads all routers at once. `skip`, by switch: those that are gone. `may_sleep`, by switch: those whose
  /// silence is no problem. Problems of the others.
  Problems read(const std::vector<bool>& skip, const std::vector<bool>& may_sleep);

  bool is_there(PortId port) const { return views_[network_.owner[port]].there; }
  bool is_adjacent(PortId port) const;
  /// True when all cables between routers have an adjacency.
  bool all_adjacent() const;
  const std::vector<RouterView>& views() const { return views_; }
  const RouterReading& reading(SwitchId s) const { return readings_[s]; }
  /// Prefixes that were attached and advertised at any reading, and are attached now.
  const PrefixOwners& owners() const { return owners_; }
  /// Whether the kernel at this port sends packets to a prefix of another router by it.
  bool forwards_by(PortId port) const;
  /// The first kernel that does not forward as the model says; nullopt: all do.
  std::optional<RouteDifference> difference() const { return find_difference(network_, views_, owners()); }

  const Network& network() const { return network_; }
  FrrRouter& router(SwitchId s) const { return *routers_[s].router; }
  FrrRouter& router_of(PortId port) const { return router(network_.owner[port]); }
  const std::string& interface(PortId port) const;
  RoutingProtocol protocol() const { return routers_.front().router->protocol(); }

 private:
  void add(SwitchId s, RouterReading reading);
  void take_costs();
  void find_owners();

  const Network& network_;
  std::vector<PlannedRouter> routers_;
  std::vector<RouterReading> readings_;
  std::vector<RouterView> views_;
  PrefixOwners known_, owners_;
  std::set<std::string> shared_;  ///< prefixes that were attached to several routers at once
};

/// Why a kernel differs, as far as its router shows.
struct DifferenceCause {
  Problem problem;
  bool by_kernel = false;  ///< zebra holds a next hop for installed that its kernel lacks
  bool in_group = false;   ///< the kernel's next-hop group lacks it
};
DifferenceCause explain(const RoutedNetwork& network, const RouteDifference& difference);

}  // namespace ebb::inline fabric
