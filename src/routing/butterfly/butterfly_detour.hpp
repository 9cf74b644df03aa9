// Paths over an intermediate switch on the flattened butterfly: dimension order to it on virtual channel 0
// (phase 0), then dimension order to the destination on virtual channel 1 (phase 1). Within a phase a channel
// is followed only by channels of a higher dimension, and phase 0 never follows phase 1. So the dependency
// graph has no cycle.
#pragma once

#include "base/accelerator/device.hpp"
#include "network/network.hpp"
#include "routing/butterfly/butterfly_paths.hpp"
#include "routing/route.hpp"

namespace ebb::inline routing {

struct ButterflyDetour {
  ButterflyPaths paths;

  /// A packet of phase 0 has an intermediate switch after its first hop.
  EBB_DEVICE static bool is_new(const Route& packet) { return packet.phase == 0 && packet.via == no_id; }
  EBB_DEVICE SwitchId random_switch(std::uint64_t salt) const {
    return pick(route_bits(salt, once_per_packet), paths.switches());
  }
  EBB_DEVICE static void go_straight(Route& packet) { packet.via = no_id, packet.phase = 1; }

  /// Returns the next hop of a packet that is not new.
  EBB_DEVICE Hop step(SwitchId here, Route& packet, std::uint64_t salt) const {
    if (packet.via == here) go_straight(packet);
    const SwitchId target = packet.via == no_id ? packet.to : packet.via;
    if (target == here) return {packet.out, 0};
    const std::uint64_t bits = route_bits(salt, packet.hops);
    ++packet.hops;
    return {paths.next_in_order(here, target, bits), static_cast<std::uint8_t>(packet.phase)};
  }

  /// Hop counts are not kept: nothing depends on them, so states that differ in nothing else merge.
  template <class Each>
  EBB_DEVICE void options(SwitchId here, const Route& packet, Each each) const {
    Route next = packet;
    if (next.via == here) go_straight(next);
    if (next.via == no_id && next.to == no_id) return options_everywhere(here, next, each);
    const SwitchId target = next.via == no_id ? next.to : next.via;
    if (target == here) return each(Hop{next.out, 0}, next);
    paths.each_in_order(here, target, [&](std::uint16_t port) {
      each(Hop{port, static_cast<std::uint8_t>(next.phase)}, next);
    });
  }

  template <class Each>
  EBB_DEVICE void options_everywhere(SwitchId here, Route packet, Each each) const {
    for (packet.to = 0; packet.to < paths.switches(); ++packet.to) options(here, packet, each);
  }
};

}  // namespace ebb::inline routing
