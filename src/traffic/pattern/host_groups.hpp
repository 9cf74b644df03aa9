// The location of hosts for patterns: hosts collected into groups (a switch's, a dragonfly group's), and
// switches on a grid.
#pragma once

#include <optional>
#include <vector>

#include "network/dragonfly_shape.hpp"
#include "network/network.hpp"

namespace ebb::inline traffic {

struct HostGroups {
  std::vector<std::uint32_t> group_of;  ///< of each host
  std::vector<std::uint32_t> first;     ///< of each group's hosts in `members`, and one past the end
  std::vector<HostId> members;          ///< group by group, in ascending order within one

  std::uint32_t groups() const { return static_cast<std::uint32_t>(first.size()) - 1; }
  std::uint32_t size(std::uint32_t group) const { return first[group + 1] - first[group]; }
};

HostGroups collect_hosts(std::vector<std::uint32_t> group_of, std::uint32_t groups);

/// The hosts of each switch; the group's number is the switch's.
HostGroups group_by_switch(const Network& network);
/// The same without the switches that have no hosts: groups have consecutive numbers.
HostGroups group_by_access_switch(const Network& network);
HostGroups group_by_dragonfly_group(const Network& network, const DragonflyShape& shape);

/// Switches on a grid: switch s has the coordinates s % sizes[0], s / sizes[0] % sizes[1], …
struct SwitchGrid {
  std::vector<std::uint32_t> sizes;

  /// Returns the switch `by` steps up along one dimension, with wrap-around.
  SwitchId moved(SwitchId s, std::size_t dimension, std::uint32_t by) const;
};

/// Returns the grid of the network's switches, with the same number of hosts on each; none for other shapes.
/// Only this function knows which shapes are grids.
std::optional<SwitchGrid> switch_grid(const Network& network);

}  // namespace ebb::inline traffic
