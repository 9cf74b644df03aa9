// Where packets of a routed network should go: the shortest paths by the costs and adjacencies that its
// routers show, computed here. The proof of a drain and of a wake compares the kernels with it. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fabric/routed/next_hops.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// A router of the plan. By local port where it says so.
struct RouterView {
  bool there = false;               ///< it was read
  bool drained = false;             ///< its links are used only where there is no other path
  std::vector<bool> adjacent;       ///< by local port
  std::vector<std::uint32_t> cost;  ///< by local port, of packets that leave by it
  std::vector<std::string> ports;   ///< interfaces, by local port
  RoutedPrefixes kernel;
};

/// The one router to which each prefix is attached. Those of links between routers are not in it: they have
/// two, also while one of them does not answer.
using PrefixOwners = std::map<std::string, SwitchId>;
/// Only prefixes that some other router has a route to: what is not advertised concerns nobody.
PrefixOwners prefix_owners(const Network& network, const std::vector<RouterView>& routers);

class RouteModel {
 public:
  RouteModel(const Network& network, const std::vector<RouterView>& routers);

  /// The ports on the shortest paths from every switch to this one; empty where there is none.
  std::vector<std::set<PortId>> ports_to(SwitchId target) const;
  /// True when packets between any two routers that own prefixes would cross this cable, either way.
  bool uses(PortId cable, const PrefixOwners& owners) const;

 private:
  struct Arc {
    PortId port;
    std::uint32_t cost;
  };
  const Network& network_;
  std::vector<std::vector<Arc>> arrivals_;  ///< by switch: ports of others that lead to it
};

/// A kernel that does not forward as the model says.
struct RouteDifference {
  SwitchId at = 0;
  std::string prefix;
  PortId port = 0;
  bool lacks = true;  ///< the kernel has no next hop by this port; else it has one that it should not have

  bool operator==(const RouteDifference&) const = default;
};
std::optional<RouteDifference> find_difference(const Network& network, const std::vector<RouterView>& routers,
                                               const PrefixOwners& owners);

}  // namespace ebb::inline fabric
