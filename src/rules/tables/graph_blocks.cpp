// Any other graph: two levels, switches and their hosts, and shortest paths by breadth-first search.
#include <algorithm>

#include "base/ensure.hpp"
#include "network/distance.hpp"
#include "network/network.hpp"
#include "rules/tables/block_routing.hpp"

namespace ebb::inline rules {
namespace {

std::vector<std::vector<HostId>> hosts_of_access_switches(const Network& network) {
  std::vector<std::vector<HostId>> by_switch(network.switches());
  for (HostId h = 0; h < network.hosts; ++h) by_switch[network.switch_of_host(h)].push_back(h);
  std::erase_if(by_switch, [](const auto& hosts) { return hosts.empty(); });
  return by_switch;
}

class GraphBlocks final : public BlockRouting {
 public:
  GraphBlocks(const Network& network, bool with_paths)
      : GraphBlocks(network, hosts_of_access_switches(network)) {
    if (with_paths)
      for (const auto& hosts : hosts_)
        for (std::uint32_t hops : hops_from(network, network.switch_of_host(hosts.front())))
          hops_.push_back(static_cast<std::uint16_t>(hops));
  }

  SwitchPlace place(SwitchId s) const override { return {access_[s], 0}; }
  std::vector<HostId> hosts_of(std::uint32_t access) const override { return hosts_[access]; }
  HostId first_host_of(std::uint32_t access) const override { return hosts_[access].front(); }
  std::uint32_t ports_of(SwitchId s) const override { return network_.ports_of(s); }

  void find_ports(SwitchId s, HostId destination, Bundle& bundle) const override {
    const PortId last = network_.peer[network_.host_port(destination)];
    const SwitchId to = network_.owner[last];
    if (to == s) return bundle.set(last - network_.first_port[s]);
    ENSURE(!hops_.empty());
    bundle = {};
    for (PortId p = network_.first_port[s]; p < network_.first_port[s + 1]; ++p) {
      const PortId peer = network_.peer[p];
      if (!network_.is_host_port(peer) && hops(to, network_.owner[peer]) + 1 == hops(to, s))
        bundle.ports.push_back(p - network_.first_port[s]);
    }
    ENSURE(!bundle.ports.empty());  // otherwise the network is disconnected
  }

  /// The switches with the fewest and with the most hosts.
  std::vector<SwitchId> kinds() const override {
    const auto hosts = hosts_by_switch(network_);
    const auto [least, most] = std::minmax_element(hosts.begin(), hosts.end());
    return {static_cast<SwitchId>(least - hosts.begin()), static_cast<SwitchId>(most - hosts.begin())};
  }
  bool compacts_alike() const override { return false; }

 private:
  GraphBlocks(const Network& network, std::vector<std::vector<HostId>> hosts)
      : BlockRouting(sizes_of(network, hosts), AddressPlan::per_switch(hosts)),
        network_(network),
        hosts_(std::move(hosts)),
        access_(network.switches(), no_id) {
    for (std::uint32_t a = 0; a < hosts_.size(); ++a) access_[network.switch_of_host(hosts_[a].front())] = a;
  }

  static BlockSizes sizes_of(const Network& network, const std::vector<std::vector<HostId>>& hosts) {
    std::size_t most = 0;
    for (const auto& of_switch : hosts) most = std::max(most, of_switch.size());
    const auto access = static_cast<std::uint32_t>(hosts.size());
    return {network.hosts, network.switches(), access, 1, access, static_cast<std::uint32_t>(most)};
  }

  std::uint16_t hops(SwitchId access_switch, SwitchId from) const {
    return hops_[std::size_t{access_[access_switch]} * sizes().switches + from];
  }

  const Network& network_;
  std::vector<std::vector<HostId>> hosts_;  ///< of each access switch
  std::vector<std::uint32_t> access_;       ///< the access number of each switch, or no_id
  std::vector<std::uint16_t> hops_;         ///< from each access switch to each switch
};

}  // namespace

std::unique_ptr<BlockRouting> graph_blocks(const Network& network, bool with_paths) {
  return std::make_unique<GraphBlocks>(network, with_paths);
}

}  // namespace ebb::inline rules
