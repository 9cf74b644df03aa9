// Heads that wait for space in an output queue, and the order in which they enter: oldest first over all
// inputs and virtual channels, by the time at which their packet entered the network. That is the age-based
// arbitration of Abts and Weisser (SC 2007). A fixed order of virtual channels lets the first of them starve
// the others: with two-phase routings packets then enter the network and do not leave it. First come, first
// served at each switch lets injection starve through traffic in rings.
#pragma once

#include <bit>

#include "base/accelerator/device.hpp"
#include "engine/model/input.hpp"
#include "engine/storage/prefetch_line.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

/// Schedules a look at the heads that wait for an output queue at `when`, unless one is already scheduled.
template <class Context>
EBB_DEVICE void wake_output(Context& context, std::uint16_t port, std::int64_t when) {
  ColdPort& cold = context.cold_at(port);
  if (cold.output_wake) return;
  cold.output_wake = true;
  context.schedule(output_event(std::max(context.now + 1, when), context.id, port));
}

inline constexpr std::int64_t needs_credit = INT64_MAX;

/// Returns when the wire will have freed so many bytes of an output queue. That is known, unless packets of
/// the same virtual channel take the space and lack credits: then the next credit serves them.
template <class Context>
EBB_DEVICE std::int64_t room_at(Context& context, Hop hop, std::int64_t size) {
  const OutPort& out = context.out[hop.port];
  const std::int64_t waiting = context.out_lane(hop).waiting;
  const std::int64_t spare = context.output_queue - waiting - size;
  if (spare < 0 && waiting > 0) return needs_credit;  // or a control event comes first, and serves them
  return spare > 0 ? out.free_at - context.rates[out.rate].long_time(spare) : out.free_at;
}

/// The wire frees the space for one head at `when`. No other head enters before it, on any virtual channel.
template <class Context>
EBB_DEVICE void reserve_room(Context& context, std::uint16_t port, std::int64_t when) {
  context.out[port].reserved_mask = 0xffff;
  wake_output(context, port, when);
}

/// Adds an input lane to those that wait for a virtual channel of an output, oldest packet first. Returns
/// whether it is now the first of them.
template <class Context>
EBB_DEVICE bool wait_by_age(Context& context, LaneName name, Hop hop) {
  OutPort& out = context.out[hop.port];
  OutLane& to = context.out_lane(hop);
  InLane& in = context.lane_at(name.port, name.vc);
  const bool any = out.blocked_mask >> hop.vc & 1;
  const std::int64_t entered = context.queued_packets()[in.head].entered;
  out.blocked_mask = with(out.blocked_mask, hop.vc);
  InLane* before = nullptr;
  LaneName next = any ? to.blocked_head : LaneName{};
  while (next.port != no_port) {
    InLane& other = context.lane_at(next.port, next.vc);
    if (context.queued_packets()[other.head].entered > entered) break;
    before = &other;
    next = {other.next_port, other.next_vc};
  }
  in.next_port = next.port, in.next_vc = static_cast<std::uint8_t>(next.vc);
  if (before)
    before->next_port = name.port, before->next_vc = static_cast<std::uint8_t>(name.vc);
  else
    to.blocked_head = name;
  return before == nullptr;
}

/// The head of an input lane has chosen an output queue that it may not enter yet: it waits.
template <class Context>
EBB_DEVICE void wait_for_room(Context& context, std::uint16_t in_local, unsigned vc, Hop hop) {
  InLane& in = context.lane_at(in_local, vc);
  in.hop_port = hop.port, in.hop_vc = hop.vc;
  ColdPort& from = context.cold_at(in_local);
  from.blocked_mask = with(from.blocked_mask, vc);
  if (!wait_by_age(context, LaneName{in_local, static_cast<std::uint16_t>(vc)}, hop)) return;
  const std::int64_t when = room_at(context, hop, context.queued_packets()[in.head].size);
  if (when != needs_credit) reserve_room(context, hop.port, when);
}

/// The head that enters an output queue next, and when there is space for it.
struct NextHead {
  std::int64_t entered = INT64_MAX;  ///< when its packet left its source
  std::int64_t room_at = 0;
  InLane* lane = nullptr;  ///< where it is; null: there is none
  LaneName name;           ///< of that lane
  std::uint8_t vc = 0;     ///< of the output
  std::uint16_t size = 0;  ///< of its packet
};

/// Returns the next head: the oldest packet among the first heads of all virtual channels. It skips heads
/// whose virtual channel needs a credit first, and heads that only wait for their crossbar input: these are
/// tried again when it is free (serve_input()).
template <class Context>
EBB_DEVICE NextHead next_blocked(Context& context, std::uint16_t port) {
  NextHead next;
  for (unsigned mask = context.out[port].blocked_mask; mask != 0; mask &= mask - 1) {
    const Hop hop{port, static_cast<std::uint8_t>(zeros_below(mask))};
    const LaneName name = context.out_lane(hop).blocked_head;
    InLane& in = context.lane_at(name.port, name.vc);
    const Packet& head = context.queued_packets()[in.head];
    const std::int64_t when = room_at(context, hop, head.size);
    if (when == needs_credit) continue;
    if (in.crossbar_free > context.now && in.crossbar_free >= when) {
      ColdPort& from = context.cold_at(name.port);
      from.crossbar_mask = with(from.crossbar_mask, name.vc);
      wake_input(context, name.port, in.crossbar_free);
    } else if (head.entered < next.entered) {
      next = {head.entered, when, &in, name, hop.vc, head.size};
    }
  }
  return next;
}

