#include "fabric/bpf/colliding_flows.hpp"

#include <map>

#include "rules/tables/address.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline fabric {
namespace {

struct Outputs {
  std::uint32_t port = no_id, alternative = no_id;
};

/// The port by which a table sends a frame while nothing is busy, and the one that another stage takes once
/// that one is; no_id where there is no such stage.
Outputs conditional_outputs(const ForwardingTable& table, const Header& header) {
  const std::vector<const Rule*> all = winners(table, header);
  if (all.size() < 2 || all[0]->condition.signal != Signal::queue) return {};
  const Outputs outputs{all[0]->out_port, all[1]->out_port};
  if (all[0]->condition.port != outputs.port || outputs.alternative == outputs.port) return {};
  return outputs;
}

std::vector<HostId> hosts_of(const Network& network, SwitchId s) {
  std::vector<HostId> hosts;
  for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p)
    if (network.is_host_port(network.peer[p])) hosts.push_back(network.host_at(network.peer[p]));
  return hosts;
}

}  // namespace

CollidingFlows colliding_flows(const Network& network, const BlockRouting& routing,
                               const TableChoice& tables) {
  const AddressPlan addresses = address_plan(routing, tables.organisation);
  for (SwitchId s = 0; s < network.switches(); ++s) {
    const std::vector<HostId> hosts = hosts_of(network, s);
    if (hosts.size() < 2) continue;
    const ForwardingTable table = table_of(routing, s, tables);
    std::map<std::uint32_t, std::vector<std::pair<HostId, HostId>>> by_port;
    for (HostId to = 0; to < network.hosts; ++to) {
      if (network.owner[network.peer[network.host_port(to)]] == s) continue;
      for (std::uint32_t i = 0; i < 2; ++i) {
        const PortId in = network.peer[network.host_port(hosts[i])];
        const Outputs outputs = conditional_outputs(
            table, {addresses.address(to), addresses.address(hosts[i]), in - network.first_port[s]});
        if (outputs.port == no_id) continue;
        auto& flows = by_port[outputs.port];
        const bool taken = !flows.empty() && (flows[0].first == hosts[i] || flows[0].second == to);
        if (!taken) flows.emplace_back(hosts[i], to);
        if (flows.size() == 2)
          return {s, outputs.port, outputs.alternative, mac_of(addresses.address(to)), flows};
      }
    }
  }
  return {};
}

}  // namespace ebb::inline fabric
