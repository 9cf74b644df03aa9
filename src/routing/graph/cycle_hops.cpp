#include "routing/graph/cycle_hops.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/ensure.hpp"
#include "network/distance.hpp"
#include "routing/graph/cycle.hpp"

namespace ebb::inline routing {

Problems CycleHops::check(const Network& network) {
  if (Problems problems = UpDownHops::check(network); !problems.empty()) return problems;
  if (!cycle_through_all(network).empty()) return {};
  return {{"detours",
           fmt::format("is \"cycle\", but no cycle through all {} switches was found", network.switches()),
           "use detours = \"tree\", which needs a connected network only"}};
}

void CycleHops::fill(const Network& network) {
  *this = {};
  const std::vector<SwitchId> cycle = cycle_through_all(network);
  ENSURE(cycle.size() == network.switches());
  const std::uint32_t switches = network.switches();
  place_.resize(switches);
  for (std::uint32_t i = 0; i < switches; ++i) place_[cycle[i]] = i;
  first_port_.assign(network.first_port.begin(), network.first_port.end());
  for (PortId port = 0; port < network.switch_ports(); ++port) {
    const PortId peer = network.peer[port];
    next_.push_back(network.is_host_port(peer) ? network.owner[port] : network.owner[peer]);
  }
  std::vector<std::vector<std::uint16_t>> left(switches);  // hops to each destination, by switch
  for (const SwitchId to : switches_with_hosts(network)) {
    left[to].assign(switches, 0);
    for (std::uint32_t far = 1; far < switches; ++far) {
      const SwitchId here = cycle[(place_[to] + switches - far) % switches];
      std::uint16_t least = UINT16_MAX;
      for (PortId port = first_port_[here]; port < first_port_[here + 1]; ++port)
        if (distance(next_[port], to) < far) least = std::min(least, left[to][next_[port]]);
      left[to][here] = static_cast<std::uint16_t>(least + 1);
    }
  }
  for (SwitchId here = 0; here < switches; ++here)
    for (SwitchId to = 0; to < switches; ++to)
      for (std::uint32_t phase = 0; phase < phases; ++phase) {
        first_.push_back(static_cast<std::uint32_t>(steps_.size()));
        if (here != to && !left[to].empty()) add_steps(here, to, phase, left[to]);
      }
  first_.push_back(static_cast<std::uint32_t>(steps_.size()));
}

void CycleHops::add_steps(SwitchId here, SwitchId to, std::uint32_t phase,
                          const std::vector<std::uint16_t>& left) {
  if (phase == 1 && place_[here] > place_[to]) return;
  const auto begin = static_cast<std::ptrdiff_t>(steps_.size());
  for (PortId port = first_port_[here]; port < first_port_[here + 1]; ++port) {
    const SwitchId next = next_[port];
    if (distance(next, to) >= distance(here, to)) continue;
    const bool passes_begin = place_[next] < place_[here];
    steps_.push_back({static_cast<std::uint16_t>(port - first_port_[here]),
                      static_cast<std::uint16_t>(left[next] + 1),
                      static_cast<std::uint8_t>(phase == 1 || passes_begin)});
  }
  std::stable_sort(steps_.begin() + begin, steps_.end(),
                   [](const Step& a, const Step& b) { return a.hops < b.hops; });
}

}  // namespace ebb::inline routing
