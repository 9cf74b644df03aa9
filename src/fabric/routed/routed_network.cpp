#include "fabric/routed/routed_network.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ebb::inline fabric {

RoutedNetwork::RoutedNetwork(const Network& network, std::vector<PlannedRouter> routers)
    : network_(network), routers_(std::move(routers)), readings_(routers_.size()), views_(routers_.size()) {}

const std::string& RoutedNetwork::interface(PortId port) const {
  const SwitchId s = network_.owner[port];
  return routers_[s].ports[port - network_.first_port[s]];
}

bool RoutedNetwork::is_adjacent(PortId port) const {
  const SwitchId s = network_.owner[port];
  return views_[s].there && views_[s].adjacent[port - network_.first_port[s]];
}

bool RoutedNetwork::all_adjacent() const {
  for (PortId p = 0; p < network_.switch_ports(); ++p)
    if (!network_.is_host_port(network_.peer[p]) && !is_adjacent(p)) return false;
  return true;
}

Problems RoutedNetwork::read(const std::vector<bool>& skip, const std::vector<bool>& may_sleep) {
  for (SwitchId s = 0; s < routers_.size(); ++s)
    if (!skip[s]) routers_[s].router->request_reading();
  Problems problems;
  for (SwitchId s = 0; s < routers_.size(); ++s) {
    views_[s] = {};
    readings_[s] = {};
    if (skip[s]) continue;
    auto reading = routers_[s].router->requested_reading();
    if (reading)
      add(s, std::move(*reading));
    else if (!may_sleep[s])
      problems.insert(problems.end(), reading.problems().begin(), reading.problems().end());
  }
  take_costs();
  find_owners();
  return problems;
}

/// A prefix that a router which does not answer shares with another one has two owners all the same.
void RoutedNetwork::find_owners() {
  for (const auto& [prefix, owner] : prefix_owners(network_, views_)) known_[prefix] = owner;
  owners_.clear();
  for (const auto& [prefix, owner] : known_) {
    std::vector<SwitchId> at;
    for (SwitchId s = 0; s < views_.size(); ++s)
      if (const auto route = views_[s].kernel.find(prefix);
          route != views_[s].kernel.end() && is_attached(route->second))
        at.push_back(s);
    if (at.size() > 1) shared_.insert(prefix);
    if (at == std::vector{owner} && !shared_.contains(prefix)) owners_[prefix] = owner;
  }
}

void RoutedNetwork::add(SwitchId s, RouterReading reading) {
  RouterView& view = views_[s];
  view.there = true, view.drained = reading.drained, view.ports = routers_[s].ports;
  for (const std::string& port : view.ports) {
    const auto found = reading.ports.find(port);
    view.adjacent.push_back(found != reading.ports.end() && found->second.adjacent);
    view.cost.push_back(1);
  }
  view.kernel = reading.kernel;
  readings_[s] = std::move(reading);
}

/// With BGP, a router's setting counts at the other end of the cable.
void RoutedNetwork::take_costs() {
  const bool at_peer = protocol() == RoutingProtocol::bgp;
  for (PortId p = 0; p < network_.switch_ports(); ++p) {
    const PortId from = at_peer ? network_.peer[p] : p;
    if (network_.is_host_port(network_.peer[p]) || !is_there(p) || !is_there(from)) continue;
    const auto& ports = readings_[network_.owner[from]].ports;
    if (const auto found = ports.find(interface(from)); found != ports.end())
      views_[network_.owner[p]].cost[p - network_.first_port[network_.owner[p]]] = found->second.cost;
  }
}

bool RoutedNetwork::forwards_by(PortId port) const {
  const RoutedPrefixes& kernel = views_[network_.owner[port]].kernel;
  return std::ranges::any_of(owners_, [&](const auto& one) {
    return one.second != network_.owner[port] && route_by(kernel, one.first, interface(port));
  });
}

DifferenceCause explain(const RoutedNetwork& network, const RouteDifference& difference) {
  FrrRouter& router = network.router(difference.at);
  const std::string& port = network.interface(difference.port);
  const std::string_view protocol = title_of(router.protocol());
  if (!difference.lacks)
    return {{router.name(), fmt::format("still forwards {} by {}", difference.prefix, port),
             "give it another path of finite cost, and remove static routes by this port: `show ip route`"}};
  const auto zebra = router.zebra_routes();
  if (!zebra) return {zebra.problems().front()};
  const auto kernel = router.kernel_routes();
  if (!kernel) return {kernel.problems().front()};
  if (route_by(*kernel, difference.prefix, port))
    return {
        {router.name(), fmt::format("had no next hop by {} to {} until now", port, difference.prefix), ""}};
  if (!route_by(*zebra, difference.prefix, port))
    return {{router.name(),
             fmt::format("{} does not use {} for {}, although a shortest path leads there", protocol, port,
                         difference.prefix),
             "compare the costs and `maximum-paths` of this router, and look for filters: `show ip route`"}};
  const auto used = kernel->find(difference.prefix);
  const bool group = used != kernel->end() && used->second.in_group;
  return {{router.name(),
           fmt::format("{} and zebra have the next hop by {} to {}, but {} lacks it", protocol, port,
                       difference.prefix, group ? "the kernel's next-hop group" : "the kernel"),
           group ? "a known fault of FRR: add `no zebra nexthop kernel enable` to its configuration and "
                   "restart FRR"
                 : "compare `show ip route` with `ip route`; restarting zebra installs its routes again"},
          true,
          group};
}

}  // namespace ebb::inline fabric
