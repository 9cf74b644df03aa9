// Input buffers: packets stay in them until their head is routed and the crossbar input is free.
#pragma once

#include "base/accelerator/device.hpp"
#include "engine/model/output.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

/// Reserves this crossbar input until `until`.
template <class Context>
EBB_DEVICE void keep_crossbar_busy(Context& context, std::uint16_t local, std::int64_t until) {
  InLane* lanes = &context.lane_at(local, 0);
  for (unsigned vc = 0; vc < context.vcs; ++vc) lanes[vc].crossbar_free = until;
}

/// Records in all lanes of an input whether some of them have packets.
template <class Context>
EBB_DEVICE void mark_backlogged(Context& context, std::uint16_t local, bool backlogged) {
  InLane* lanes = &context.lane_at(local, 0);
  for (unsigned vc = 0; vc < context.vcs; ++vc) lanes[vc].backlogged = backlogged;
}

/// The packet joins its input buffer, behind those of its lane.
template <class Context>
EBB_DEVICE void wait_in_input(Context& context, const Packet& packet) {
  InLane& in = context.lane_at(packet.port, packet.vc);
  context.queued_packets().append(in.head, in.tail, packet);
  ColdPort& cold = context.cold_at(packet.port);
  if (cold.in_mask == 0) mark_backlogged(context, packet.port, true);
  cold.in_mask = with(cold.in_mask, packet.vc);
}

/// Takes the oldest packet out of its buffer.
template <class Context>
EBB_DEVICE Packet take_head(Context& context, std::uint16_t local, unsigned vc) {
  InLane& in = context.lane_at(local, vc);
  const Packet packet = context.queued_packets().pop(in.head);
  ColdPort& cold = context.cold_at(local);
  if (in.head == no_id) cold.in_mask = without(cold.in_mask, vc);
  if (cold.in_mask == 0) mark_backlogged(context, local, false);
  return packet;
}

/// Schedules a look at the heads of an input at `when`, or now if that is past.
template <class Context>
EBB_DEVICE void wake_input(Context& context, std::uint16_t local, std::int64_t when) {
  ColdPort& cold = context.cold_at(local);
  if (cold.input_wake) return;
  cold.input_wake = true;
  context.schedule(input_event(std::max(context.now, when), context.id, local));
}

/// The packet moves from its input buffer into an output queue, from the time `from` on. `delayed` means that
/// this is later than its head was ready.
template <class Context>
[[gnu::always_inline]] EBB_DEVICE_INLINE void enter(Context& context, InLane& in, Packet& packet, Hop hop,
                                                    std::int64_t from, bool delayed) {
  using Way = typename Context::Forwarding;
  const std::int64_t moving = context.inputs[packet.rate].crossbar.time(packet.size);
  const std::int64_t lag = Way::tail_lag(context, context.rates[packet.rate], packet.size);
  const std::int64_t tail = std::max(from + moving, packet.at + lag);
  if (delayed || in.backlogged || Way::always_keeps_crossbar(context)) [[unlikely]] {
    keep_crossbar_busy(context, packet.port, from + moving);
    if (context.state.control.latency_bound) context.added_delay.in_all += tail - packet.at - lag;
  }
  Context::Flow::leave(context, in, packet, tail);
  context.count(HopTaken{});
  packet.at = tail;
  Context::Flow::sample(context, hop, packet);
  send(context, hop, packet);
}

}  // namespace ebb::inline engine
