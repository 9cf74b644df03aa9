// Output queues and their wires: a packet gets the wire as soon as it may, or waits for it.
#pragma once

#include "base/accelerator/device.hpp"
#include "engine/model/controlled.hpp"
#include "engine/model/counted.hpp"
#include "engine/model/delivery.hpp"
#include "network/channel_kinds.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

/// Returns when the wire could take the packet: it is free then, and the packet's end does not overtake its
/// tail.
template <class Context>
[[gnu::always_inline]] EBB_DEVICE_INLINE std::int64_t earliest_start(const Context& context,
                                                                     const OutPort& out,
                                                                     const Packet& packet) {
  return std::max({context.now, out.free_at, packet.at - context.rates[out.rate].time(packet.size)});
}

/// Says whether a packet that could start at `from` would leave a gap on the wire before it: its tail is
/// still on its way. It came in slowly, and must not keep a faster wire from others.
template <class Context>
[[gnu::always_inline]] EBB_DEVICE_INLINE bool leaves_gap(const Context& context, const OutPort& out,
                                                         std::int64_t from) {
  return from > std::max(context.now, out.free_at);
}

/// A packet gets the wire of a channel for so long: counts what only some runs want to know of it.
template <class Context>
EBB_APART EBB_DEVICE void note_booking(Context& context, const OutPort& out, const Packet& packet,
                                       std::int64_t from, std::int64_t ready, std::int64_t time) {
  const auto channel = static_cast<PortId>(&out - context.outs);
  if (context.state.control.latency_bound)
    count_added_delay(context, channel, packet.vc, ready, packet.size, from + time);
  if constexpr (requires { context.state.counts_gaps; })
    if (context.state.counts_gaps && from > out.free_at)
      context.count(GapSeen{kind_of(context.state.network, channel), from - out.free_at});
}

/// Gives the packet the wire of a channel from `from` on; it was ready to leave at `ready`. It is sent to the
/// switch at the other end, or delivered to the host there.
template <class Context>
[[gnu::always_inline]] EBB_DEVICE_INLINE void book(Context& context, OutPort& out, std::int32_t& credit,
                                                   Packet& packet, std::int64_t from, std::int64_t ready) {
  const std::int64_t time = context.rates[out.rate].time(packet.size);
  if (context.watches_bookings) [[unlikely]]
    note_booking(context, out, packet, from, ready, time);
  out.free_at = from + time;
  out.busy += time;
  out.bytes += packet.size;
  if (out.peer_port == no_port)
    return static_cast<void>(deliver(context, packet, out.free_at + context.delay[out.link]));
  if constexpr (requires { Context::Flow::takes_space(context, out, packet, from); })
    Context::Flow::takes_space(context, out, packet, from);
  Context::Flow::take(credit, packet.size);
  packet.at =
      from + Context::Forwarding::head_after(context, context.delay[out.link] + context.pipeline, time);
  packet.switch_id = out.peer_switch;
  packet.port = out.peer_port;
  packet.rate = out.rate;
  if constexpr (requires { context.send_over(out, packet); })
    context.send_over(out, packet);
  else
    context.send(packet);
}

/// Says whether the wire of a switch's channel takes so many bytes from `from` on. A controlled one may
/// refuse, and so may a circuit.
template <class Context>
[[gnu::always_inline]] EBB_DEVICE_INLINE bool takes_from(Context& context, const OutPort& out,
                                                         std::int64_t from, std::int64_t size) {
  if (!is_guarded(context)) return true;
  const auto channel = static_cast<PortId>(&out - context.outs);
  if constexpr (requires { Context::Flow::circuit_from(context, out, from, size); }) {
    const std::int64_t opens =
        Context::Flow::circuit_from(context, out, from, context.rates[out.rate].time(size));
    if (opens > from)
      return wake_wire(context, {channel, static_cast<std::uint16_t>(channel - context.first_port), false},
                       opens),
             false;
  }
  return may_start(context, channel, from);
}

