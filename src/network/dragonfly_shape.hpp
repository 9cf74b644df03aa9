// The structure of a dragonfly as plain numbers, with the closed forms of its global cables. The topology and
// the routing use the same forms.
//
// Switch s is in group s / a at position s % a. Its ports are the hosts, then the other switches of its group
// in ascending order, then its global ports.
//
// The global ports of a group are numbered as *slots*: slot t is global port t % h of the switch at position
// t / h. A *round* is g - 1 slots, one cable to every other group. With fewer groups than a*h + 1 there are
// several rounds, and the slots left after the last full round are extra cables to the nearest groups on both
// sides. They are mirrored, so there is an even number of them unless g is even, when one may go to the
// opposite group. A slot that cannot be paired stays empty and its port is not built.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ebb::inline network {

/// The group that a slot of a round leads to. Palm tree: slot x of group i leads to group i + x + 1 (modulo
/// g). Consecutive: slot x leads to group x, skipping its own.
enum class GlobalWiring : std::uint8_t { palm_tree, consecutive };
constexpr auto names_of(GlobalWiring) { return std::array<std::string_view, 2>{"palm_tree", "consecutive"}; }

struct DragonflyShape {
  std::uint32_t concentration = 0;  ///< hosts on each switch (p)
  std::uint32_t group_size = 0;     ///< switches in a group (a)
  std::uint32_t global_ports = 0;   ///< of each switch (h)
  std::uint32_t groups = 0;         ///< g
  GlobalWiring wiring = GlobalWiring::palm_tree;

  std::uint32_t group_of(std::uint32_t switch_id) const { return switch_id / group_size; }
  std::uint32_t first_global_port() const { return concentration + group_size - 1; }
  /// Returns the port of `from` that leads to `to`, another switch of its group.
  std::uint32_t local_port(std::uint32_t from, std::uint32_t to) const {
    const std::uint32_t me = from % group_size, it = to % group_size;
    return concentration + (it < me ? it : it - 1);
  }
  /// Slots in full rounds, slots of the extra cables, and all slots with a cable.
  std::uint32_t rounds() const { return group_size * global_ports / (groups - 1); }
  std::uint32_t extra_slots() const {
    const std::uint32_t rest = group_size * global_ports % (groups - 1);
    return groups % 2 == 0 ? rest : rest - rest % 2;
  }
  std::uint32_t slots() const { return rounds() * (groups - 1) + extra_slots(); }
};

struct GlobalSlot {
  std::uint32_t group = 0, slot = 0;
};

/// Returns the other end of the global cable in a slot.
GlobalSlot dragonfly_slot_peer(const DragonflyShape& shape, GlobalSlot at);

/// Returns how many global cables join two different groups, and the slot of `from` with the n-th of them.
std::uint32_t dragonfly_links(const DragonflyShape& shape, std::uint32_t from, std::uint32_t to);
std::uint32_t dragonfly_slot(const DragonflyShape& shape, std::uint32_t from, std::uint32_t to,
                             std::uint32_t n);

/// Switch and port of a slot.
struct GlobalPort {
  std::uint32_t switch_id = 0, port = 0;
};
GlobalPort dragonfly_global_port(const DragonflyShape& shape, GlobalSlot at);

}  // namespace ebb::inline network
