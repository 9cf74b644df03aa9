#include "network/dragonfly_shape.hpp"

#include "base/ensure.hpp"

namespace ebb::inline network {
namespace {

/// Returns how far round the ring of groups slot x of the extra cables leads: 1, 2, … in the first half; the
/// same backwards, mirrored, in the second; to the opposite group in the middle of an odd number.
std::uint32_t extra_distance(const DragonflyShape& shape, std::uint32_t x) {
  const std::uint32_t extra = shape.extra_slots();
  if (extra % 2 == 1 && x == extra / 2) return shape.groups / 2;
  return x < extra / 2 ? x + 1 : shape.groups - (extra - x);
}

std::uint32_t distance(const DragonflyShape& shape, std::uint32_t from, std::uint32_t to) {
  return (to + shape.groups - from) % shape.groups;
}

/// Returns the slot of a round that leads to group `to`.
std::uint32_t round_slot(const DragonflyShape& shape, std::uint32_t from, std::uint32_t to) {
  if (shape.wiring == GlobalWiring::palm_tree) return distance(shape, from, to) - 1;
  return to < from ? to : to - 1;
}

}  // namespace

GlobalSlot dragonfly_slot_peer(const DragonflyShape& shape, GlobalSlot at) {
  ENSURE(at.slot < shape.slots());
  const std::uint32_t round = shape.groups - 1, start = at.slot / round * round, x = at.slot - start;
  if (at.slot >= shape.rounds() * round) {
    const std::uint32_t to = (at.group + extra_distance(shape, x)) % shape.groups;
    return {to, start + shape.extra_slots() - 1 - x};
  }
  const std::uint32_t to = shape.wiring == GlobalWiring::palm_tree ? (at.group + x + 1) % shape.groups
                           : x < at.group                          ? x
                                                                   : x + 1;
  return {to, start + round_slot(shape, to, at.group)};
}

std::uint32_t dragonfly_links(const DragonflyShape& shape, std::uint32_t from, std::uint32_t to) {
  const std::uint32_t extra = shape.extra_slots(), d = distance(shape, from, to);
  const bool near = d <= extra / 2 || shape.groups - d <= extra / 2;
  const bool opposite = extra % 2 == 1 && d == shape.groups / 2;
  return shape.rounds() + (near || opposite ? 1 : 0);
}

std::uint32_t dragonfly_slot(const DragonflyShape& shape, std::uint32_t from, std::uint32_t to,
                             std::uint32_t n) {
  ENSURE(from != to && n < dragonfly_links(shape, from, to));
  const std::uint32_t start = n * (shape.groups - 1), extra = shape.extra_slots();
  if (n < shape.rounds()) return start + round_slot(shape, from, to);
  const std::uint32_t d = distance(shape, from, to);
  if (d <= extra / 2) return start + d - 1;
  if (extra % 2 == 1 && d == shape.groups / 2) return start + extra / 2;
  return start + extra - (shape.groups - d);
}

GlobalPort dragonfly_global_port(const DragonflyShape& shape, GlobalSlot at) {
  return {at.group * shape.group_size + at.slot / shape.global_ports,
          shape.first_global_port() + at.slot % shape.global_ports};
}

}  // namespace ebb::inline network
