#include "routing/graph/up_down.hpp"

#include <numeric>
#include <utility>

#include "network/distance.hpp"

namespace ebb::inline routing {

SwitchId central_switch(const Network& network) {
  constexpr std::uint32_t most_candidates = 64;
  const std::uint32_t switches = network.switches();
  const std::uint32_t step = (switches + most_candidates - 1) / most_candidates;
  SwitchId best = 0;
  std::uint64_t least = UINT64_MAX;
  for (SwitchId s = 0; s < switches; s += step) {
    const auto hops = hops_from(network, s);
    const std::uint64_t sum = std::accumulate(hops.begin(), hops.end(), std::uint64_t{0});
    if (sum < least) least = sum, best = s;
  }
  return best;
}

UpDown::UpDown(const Network& network) : root(central_switch(network)) {
  const auto level = hops_from(network, root);
  const auto rank = [&](SwitchId s) { return std::pair{level[s], s}; };
  for (SwitchId s = 0; s < network.switches(); ++s) {
    first.push_back(static_cast<std::uint32_t>(links.size()));
    for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p) {
      if (network.is_host_port(network.peer[p])) continue;
      const SwitchId to = network.owner[network.peer[p]];
      links.push_back({to, static_cast<std::uint16_t>(p - network.first_port[s]), rank(to) < rank(s)});
    }
  }
  first.push_back(static_cast<std::uint32_t>(links.size()));
}

}  // namespace ebb::inline routing
