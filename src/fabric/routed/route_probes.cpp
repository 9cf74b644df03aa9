#include "fabric/routed/route_probes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/result.hpp"

namespace ebb::inline fabric {
namespace {

constexpr std::uint32_t probes = 3;  ///< packets over each cable, from each end

using LinksBySwitch = std::map<SwitchId, std::map<std::string, RouterLink>>;

Result<LinksBySwitch> read_links(const RoutedNetwork& network, const std::set<SwitchId>& switches) {
  for (const SwitchId s : switches) network.router(s).request_links();
  LinksBySwitch links;
  Problems problems;
  for (const SwitchId s : switches) {
    auto read = network.router(s).requested_links();
    if (read)
      links[s] = std::move(*read);
    else
      problems.push_back(read.problems().front());
  }
  if (!problems.empty()) return problems;
  return links;
}

const ProtocolPort* protocol_port(const RoutedNetwork& network, PortId port) {
  const auto& ports = network.reading(network.network().owner[port]).ports;
  const auto found = ports.find(network.interface(port));
  return found == ports.end() ? nullptr : &found->second;
}

/// The address to which packets cross the cable of this port and, if possible, the router at its end.
std::string address_over(const RoutedNetwork& routers, PortId port) {
  const Network& network = routers.network();
  const SwitchId here = network.owner[port], there = network.owner[network.peer[port]];
  for (PortId q = network.first_port[there]; q < network.first_port[there + 1]; ++q) {
    if (q == network.peer[port] || network.is_host_port(network.peer[q]) || !routers.is_adjacent(q)) continue;
    const ProtocolPort* beyond = protocol_port(routers, q);
    if (beyond && network.owner[network.peer[q]] != here &&
        leads_to(routers.reading(here).kernel, beyond->neighbour, routers.interface(port)))
      return beyond->neighbour;
  }
  const ProtocolPort* own = protocol_port(routers, port);
  return own ? own->neighbour : "";
}

Problem unproved(const RoutedNetwork& network, PortId port, const std::string& what) {
  return {network.router_of(port).name(),
          fmt::format("port {} is not proved: {}", network.interface(port), what),
          "check forwarding (net.ipv4.ip_forward) and filters of the routers at both ends"};
}

std::uint64_t frames_of(const LinksBySwitch& links, const RoutedNetwork& network, PortId port) {
  const auto& of_switch = links.at(network.network().owner[port]);
  const auto found = of_switch.find(network.interface(port));
  if (found == of_switch.end()) return 0;
  return std::min(found->second.sent_frames, found->second.received_frames);
}

}  // namespace

Problems probe_cables(const RoutedNetwork& network, const std::vector<PortId>& ports) {
  std::set<SwitchId> switches;
  for (const PortId p : ports) switches.insert(network.network().owner[p]);
  const auto before = read_links(network, switches);
  if (!before) return before.problems();
  for (const PortId p : ports) {
    const std::string address = address_over(network, p);
    const auto answered = network.router_of(p).ping(network.interface(p), address, probes);
    if (!answered) return answered.problems();
    if (*answered < probes)
      return {unproved(network, p,
                       fmt::format("{} of {} packets to {} were answered", *answered, probes, address))};
  }
  const auto after = read_links(network, switches);
  if (!after) return after.problems();
  for (const PortId p : ports)
    if (frames_of(*after, network, p) < frames_of(*before, network, p) + probes)
      return {unproved(network, p, "its counters do not show the packets of the probe")};
  return {};
}

}  // namespace ebb::inline fabric
