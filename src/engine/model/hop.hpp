// A packet's path through a switch: its head arrives, is routed, and goes on, or waits.
#pragma once

#include "base/accelerator/device.hpp"
#include "engine/model/blocked.hpp"
#include "engine/model/outlook.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

/// Returns the packet's own random number. For a routing behind an interface, the kind of number is known
/// only at run time.
template <class Routing>
EBB_DEVICE std::uint64_t salt_for(const Routing& routing, const Packet& packet) {
  if constexpr (requires { routing.salt(packet.source, packet.entered); })
    return routing.salt(packet.source, packet.entered);
  else
    return route_salt<Routing>(packet.source, packet.entered);
}

/// Calls the routing for the packet's output port and virtual channel.
template <class Context, class Routing>
EBB_DEVICE_INLINE Hop choose(Context& context, const Routing& routing, Packet& packet) {
  const Outlook<Context> queue_length{context, packet.size, packet.port};
  return routing.route(context.id, packet.route, queue_length, salt_for(routing, packet));
}

/// A head has come through the pipeline. It is routed at once unless other packets of its lane are ahead of
/// it.
template <class Context, class Routing>
[[gnu::always_inline]] EBB_DEVICE_INLINE void arrive(Context& context, const Routing& routing,
                                                     const Packet& arrived) {
  if (!Context::Flow::admit(context, arrived)) [[unlikely]]
    return;
  InLane& in = context.lane_at(arrived.port, arrived.vc);
  if (in.head != no_id || in.crossbar_free > context.now) [[unlikely]] {
    const bool first = in.head == no_id;
    wait_in_input(context, arrived);
    if (first) wake_input(context, arrived.port, in.crossbar_free);
    return;
  }
  Packet packet = arrived;
  const Hop hop = choose(context, routing, packet);
  if (context.has_room(hop, packet.size)) [[likely]]
    return enter(context, in, packet, hop, context.now, false);
  wait_in_input(context, packet);
  wait_for_room(context, packet.port, packet.vc, hop);
}

/// Routes the head of a lane. It enters an output queue, or waits for space there.
template <class Context, class Routing>
EBB_DEVICE void try_head(Context& context, const Routing& routing, std::uint16_t local, unsigned vc) {
  InLane& in = context.lane_at(local, vc);
  const Hop hop = choose(context, routing, context.queued_packets()[in.head]);
  if (!context.has_room(hop, context.queued_packets()[in.head].size))
    return wait_for_room(context, local, vc, hop);
  Packet packet = take_head(context, local, vc);
  enter(context, in, packet, hop, context.now, true);
}

/// The crossbar input is free. The heads of its lanes are tried in turn, and one of them gets it.
template <class Context, class Routing>
EBB_DEVICE void serve_input(Context& context, const Routing& routing, std::uint16_t local) {
  ColdPort& cold = context.cold_at(local);
  cold.input_wake = false;
  const InLane* lanes = &context.lane_at(local, 0);
  const unsigned turn = cold.turn;
  for (unsigned i = 0; i < context.vcs && lanes->crossbar_free <= context.now; ++i) {
    const unsigned vc = (turn + i) % context.vcs;
    if (cold.crossbar_mask >> vc & 1) {
      cold.crossbar_mask = without(cold.crossbar_mask, vc);
      admit_blocked(context, lanes[vc].hop_port);
    } else if ((cold.in_mask & ~cold.blocked_mask) >> vc & 1) {
      try_head(context, routing, local, vc);
    }
    if (lanes->crossbar_free > context.now) cold.turn = static_cast<std::uint8_t>((vc + 1) % context.vcs);
  }
  if ((cold.in_mask & ~cold.blocked_mask) | cold.crossbar_mask)
    wake_input(context, local, lanes->crossbar_free);
}

}  // namespace ebb::inline engine