/// Books the wire of a switch's channel, which takes the packet from `from` on.
template <class Context>
[[gnu::always_inline]] EBB_DEVICE_INLINE void book_from(Context& context, OutPort& out, std::int32_t& credit,
                                                        Packet& packet, std::int64_t from) {
  std::int64_t ready = 0;
  if (context.watches_bookings) [[unlikely]]
    ready = packet.at - context.state.full_time(out.link, packet.size);
  if constexpr (requires { Context::Flow::sent(context, out, packet, from); })
    Context::Flow::sent(context, out, packet, from);
  book(context, out, credit, packet, from, ready);
}

/// The packet waits in the output queue for the wire, or for credits.
template <class Context>
EBB_DEVICE void wait_in_output(Context& context, Hop hop, const Packet& packet, bool for_space) {
  OutPort& out = context.out[hop.port];
  OutLane& lane = context.out_lane(hop);
  context.queued_packets().append(lane.head, lane.tail, packet);
  out.wait_mask = with(out.wait_mask, hop.vc);
  out.waiting += packet.size;
  lane.waiting += packet.size;
  if (for_space) Context::Flow::wait(context, Channel{context.channel_at(hop.port), hop.port, false}, hop.vc);
}

/// Books the wire for the packet, or leaves it waiting in the output queue.
template <class Context>
[[gnu::always_inline]] EBB_DEVICE_INLINE void send(Context& context, Hop hop, Packet& packet) {
  OutPort& out = context.out[hop.port];
  const PortId channel = context.channel_at(hop.port);
  std::int32_t& credit = context.credit_of(channel, hop.vc);
  packet.vc = hop.vc;
  const std::int64_t from = earliest_start(context, out, packet);
  if (context.waits_for_tails) [[unlikely]] {
    if (leaves_gap(context, out, from)) return hold(context, hop, packet, from);
    if (context.controlled) watch_queue(context, Channel{channel, hop.port, false}, packet.size);
  }
  const bool able =
      out.peer_port == no_port || Context::Flow::may_send(context, credit, channel, hop.vc, packet.size);
  if (!able || (out.wait_mask >> hop.vc & 1) || !takes_from(context, out, from, packet.size)) [[unlikely]]
    return wait_in_output(context, hop, packet, !able);
  book_from(context, out, credit, packet, from);
}

/// Books the packets that wait in one virtual channel of an output queue, oldest first, as far as possible.
template <class Context>
EBB_DEVICE void book_waiting(Context& context, Hop hop) {
  OutPort& out = context.out[hop.port];
  const PortId channel = context.channel_at(hop.port);
  OutLane& lane = context.out_lane(hop);
  while (lane.head != no_id) {
    const Packet& oldest =
        context.queued_packets()[lane.head];  // copied only when it is booked: often it is not
    std::int32_t& credit = context.credit_of(channel, hop.vc);
    if (out.peer_port != no_port && !Context::Flow::may_send(context, credit, channel, hop.vc, oldest.size))
      return Context::Flow::wait(context, Channel{channel, hop.port, false}, hop.vc);
    Context::Flow::has_space(context, channel, hop.vc);
    const std::int64_t from = earliest_start(context, out, oldest);
    if (!takes_from(context, out, from, oldest.size)) return;
    Packet packet = context.queued_packets().pop(lane.head);
    out.waiting -= packet.size;
    lane.waiting -= packet.size;
    if (context.waits_for_tails && leaves_gap(context, out, from)) [[unlikely]]  // the wire became faster
      hold(context, hop, packet, from);
    else
      book_from(context, out, credit, packet, from);
  }
  out.wait_mask = without(out.wait_mask, hop.vc);
}

/// Says whether a packet that is sent there now would wait neither for queue space nor for credits. The wire
/// may still be busy, or an evaluation may be due. The space stays reserved for the packet all the same,
/// since no packet of its lane can pass it.
template <class Context>
EBB_DEVICE bool is_open(Context& context, Hop hop, std::int64_t size) {
  const OutPort& out = context.out[hop.port];
  const PortId channel = context.channel_at(hop.port);
  return context.has_room(hop, size) && !(out.wait_mask >> hop.vc & 1) &&
         (out.peer_port == no_port ||
          Context::Flow::may_send(context, context.credit_of(channel, hop.vc), channel, hop.vc, size));
}

}  // namespace ebb::inline engine