/// Lets a head into an output queue. It is the first of those that wait for its virtual channel.
template <class Context>
EBB_DEVICE void admit_head(Context& context, Hop hop, const NextHead& next) {
  OutPort& out = context.out[hop.port];
  const LaneName name = next.name;
  InLane& in = *next.lane;
  if (in.next_port == no_port)
    out.blocked_mask = without(out.blocked_mask, hop.vc);
  else  // it enters next
    prefetch(context.queued_packets().place_of(context.lane_at(in.next_port, in.next_vc).head));
  context.out_lane(hop).blocked_head = {in.next_port, in.next_vc};
  in.next_port = no_port;
  ColdPort& from = context.cold_at(name.port);
  from.blocked_mask = without(from.blocked_mask, name.vc);
  from.crossbar_mask = without(from.crossbar_mask, name.vc);
  Packet packet = take_head(context, name.port, name.vc);
  enter(context, in, packet, hop, context.now, true);
  if (from.in_mask & ~from.blocked_mask) wake_input(context, name.port, in.crossbar_free);
}

/// Lets heads into the output queue that they wait for, as long as there is space. No virtual channel can
/// starve another, since every packet becomes the oldest in time.
template <class Context>
EBB_DEVICE void admit_blocked(Context& context, std::uint16_t port) {
  OutPort& out = context.out[port];
  while (out.blocked_mask != 0) {
    const NextHead next = next_blocked(context, port);
    out.reserved_mask = 0;
    if (!next.lane) return;
    const Hop hop{port, next.vc};
    if (next.lane->crossbar_free > context.now || !context.fits(hop, next.size))
      return reserve_room(context, port, next.room_at);
    admit_head(context, hop, next);
  }
  out.reserved_mask = 0;
}

/// Heads that wait for this output queue stop waiting. They are routed again as if they had just arrived.
template <class Context>
EBB_DEVICE void reroute_blocked(Context& context, Hop hop) {
  OutPort& out = context.out[hop.port];
  if (!(out.blocked_mask >> hop.vc & 1)) return;
  out.blocked_mask = without(out.blocked_mask, hop.vc);
  if (out.blocked_mask == 0) out.reserved_mask = 0;  // else the scheduled event finds the next head
  for (LaneName name = context.out_lane(hop).blocked_head; name.port != no_port;) {
    InLane& in = context.lane_at(name.port, name.vc);
    ColdPort& from = context.cold_at(name.port);
    from.blocked_mask = without(from.blocked_mask, name.vc);
    from.crossbar_mask = without(from.crossbar_mask, name.vc);
    wake_input(context, name.port, in.crossbar_free);
    name = {in.next_port, in.next_vc};
    in.next_port = no_port;
  }
}

/// Books the queued packets of the lane as far as possible, then lets heads in where that has freed space.
template <class Context>
EBB_DEVICE void serve_output_lane(Context& context, Hop hop) {
  if (context.out[hop.port].wait_mask >> hop.vc & 1) book_waiting(context, hop);
  if (context.out[hop.port].blocked_mask >> hop.vc & 1) admit_blocked(context, hop.port);
}

/// An output queue is expected to have space now.
template <class Context>
EBB_DEVICE void serve_output(Context& context, std::uint16_t port) {
  context.cold_at(port).output_wake = false;
  admit_blocked(context, port);
}

/// Credits have arrived: what waits for them goes on.
template <class Context>
EBB_DEVICE void receive_credit(Context& context, Hop hop, std::uint32_t bytes) {
  if (Context::Flow::receive(context, context.channel_at(hop.port), hop.vc, bytes))
    serve_output_lane(context, hop);
}

/// A packet is at its host, whose transport takes it (transport.hpp).
template <class Context>
EBB_DEVICE void receive_packet(Context& context, const Packet& packet);

/// A held packet goes on: its tail is near enough now.
template <class Context>
EBB_DEVICE void release(Context& context, const HeldPacket& held) {
  if constexpr (requires { Context::Flow::has_transport(context); })
    if (is_at_host(held.packet)) return receive_packet(context, held.packet);
  Packet packet = held.packet;
  const Hop hop{packet.port, static_cast<std::uint8_t>(packet.vc)};
  packet.at += context.rates[packet.rate].time(packet.size);  // the time of its tail, as before
  context.out[hop.port].waiting -= packet.size;
  context.out_lane(hop).waiting -= packet.size;
  send(context, hop, packet);
  if (context.out[hop.port].blocked_mask >> hop.vc & 1) admit_blocked(context, hop.port);
}

}  // namespace ebb::inline engine
