// Paths over an intermediate group of the dragonfly: into the group by one of the cables that lead there, and
// on from the switch where that cable ends. Route::via is the number of the group until it is reached.
// Virtual channel = global hops taken so far. Detours and minimal paths both use the channels in the order
// local 0, global 0, local 1, global 1, local 2, so three are enough.
#pragma once

#include "base/accelerator/device.hpp"
#include "network/network.hpp"
#include "routing/dragonfly/dragonfly_paths.hpp"

namespace ebb::inline routing {

struct DragonflyDetour {
  DragonflyPaths paths;

  /// Returns a random group that is neither the source's nor the destination's; no_id when there is none, or
  /// when the two are the same.
  EBB_DEVICE std::uint32_t random_group(SwitchId from, SwitchId to, std::uint64_t salt) const {
    const std::uint32_t a = paths.place[from].group, b = paths.place[to].group;
    if (a == b || paths.groups < 3) return no_id;
    std::uint32_t group = pick(route_bits(salt, once_per_packet), paths.groups - 2);
    if (group >= (a < b ? a : b)) ++group;
    if (group >= (a < b ? b : a)) ++group;
    return group;
  }

  EBB_DEVICE Hop step(SwitchId here, Route& packet, std::uint64_t salt) const {
    pass_group(here, packet);
    const std::uint64_t bits = route_bits(salt, packet.hops);
    const DragonflyPaths::Step step = packet.via == no_id ? paths.toward(here, packet.to, bits)
                                                          : paths.toward_group(here, packet.via, bits);
    const Hop hop{step.port, static_cast<std::uint8_t>(packet.phase)};
    if (step.global) ++packet.phase;
    ++packet.hops;
    return hop;
  }

  /// Detours over a group start at its first switch, minimal paths at their destination.
  template <class Each>
  void starts(SwitchId s, Each each) const {
    if (paths.place[s].position == 0) each(Route{.to = no_id, .via = paths.place[s].group});
    each(Route{.to = s});
  }

  template <class Each>
  EBB_DEVICE void options(SwitchId here, const Route& packet, Each each) const {
    Route next = packet;
    pass_group(here, next);
    if (next.via == no_id && next.to == no_id) {
      for (next.to = 0; next.to < paths.switches(); ++next.to) options(here, next, each);
      return;
    }
    if (next.via == no_id && next.to == here) return each(Hop{next.out, 0}, next);
    const auto give = [&](DragonflyPaths::Step step) {
      Route after = next;
      if (step.global) ++after.phase;
      each(Hop{step.port, static_cast<std::uint8_t>(next.phase)}, after);
    };
    if (next.via == no_id)
      paths.each_toward(here, next.to, give);
    else
      paths.each_toward_group(here, next.via, give);
  }

 private:
  EBB_DEVICE void pass_group(SwitchId here, Route& packet) const {
    if (packet.via == paths.place[here].group) packet.via = no_id;
  }
};

}  // namespace ebb::inline routing
