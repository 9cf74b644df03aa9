// Paths through a dragonfly, as flat tables: the global cables between each pair of groups and their
// switches. A path to a switch is at most a local hop, a global hop and a local hop.
#pragma once

#include <cstdint>

#include "base/accelerator/device.hpp"
#include "base/accelerator/lookup_table.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline routing {

struct DragonflyPaths {
  struct Place {
    std::uint16_t group = 0, position = 0;
  };
  /// A global cable from one group to another: its switch, its port there, and the switch at its other end,
  /// both by their positions in their groups.
  struct Gate {
    std::uint16_t position = 0, port = 0, landing = 0;
  };
  struct Step {
    std::uint16_t port = 0;
    bool global = false;
  };
  std::uint32_t groups = 0, group_size = 0, concentration = 0;
  LookupTable<Place> place;               ///< of each switch
  LookupTable<std::uint32_t> first_gate;  ///< [from * groups + to], and one past the end
  LookupTable<Gate> gates;                ///< by the position of their switch

  static Problems check(const Network& network);
  void prepare(const Network& network);
  /// Calls visit(table) for each table.
  template <class Visit>
  void each_table(Visit&& visit) {
    visit(place), visit(first_gate), visit(gates);
  }

  EBB_DEVICE std::uint32_t switches() const { return static_cast<std::uint32_t>(place.size()); }
  EBB_DEVICE SwitchId at(std::uint32_t group, std::uint32_t position) const {
    return group * group_size + position;
  }

  /// Returns the global cable by which a packet at `here` leaves for another group: one of the switch's own
  /// if it has any, else one of its group's.
  EBB_DEVICE const Gate& gate(SwitchId here, std::uint32_t group, std::uint64_t bits) const {
    const auto [first, end] = usable_gates(here, group);
    return first[pick(bits, static_cast<std::uint32_t>(end - first))];
  }
  EBB_DEVICE Step through(SwitchId here, const Gate& gate) const {
    if (gate.position == place[here].position) return {gate.port, true};
    return {local_port(place[here].position, gate.position), false};
  }
  EBB_DEVICE Step toward_group(SwitchId here, std::uint32_t group, std::uint64_t bits) const {
    return through(here, gate(here, group, bits));
  }
  /// Forced inline: it is the whole of a minimal path, and the compiler's decision must not depend on how
  /// many engines are compiled beside it.
  [[gnu::always_inline]] EBB_DEVICE Step toward(SwitchId here, SwitchId to, std::uint64_t bits) const {
    if (place[to].group != place[here].group) return toward_group(here, place[to].group, bits);
    return {local_port(place[here].position, place[to].position), false};
  }
  /// Returns the hops of the path that toward() begins.
  EBB_DEVICE std::uint32_t distance(SwitchId here, SwitchId to, std::uint64_t bits) const {
    if (place[to].group == place[here].group) return here == to ? 0 : 1;
    const Gate& g = gate(here, place[to].group, bits);
    return 1u + (g.position != place[here].position) + (g.landing != place[to].position);
  }

  /// Calls each(Step) for all that toward_group() and toward() can return.
  template <class Each>
  EBB_DEVICE void each_toward_group(SwitchId here, std::uint32_t group, Each each) const {
    const auto [first, end] = usable_gates(here, group);
    for (const Gate* g = first; g != end; ++g) each(through(here, *g));
  }
  template <class Each>
  EBB_DEVICE void each_toward(SwitchId here, SwitchId to, Each each) const {
    if (place[to].group != place[here].group) return each_toward_group(here, place[to].group, each);
    each(toward(here, to, 0));
  }

 private:
  EBB_DEVICE std::uint16_t local_port(std::uint16_t me, std::uint16_t to) const {
    return static_cast<std::uint16_t>(concentration + (to < me ? to : to - 1));
  }
  struct Gates {
    const Gate *first, *end;
  };
  EBB_DEVICE Gates usable_gates(SwitchId here, std::uint32_t group) const {
    const std::size_t pair = std::size_t{place[here].group} * groups + group;
    const Gate *first = gates.begin() + first_gate[pair], *end = gates.begin() + first_gate[pair + 1];
    const Gate* own = first;
    while (own != end && own->position < place[here].position) ++own;
    const Gate* own_end = own;
    while (own_end != end && own_end->position == place[here].position) ++own_end;
    return own == own_end ? Gates{first, end} : Gates{own, own_end};
  }
};

}  // namespace ebb::inline routing
