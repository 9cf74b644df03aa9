#include "fabric/routed/route_model.hpp"

#include <algorithm>
#include <limits>
#include <queue>

#include "fabric/routed/routing_protocol.hpp"

namespace ebb::inline fabric {
namespace {

constexpr std::uint64_t unreachable = std::numeric_limits<std::uint64_t>::max();

/// The ports by which a kernel sends packets to a prefix.
std::set<PortId> ports_used(const Network& network, SwitchId s, const RouterView& router,
                            const std::string& prefix) {
  std::set<PortId> used;
  const auto route = router.kernel.find(prefix);
  if (route == router.kernel.end()) return used;
  for (std::uint32_t local = 0; local < router.ports.size(); ++local)
    if (route_by(router.kernel, prefix, router.ports[local])) used.insert(network.first_port[s] + local);
  return used;
}

std::optional<RouteDifference> differ(SwitchId at, const std::string& prefix, const std::set<PortId>& wanted,
                                      const std::set<PortId>& used) {
  for (const PortId p : wanted)
    if (!used.contains(p)) return RouteDifference{at, prefix, p, true};
  for (const PortId p : used)
    if (!wanted.contains(p)) return RouteDifference{at, prefix, p, false};
  return {};
}

bool is_of_link(const Network& network, SwitchId s, const RouterView& router, const RoutedPrefix& route) {
  for (std::uint32_t local = 0; local < router.ports.size(); ++local)
    if (!network.is_host_port(network.peer[network.first_port[s] + local]))
      for (const NextHop& hop : route.hops)
        if (hop.port == router.ports[local]) return true;
  return false;
}

}  // namespace

PrefixOwners prefix_owners(const Network& network, const std::vector<RouterView>& routers) {
  std::map<std::string, std::vector<SwitchId>> attached;
  std::set<std::string> advertised;
  for (SwitchId s = 0; s < routers.size(); ++s)
    for (const auto& [prefix, route] : routers[s].kernel) {
      if (is_attached(route)) {
        if (!is_of_link(network, s, routers[s], route)) attached[prefix].push_back(s);
      } else if (!route.hops.empty()) {
        advertised.insert(prefix);
      }
    }
  PrefixOwners owners;
  for (const auto& [prefix, at] : attached)
    if (at.size() == 1 && advertised.contains(prefix)) owners[prefix] = at.front();
  return owners;
}

RouteModel::RouteModel(const Network& network, const std::vector<RouterView>& routers)
    : network_(network), arrivals_(network.switches()) {
  const auto adjacent = [&](PortId p) {
    const SwitchId s = network.owner[p];
    return routers[s].there && routers[s].adjacent[p - network.first_port[s]];
  };
  for (PortId p = 0; p < network.switch_ports(); ++p) {
    const PortId peer = network.peer[p];
    if (network.is_host_port(peer) || !adjacent(p) || !adjacent(peer)) continue;
    const SwitchId s = network.owner[p];
    const std::uint32_t cost =
        routers[s].drained ? drained_router_cost : routers[s].cost[p - network.first_port[s]];
    arrivals_[network.owner[peer]].push_back({p, std::max(cost, 1u)});
  }
}

std::vector<std::set<PortId>> RouteModel::ports_to(SwitchId target) const {
  std::vector<std::uint64_t> distance(arrivals_.size(), unreachable);
  std::vector<std::set<PortId>> ports(arrivals_.size());
  using Entry = std::pair<std::uint64_t, SwitchId>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> nearest;
  distance[target] = 0;
  nearest.push({0, target});
  while (!nearest.empty()) {
    const auto [here, s] = nearest.top();
    nearest.pop();
    if (here > distance[s]) continue;
    for (const Arc& arc : arrivals_[s]) {
      const SwitchId from = network_.owner[arc.port];
      const std::uint64_t there = here + arc.cost;
      if (there > distance[from]) continue;
      if (there < distance[from]) {
        distance[from] = there;
        ports[from].clear();
        nearest.push({there, from});
      }
      ports[from].insert(arc.port);
    }
  }
  return ports;
}

bool RouteModel::uses(PortId cable, const PrefixOwners& owners) const {
  const PortId peer = network_.peer[cable];
  std::set<SwitchId> ends;
  for (const auto& [prefix, owner] : owners) ends.insert(owner);
  for (const SwitchId target : ends) {
    const auto ports = ports_to(target);
    std::vector<SwitchId> reached(ends.begin(), ends.end());  // packets start at these
    std::set<SwitchId> seen(ends.begin(), ends.end());
    while (!reached.empty()) {
      const SwitchId s = reached.back();
      reached.pop_back();
      for (const PortId p : ports[s]) {
        if (p == cable || p == peer) return true;
        const SwitchId next = network_.owner[network_.peer[p]];
        if (seen.insert(next).second) reached.push_back(next);
      }
    }
  }
  return false;
}

std::optional<RouteDifference> find_difference(const Network& network, const std::vector<RouterView>& routers,
                                               const PrefixOwners& owners) {
  const RouteModel model(network, routers);
  std::map<SwitchId, std::vector<std::set<PortId>>> ports;
  for (const auto& [prefix, owner] : owners) {
    if (!routers[owner].there) continue;
    if (!ports.contains(owner)) ports[owner] = model.ports_to(owner);
    for (SwitchId s = 0; s < routers.size(); ++s) {
      if (s == owner || !routers[s].there) continue;
      if (const auto found = differ(s, prefix, ports[owner][s], ports_used(network, s, routers[s], prefix)))
        return found;
    }
  }
  return {};
}

}  // namespace ebb::inline fabric
