#include "network/twin_switches.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace ebb::inline network {
namespace {

/// The neighbours of a switch, each with the class of the cable, in ascending order.
using Cables = std::vector<std::pair<SwitchId, std::uint8_t>>;

/// Empty where the switch has hosts or a cable that is off.
Cables cables_of(const Network& network, SwitchId s) {
  Cables cables;
  for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p) {
    if (network.is_host_port(network.peer[p]) || network.link(p).off) return {};
    cables.emplace_back(network.owner[network.peer[p]], network.link_class[p]);
  }
  std::sort(cables.begin(), cables.end());
  return cables;
}

TwinSwitches group_of(const Network& network, const Cables& cables, std::vector<SwitchId> switches) {
  TwinSwitches group{.switches = std::move(switches),
                     .neighbours = {},
                     .bits_per_second = {},
                     .ends = 2 * static_cast<std::int64_t>(cables.size())};
  for (const auto& [neighbour, link] : cables) {
    if (group.neighbours.empty() || group.neighbours.back() != neighbour)
      group.neighbours.push_back(neighbour), group.bits_per_second.push_back(0);
    group.bits_per_second.back() += network.classes[link].rate.v;
  }
  return group;
}

}  // namespace

std::vector<TwinSwitches> twin_switches(const Network& network) {
  std::map<Cables, std::vector<SwitchId>> by_cables;
  for (SwitchId s = 0; s < network.switches(); ++s)
    if (Cables cables = cables_of(network, s); !cables.empty()) by_cables[std::move(cables)].push_back(s);
  std::vector<TwinSwitches> all;
  for (auto& [cables, switches] : by_cables)
    if (switches.size() > 1) all.push_back(group_of(network, cables, std::move(switches)));
  std::sort(all.begin(), all.end(), [](const TwinSwitches& a, const TwinSwitches& b) {
    return a.switches.back() > b.switches.back();
  });
  std::vector<TwinSwitches> kept;
  std::vector<bool> member(network.switches());
  for (TwinSwitches& group : all) {
    const auto sleeps = [&](SwitchId s) { return member[s]; };
    if (std::any_of(group.neighbours.begin(), group.neighbours.end(), sleeps)) continue;
    for (const SwitchId s : group.switches) member[s] = true;
    kept.push_back(std::move(group));
  }
  std::reverse(kept.begin(), kept.end());
  return kept;
}

}  // namespace ebb::inline network
