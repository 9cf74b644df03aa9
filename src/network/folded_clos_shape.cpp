#include "network/folded_clos_shape.hpp"

#include <algorithm>

#include "base/ensure.hpp"

namespace ebb::inline network {
namespace {

/// Returns how many of the numbers 0, 1, …, total - 1 are assigned to switch `index` of `n`, in turn.
std::uint32_t dealt(std::uint32_t total, std::uint32_t index, std::uint32_t n) {
  return total / n + (index < total % n ? 1 : 0);
}

/// Returns the up ports of all the blocks below a block, counting only its first `access` access switches.
/// Above the access level nothing is oversubscribed, so the number of cables is the same on every level.
std::uint32_t uplinks(const FoldedClosShape& shape, std::uint32_t access) {
  return access * shape.levels[0].up;
}

}  // namespace

ClosPlace clos_place(const FoldedClosShape& shape, std::uint32_t switch_id) {
  std::uint32_t level = shape.top();
  while (switch_id < shape.levels[level].first) --level;
  const auto& l = shape.levels[level];
  ENSURE(switch_id - l.first < l.switches);
  return {level, (switch_id - l.first) / l.per_block, (switch_id - l.first) % l.per_block};
}

std::uint32_t clos_switch(const FoldedClosShape& shape, ClosPlace place) {
  const auto& l = shape.levels[place.level];
  return l.first + place.block * l.per_block + place.index;
}

std::uint32_t clos_block_switches(const FoldedClosShape& shape, std::uint32_t level, std::uint32_t block) {
  const auto& l = shape.levels[level];
  return std::min(l.per_block, l.switches - block * l.per_block);
}

std::uint32_t clos_block_access(const FoldedClosShape& shape, std::uint32_t level, std::uint32_t block) {
  const auto& l = shape.levels[level];
  return std::min(l.access, shape.access_switches() - block * l.access);
}

bool clos_is_below(const FoldedClosShape& shape, ClosPlace place, std::uint32_t access_switch) {
  return access_switch / shape.levels[place.level].access == place.block;
}

PortRange clos_down_ports(const FoldedClosShape& shape, ClosPlace place) {
  if (place.level == 0) return {0, shape.concentration};
  const std::uint32_t total = uplinks(shape, clos_block_access(shape, place.level, place.block));
  return {0, dealt(total, place.index, clos_block_switches(shape, place.level, place.block))};
}

PortRange clos_up_ports(const FoldedClosShape& shape, ClosPlace place) {
  return {clos_down_ports(shape, place).count, shape.levels[place.level].up};
}

PortRange clos_ports_towards(const FoldedClosShape& shape, ClosPlace place, std::uint32_t access_switch) {
  ENSURE(place.level > 0 && clos_is_below(shape, place, access_switch));
  const auto& here = shape.levels[place.level];
  const std::uint32_t child_access = shape.levels[place.level - 1].access;
  const std::uint32_t before = (access_switch - place.block * here.access) / child_access * child_access;
  const std::uint32_t child = access_switch / child_access;
  const std::uint32_t through = before + clos_block_access(shape, place.level - 1, child);
  const std::uint32_t n = clos_block_switches(shape, place.level, place.block);
  const std::uint32_t first = dealt(uplinks(shape, before), place.index, n);
  return {first, dealt(uplinks(shape, through), place.index, n) - first};
}

ClosPort clos_up_peer(const FoldedClosShape& shape, ClosPlace place, std::uint32_t up) {
  const auto& here = shape.levels[place.level];
  const auto& above = shape.levels[place.level + 1];
  const std::uint32_t parent = place.block * here.access / above.access;
  const std::uint32_t access_before = place.block * here.access - parent * above.access;
  const std::uint32_t number = uplinks(shape, access_before) + place.index * here.up + up;
  const std::uint32_t n = clos_block_switches(shape, place.level + 1, parent);
  return {clos_switch(shape, {place.level + 1, parent, number % n}), number / n};
}

}  // namespace ebb::inline network
