// A packet's way through a switch: its head arrives, is routed, and goes on, or waits.
#pragma once

#include "engine/model/blocked.hpp"
#include "engine/model/outlook.hpp"

namespace ebb::inline engine {

/// Returns the packet's own random number. A routing behind an interface says only at run time which kind it
/// wants.
template <class Routing>
std::uint64_t salt_for(const Routing& routing, const Packet& packet) {
  if constexpr (requires { routing.salt(packet.source, packet.entered); })
    return routing.salt(packet.source, packet.entered);
  else
    return route_salt<Routing>(packet.source, packet.entered);
}

/// Asks the routing for the packet's output port and virtual channel.
template <class Here, class Routing>
inline Hop choose(Here& at, const Routing& routing, Packet& packet) {
  const Outlook<Here> depth{at, packet.size, packet.port};
  return routing.route(at.id, packet.route, depth, salt_for(routing, packet));
}

/// A head has come through the pipeline. It is routed at once unless others of its lane are before it.
template <class Here, class Routing>
[[gnu::always_inline]] inline void arrive(Here& at, const Routing& routing, const Packet& arrived) {
  if (!Here::Flow::admit(at, arrived)) [[unlikely]]
    return;
  InLane& in = at.lane_at(arrived.port, arrived.vc);
  if (in.head != no_id || in.path_free > at.now) [[unlikely]] {
    const bool first = in.head == no_id;
    wait_in_input(at, arrived);
    if (first) wake_input(at, arrived.port, in.path_free);
    return;
  }
  Packet packet = arrived;
  const Hop hop = choose(at, routing, packet);
  if (at.has_room(hop, packet.size)) [[likely]]
    return enter(at, in, packet, hop, at.now, false);
  wait_in_input(at, packet);
  wait_for_room(at, packet.port, packet.vc, hop);
}

/// Routes the head of a lane. It enters an output queue, or waits for room there.
template <class Here, class Routing>
void try_head(Here& at, const Routing& routing, std::uint16_t local, unsigned vc) {
  InLane& in = at.lane_at(local, vc);
  const Hop hop = choose(at, routing, at.standing()[in.head]);
  if (!at.has_room(hop, at.standing()[in.head].size)) return wait_for_room(at, local, vc, hop);
  Packet packet = take_head(at, local, vc);
  enter(at, in, packet, hop, at.now, true);
}

/// The path from this input is free. The heads of its lanes are tried in turn, and one of them gets the path.
template <class Here, class Routing>
void serve_input(Here& at, const Routing& routing, std::uint16_t local) {
  ColdPort& cold = at.cold_at(local);
  cold.input_wake = false;
  const InLane* lanes = &at.lane_at(local, 0);
  const unsigned turn = cold.turn;
  for (unsigned i = 0; i < at.vcs && lanes->path_free <= at.now; ++i) {
    const unsigned vc = (turn + i) % at.vcs;
    if (cold.path_mask >> vc & 1) {
      cold.path_mask = without(cold.path_mask, vc);
      admit_blocked(at, lanes[vc].hop_port);
    } else if ((cold.in_mask & ~cold.blocked_mask) >> vc & 1) {
      try_head(at, routing, local, vc);
    }
    if (lanes->path_free > at.now) cold.turn = static_cast<std::uint8_t>((vc + 1) % at.vcs);
  }
  if ((cold.in_mask & ~cold.blocked_mask) | cold.path_mask) wake_input(at, local, lanes->path_free);
}

}  // namespace ebb::inline engine
