// Input buffers: packets stand in them until their head is routed and the path to the outputs is free.
#pragma once

#include "engine/model/output.hpp"

namespace ebb::inline engine {

/// Nobody else gets the path from this input before `until`.
template <class Here>
void keep_path_busy(Here& at, std::uint16_t local, std::int64_t until) {
  InLane* lanes = &at.lane_at(local, 0);
  for (unsigned vc = 0; vc < at.vcs; ++vc) lanes[vc].path_free = until;
}

/// Notes in all lanes of an input whether packets stand in some of them.
template <class Here>
void mark_crowded(Here& at, std::uint16_t local, bool crowded) {
  InLane* lanes = &at.lane_at(local, 0);
  for (unsigned vc = 0; vc < at.vcs; ++vc) lanes[vc].crowded = crowded;
}

/// The packet stands in its input buffer, behind those of its lane.
template <class Here>
void wait_in_input(Here& at, const Packet& packet) {
  InLane& in = at.lane_at(packet.port, packet.vc);
  at.standing().append(in.head, in.tail, packet);
  ColdPort& cold = at.cold_at(packet.port);
  if (cold.in_mask == 0) mark_crowded(at, packet.port, true);
  cold.in_mask = with(cold.in_mask, packet.vc);
}

/// Takes the oldest packet out of its buffer.
template <class Here>
Packet take_head(Here& at, std::uint16_t local, unsigned vc) {
  InLane& in = at.lane_at(local, vc);
  const Packet packet = at.standing().pop(in.head);
  ColdPort& cold = at.cold_at(local);
  if (in.head == no_id) cold.in_mask = without(cold.in_mask, vc);
  if (cold.in_mask == 0) mark_crowded(at, local, false);
  return packet;
}

/// Files a note to look at the heads of an input again at `when`, or now if that is past.
template <class Here>
void wake_input(Here& at, std::uint16_t local, std::int64_t when) {
  ColdPort& cold = at.cold_at(local);
  if (cold.input_wake) return;
  cold.input_wake = true;
  at.later(input_note(std::max(at.now, when), at.id, local));
}

/// The packet goes from its input buffer into an output queue, from the time `from` on. `delayed` says that
/// this is later than its head was ready.
template <class Here>
[[gnu::always_inline]] inline void enter(Here& at, InLane& in, Packet& packet, Hop hop, std::int64_t from,
                                         bool delayed) {
  using Way = typename Here::Forwarding;
  const std::int64_t moving = at.inputs[packet.rate].path.time(packet.size);
  const std::int64_t lag = Way::tail_lag(at, at.rates[packet.rate], packet.size);
  const std::int64_t tail = std::max(from + moving, packet.at + lag);
  if (delayed || in.crowded || Way::always_keeps_path(at)) [[unlikely]] {
    keep_path_busy(at, packet.port, from + moving);
    if (at.state.goal) at.lateness.in_all += tail - packet.at - lag;
  }
  Here::Flow::leave(at, in, packet, tail);
  at.count(HopTaken{});
  packet.at = tail;
  Here::Flow::sample(at, hop, packet);
  send(at, hop, packet);
}

}  // namespace ebb::inline engine
