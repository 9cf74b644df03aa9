#include "network/distance.hpp"

#include <algorithm>

#include "base/ensure.hpp"

namespace ebb::inline network {

std::vector<std::uint32_t> hops_from(const Network& network, SwitchId from) {
  std::vector<std::uint32_t> hops(network.switches(), no_id);
  std::vector<SwitchId> reached{from};
  hops[from] = 0;
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const SwitchId here = reached[next];
    for (PortId p = network.first_port[here]; p < network.first_port[here + 1]; ++p) {
      const PortId peer = network.peer[p];
      if (network.is_host_port(peer) || hops[network.owner[peer]] != no_id) continue;
      hops[network.owner[peer]] = hops[here] + 1;
      reached.push_back(network.owner[peer]);
    }
  }
  return hops;
}

std::vector<std::uint32_t> hosts_by_switch(const Network& network) {
  std::vector<std::uint32_t> hosts(network.switches(), 0);
  for (HostId h = 0; h < network.hosts; ++h) ++hosts[network.switch_of_host(h)];
  return hosts;
}

std::vector<SwitchId> switches_with_hosts(const Network& network) {
  std::vector<SwitchId> ends;
  const auto hosts = hosts_by_switch(network);
  for (SwitchId s = 0; s < network.switches(); ++s)
    if (hosts[s] > 0) ends.push_back(s);
  return ends;
}

bool is_connected(const Network& network) {
  const auto hops = hops_from(network, 0);
  return std::find(hops.begin(), hops.end(), no_id) == hops.end();
}

Distances host_distances(const Network& network) {
  const std::vector<std::uint32_t> hosts = hosts_by_switch(network);
  Distances d;
  std::uint64_t visited = 0;  // integers until the end: the order of summation cannot matter
  for (SwitchId from = 0; from < network.switches(); ++from) {
    if (hosts[from] == 0) continue;
    const std::vector<std::uint32_t> hops = hops_from(network, from);
    for (SwitchId to = 0; to < network.switches(); ++to) {
      if (hosts[to] == 0) continue;
      ENSURE(hops[to] != no_id);
      d.diameter = std::max(d.diameter, hops[to]);
      visited += std::uint64_t{hosts[from]} * hosts[to] * (hops[to] + 1);
    }
  }
  const double pairs = static_cast<double>(network.hosts) * network.hosts;
  d.average_switches = network.hosts ? static_cast<double>(visited) / pairs : 0;
  return d;
}

}  // namespace ebb::inline network
