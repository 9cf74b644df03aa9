// How the rules use a controlled channel. Evaluations happen on time. A wire may be booked packet by packet
// only. A packet that came in slowly waits until its tail is near enough to leave fast. Added delay is
// counted. The evaluation of the policy, and what follows, is in engine/control.
#pragma once

#include "base/accelerator/device.hpp"
#include "engine/model/executor_verbs.hpp"
#include "network/network.hpp"
#include "power/control/controller.hpp"
#include "power/policy/channel_view.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

/// The queue length that a routing sees of a channel to avoid. It is longer than any queue.
inline constexpr std::int64_t avoided_length = std::int64_t{1} << 40;

/// Returns the bytes that wait for the wire plus those that it is still booked for.
template <class Context>
EBB_DEVICE_INLINE std::int64_t bytes_queued(const Context& context, const Channel& channel) {
  if (!channel.of_host) return context.queued(channel.local);
  const OutPort& out = context.outs[channel.id];
  const std::int64_t from = std::max(context.now, context.state.cold[channel.id].transition_until);
  return context.state.host[context.state.network.host_at(channel.id)].backlog +
         (out.free_at > from ? context.rates[out.rate].bytes(out.free_at - from) : 0);
}

/// Schedules an event about a channel of the switch at hand.
template <class Context>
EBB_DEVICE void remind(Context& context, const Channel& channel, std::int64_t when, Kind kind,
                       unsigned more = 0) {
  context.schedule(channel_event(kind, when, context.id, channel.local, channel.of_host, more));
}

/// Says whether a packet needs permission to get a wire: its rate may change, or a pause may come.
template <class Context>
EBB_DEVICE bool is_guarded(const Context& context) {
  return context.controlled || Context::Flow::packet_by_packet(context);
}

/// Schedules a look at the wire when it is free, and not before `when`, unless one is already scheduled.
template <class Context>
EBB_DEVICE void wake_wire(Context& context, const Channel& channel, std::int64_t when = 0) {
  Watch& watch = context.state.watch[channel.id];
  if (watch.wire_wake) return;
  watch.wire_wake = true;
  remind(context, channel, std::max({context.now, context.outs[channel.id].free_at, when}), Kind::wire);
}

/// Says whether a packet may get this wire from `from` on.
template <class Context>
EBB_DEVICE bool may_start(Context& context, PortId id, std::int64_t from) {
  const Watch& watch = context.state.watch[id];
  if (from >= watch.booking_limit || watch.evaluation_pending) return false;  // evaluated first
  const bool ahead =
      Context::Flow::packet_by_packet(context) && from > context.now;  // a pause might come before
  if (!ahead && (!watch.step || context.outs[id].free_at <= context.now)) return true;
  const bool of_host = context.state.network.is_host_port(id);
  const auto local =
      of_host ? context.outs[id].peer_port : static_cast<std::uint16_t>(id - context.first_port);
  wake_wire(context, Channel{id, local, of_host}, ahead ? from : 0);
  return false;
}

/// Causes the next evaluation now when the queue plus `more` bytes has reached the policy's length. The
/// evaluation is an event of its own, because the caller is in the middle of a rule.
template <class Context>
EBB_DEVICE void watch_queue(Context& context, const Channel& channel, std::int64_t more = 0) {
  Watch& watch = context.state.watch[channel.id];
  if (watch.evaluation_pending || watch.evaluate_at == Decision::no_queue.v) return;
  if (bytes_queued(context, channel) + more < watch.evaluate_at) return;
  watch.evaluation_pending = true;
  remind(context, channel, context.now, Kind::control, AboutChannel::by_queue);
}

/// A packet was diverted from this channel. A channel that is off costs no event until enough bytes were
/// diverted.
template <class Context>
EBB_DEVICE void divert(Context& context, std::uint16_t local, std::int64_t bytes) {
  const PortId id = context.channel_at(local);
  ChannelControl& control = context.state.control.channels[id];
  Watch& watch = context.state.watch[id];
  control.diverted += bytes;
  if (control.diverted < control.evaluate_at_diverted || watch.evaluation_pending) return;
  watch.evaluation_pending = true;
  remind(context, Channel{id, local, false}, context.now, Kind::control, AboutChannel::by_diverted);
}

/// Counts the added delay of a packet: how much later it leaves than at full rate. It was ready at `ready`.
/// Added delay by wires excludes the time without credits: then the packet would not have left at full rate
/// either. Added delay in all counts all waiting of the packet. Only at its source, packets ahead of it do
/// not count, because it waits for them at full rate too.
template <class Context>
EBB_DEVICE_INLINE void count_added_delay(Context& context, PortId channel, unsigned vc, std::int64_t ready,
                                         std::int64_t size, std::int64_t leaves) {
  Watch& watch = context.state.watch[channel];
  const std::int64_t time = context.state.full_time(context.outs[channel].link, size);
  watch.full_free =
      std::max({watch.full_free, ready, context.state.control.able_from[context.lane_of(channel, vc)]}) +
      time;
  watch.able_free =
      (context.state.network.is_host_port(channel) ? std::max(watch.able_free, ready) : ready) + time;
  context.added_delay.by_wires += leaves - watch.full_free;
  context.added_delay.in_all += leaves - watch.able_free;
  ++watch.packets;
}

/// The packet is in the output queue, unbooked, until it can leave without waiting for its tail.
template <class Context>
EBB_DEVICE void hold(Context& context, Hop hop, Packet& packet, std::int64_t until) {
  OutPort& out = context.out[hop.port];
  packet.at = until;
  packet.switch_id = context.id, packet.port = hop.port, packet.vc = hop.vc;
  packet.rate = out.rate;
  out.waiting += packet.size;
  context.out_lane(hop).waiting += packet.size;
  context.hold(HeldPacket{packet});
  if (context.controlled) watch_queue(context, Channel{context.channel_at(hop.port), hop.port, false});
}

}  // namespace ebb::inline engine
