// Heads that wait for room in an output queue, in the order in which they came, and how they get in.
#pragma once

#include "engine/model/input.hpp"
#include "engine/storage/ask_for.hpp"

namespace ebb::inline engine {

/// Files a note to look at an output queue at `when`, unless one is filed already.
template <class Here>
void wake_output(Here& at, Hop hop, std::int64_t when) {
  ColdPort& cold = at.cold_at(hop.port);
  if (cold.wake_mask >> hop.vc & 1) return;
  cold.wake_mask = with(cold.wake_mask, hop.vc);
  at.later(output_note(when, at.id, hop));
}

/// Looks at the output queue again when its wire will have made room, which is known. Nothing is filed while
/// packets there lack credits: they make no room, and the credit that comes serves this lane.
template <class Here>
void wake_when_room(Here& at, Hop hop, std::int64_t size) {
  const OutPort& out = at.out[hop.port];
  const std::int64_t waiting = at.out_lane(hop).waiting;
  const std::int64_t spare = at.output_queue - waiting - size;
  if (spare < 0 && waiting > 0) return;  // a credit or a control comes first, and serves this lane
  const std::int64_t when = spare > 0 ? out.free_at - at.rates[out.rate].long_time(spare) : out.free_at;
  wake_output(at, hop, std::max(at.now + 1, when));
}

/// The head of an input lane has chosen an output queue that has no room. It waits behind others that wait
/// for the same queue.
template <class Here>
void wait_for_room(Here& at, std::uint16_t in_local, unsigned vc, Hop hop) {
  InLane& in = at.lane_at(in_local, vc);
  in.hop_port = hop.port, in.hop_vc = hop.vc, in.next_port = no_port;
  ColdPort& from = at.cold_at(in_local);
  OutLane& to = at.out_lane(hop);
  OutPort& out = at.out[hop.port];
  from.blocked_mask = with(from.blocked_mask, vc);
  const LaneName name{in_local, static_cast<std::uint16_t>(vc)};
  if (out.blocked_mask >> hop.vc & 1) {
    InLane& last = at.lane_at(to.blocked_tail.port, to.blocked_tail.vc);
    last.next_port = name.port, last.next_vc = static_cast<std::uint8_t>(name.vc);
    to.blocked_tail = name;
    return;
  }
  out.blocked_mask = with(out.blocked_mask, hop.vc);
  to.blocked_head = to.blocked_tail = name;
  wake_when_room(at, hop, at.standing()[in.head].size);
}

/// Lets heads into the output queue that they wait for, oldest first, as long as there is room and their
/// paths are free.
template <class Here>
void admit_blocked(Here& at, Hop hop) {
  OutPort& out = at.out[hop.port];
  OutLane& lane = at.out_lane(hop);
  while (out.blocked_mask >> hop.vc & 1) {
    const LaneName name = lane.blocked_head;
    InLane& in = at.lane_at(name.port, name.vc);
    const std::uint16_t size = at.standing()[in.head].size;
    out.blocked_mask = without(out.blocked_mask, hop.vc);  // has_room() lets nobody pass a waiting head
    const bool room = at.has_room(hop, size), ready = room && in.path_free <= at.now;
    if (!ready || in.next_port != no_port) out.blocked_mask = with(out.blocked_mask, hop.vc);
    if (!room) return wake_when_room(at, hop, size);
    if (!ready) return wake_output(at, hop, in.path_free);
    lane.blocked_head = {in.next_port, in.next_vc};
    if (in.next_port != no_port)  // it comes next
      ask_for(at.standing().place_of(at.lane_at(in.next_port, in.next_vc).head));
    in.next_port = no_port;
    ColdPort& from = at.cold_at(name.port);
    from.blocked_mask = without(from.blocked_mask, name.vc);
    Packet packet = take_head(at, name.port, name.vc);
    enter(at, in, packet, hop, at.now, true);
    if (from.in_mask & ~from.blocked_mask) wake_input(at, name.port, in.path_free);
  }
}

/// Heads that wait for this output queue wait no longer: their routing is asked again as if they had just
/// come.
template <class Here>
void ask_blocked_again(Here& at, Hop hop) {
  OutPort& out = at.out[hop.port];
  if (!(out.blocked_mask >> hop.vc & 1)) return;
  out.blocked_mask = without(out.blocked_mask, hop.vc);
  for (LaneName name = at.out_lane(hop).blocked_head; name.port != no_port;) {
    InLane& in = at.lane_at(name.port, name.vc);
    ColdPort& from = at.cold_at(name.port);
    from.blocked_mask = without(from.blocked_mask, name.vc);
    wake_input(at, name.port, in.path_free);
    name = {in.next_port, in.next_vc};
    in.next_port = no_port;
  }
}

/// Books what waits in the lane as far as it can be, then lets heads in where that has made room.
template <class Here>
void serve_output_lane(Here& at, Hop hop) {
  if (at.out[hop.port].wait_mask >> hop.vc & 1) book_waiting(at, hop);
  if (at.out[hop.port].blocked_mask >> hop.vc & 1) admit_blocked(at, hop);
}

/// The time has come at which an output queue was expected to have room.
template <class Here>
void serve_output(Here& at, Hop hop) {
  ColdPort& cold = at.cold_at(hop.port);
  cold.wake_mask = without(cold.wake_mask, hop.vc);
  serve_output_lane(at, hop);
}

/// Space has become free at the other end: what waits for it goes on.
template <class Here>
void hear_credit(Here& at, Hop hop, std::uint32_t bytes) {
  if (Here::Flow::hear(at, at.channel_at(hop.port), hop.vc, bytes)) serve_output_lane(at, hop);
}

/// A packet that was held goes on: its tail is near enough now.
template <class Here>
void release(Here& at, const HeldPacket& held) {
  Packet packet = held.packet;
  const Hop hop{packet.port, static_cast<std::uint8_t>(packet.vc)};
  packet.at += at.rates[packet.rate].time(packet.size);  // its tail, as before
  at.out[hop.port].waiting -= packet.size;
  at.out_lane(hop).waiting -= packet.size;
  send(at, hop, packet);
  if (at.out[hop.port].blocked_mask >> hop.vc & 1) admit_blocked(at, hop);
}

}  // namespace ebb::inline engine
