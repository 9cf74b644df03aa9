#include "rules/trees/trunks.hpp"

#include <algorithm>
#include <map>

namespace ebb::inline rules {

Trunks::Trunks(const Network& network) : of_switch_(network.switches()) {
  std::map<std::pair<SwitchId, SwitchId>, Trunk> by_ends;
  for (PortId p = 0; p < network.switch_ports(); ++p) {
    const PortId peer = network.peer[p];
    if (network.is_host_port(peer)) continue;
    const SwitchId a = network.owner[p], b = network.owner[peer];
    if (a >= b) continue;  // seen from the other end; a cable from a switch to itself is in no tree
    Trunk& trunk = by_ends[{a, b}];
    trunk.a = a, trunk.b = b;
    trunk.ports_a.push_back(p), trunk.ports_b.push_back(peer);
  }
  for (auto& [ends, trunk] : by_ends) {
    of_switch_[trunk.a].push_back(size()), of_switch_[trunk.b].push_back(size());
    all_.push_back(std::move(trunk));
  }
  for (SwitchId s = 0; s < switches(); ++s)
    std::sort(of_switch_[s].begin(), of_switch_[s].end(),
              [&](TrunkId x, TrunkId y) { return all_[x].other(s) < all_[y].other(s); });
}

std::vector<std::uint32_t> Trunks::put_first(const std::vector<bool>& on) {
  std::vector<std::uint32_t> links;
  for (Trunk& trunk : all_) {
    const auto is_on = [&](PortId p) { return on[p]; };
    // The ends of a cable have the same index before and after, because both are on or both are off.
    const auto end = std::stable_partition(trunk.ports_a.begin(), trunk.ports_a.end(), is_on);
    std::stable_partition(trunk.ports_b.begin(), trunk.ports_b.end(), is_on);
    links.push_back(static_cast<std::uint32_t>(end - trunk.ports_a.begin()));
  }
  return links;
}

TrunkId Trunks::between(SwitchId a, SwitchId b) const {
  const auto& mine = of_switch_[a];
  const auto found = std::lower_bound(mine.begin(), mine.end(), b,
                                      [&](TrunkId t, SwitchId wanted) { return all_[t].other(a) < wanted; });
  return found != mine.end() && all_[*found].other(a) == b ? *found : no_id;
}

}  // namespace ebb::inline rules
