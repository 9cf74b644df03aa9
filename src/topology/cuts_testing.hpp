// References for a topology's bisection in tests: all even cuts of a small network one by one, and for larger
// ones the minimum cut between two given halves of its access switches.
#pragma once

#include <cstdint>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline topology {
namespace testing_cuts {

/// Returns the number of cables between every two switches.
inline std::vector<std::vector<int>> cable_matrix(const Network& net) {
  std::vector<std::vector<int>> cables(net.switches(), std::vector<int>(net.switches(), 0));
  for (PortId p = 0; p < net.switch_ports(); ++p)
    if (!net.is_host_port(net.peer[p])) ++cables[net.owner[p]][net.owner[net.peer[p]]];
  return cables;
}

/// Returns the fewest cables between two sides with equally many switches with hosts (one more on one side
/// when their number is odd), over all 2^switches cuts. For up to about 20 switches.
inline std::int64_t thinnest_even_cut(const Network& net, const std::vector<std::uint32_t>& hosts) {
  const auto cables = cable_matrix(net);
  const std::uint32_t n = net.switches();
  std::int64_t access = 0;
  for (const std::uint32_t h : hosts) access += h > 0;
  std::vector<bool> right(n, false);
  std::int64_t cut = 0, access_right = 0, least = INT64_MAX;
  for (std::uint64_t step = 1; step < std::uint64_t{1} << n; ++step) {
    const auto s = static_cast<std::uint32_t>(__builtin_ctzll(step));  // Gray code: one switch changes sides
    for (std::uint32_t other = 0; other < n; ++other)
      cut += right[s] == right[other] ? cables[s][other] : -cables[s][other];
    right[s] = !right[s];
    access_right += hosts[s] == 0 ? 0 : right[s] ? 1 : -1;
    if (access_right == access / 2 && cut < least) least = cut;
  }
  return least;
}

/// Returns the minimum cut between the switches of side 0 and those of side 1 (-1: either side): the maximum
/// flow between them, found by augmenting paths.
inline std::int64_t thinnest_cut_between(const Network& net, const std::vector<int>& side) {
  auto room = cable_matrix(net);
  std::int64_t flow = 0;
  for (;;) {
    std::vector<SwitchId> reached, from(net.switches(), no_id);
    for (SwitchId s = 0; s < net.switches(); ++s)
      if (side[s] == 0) reached.push_back(s), from[s] = s;
    SwitchId end = no_id;
    for (std::size_t i = 0; i < reached.size() && end == no_id; ++i)
      for (SwitchId to = 0; to < net.switches() && end == no_id; ++to) {
        if (from[to] != no_id || room[reached[i]][to] == 0) continue;
        from[to] = reached[i], reached.push_back(to);
        if (side[to] == 1) end = to;
      }
    if (end == no_id) return flow;
    for (SwitchId s = end; from[s] != s; s = from[s]) --room[from[s]][s], ++room[s][from[s]];
    ++flow;
  }
}

}  // namespace testing_cuts
}  // namespace ebb::inline topology
