// What a controlled channel asks of those who use it: questions that come in time, a wire that takes one
// packet at a time, packets that wait until their tail is near enough to leave at a higher rate than they
// came with, and an account of how late packets are. Who asks the policy, and what follows, is in
// engine/control.
#pragma once

#include "engine/model/executor_verbs.hpp"

namespace ebb::inline engine {

/// Deeper than any queue.
inline constexpr std::int64_t shunned_depth = std::int64_t{1} << 40;

/// What waits for the wire, and what it is still booked for.
inline std::int64_t bytes_queued(const SwitchView& at, const Channel& channel) {
  if (!channel.of_host) return at.queued(channel.local);
  const OutPort& out = at.outs[channel.id];
  const std::int64_t from = std::max(at.now, at.state.rest[channel.id].silent_until);
  return at.state.host[at.state.network.host_at(channel.id)].backlog +
         (out.free_at > from ? at.rates[out.rate].bytes(out.free_at - from) : 0);
}

template <class Here>
void remind(Here& at, const Channel& channel, std::int64_t when, Kind kind, unsigned more = 0) {
  at.later(channel_note(kind, when, at.id, channel.local, channel.of_host, more));
}

/// Looks at the wire when it is free.
template <class Here>
void wake_wire(Here& at, const Channel& channel) {
  Watch& watch = at.state.watch[channel.id];
  if (watch.wire_wake) return;
  watch.wire_wake = true;
  remind(at, channel, std::max(at.now, at.outs[channel.id].free_at), Kind::wire);
}

/// May a packet get this wire from `from` on?
template <class Here>
bool may_start(Here& at, PortId id, std::int64_t from) {
  const Watch& watch = at.state.watch[id];
  if (from >= watch.horizon || watch.asking) return false;  // the answer comes first
  if (!watch.step || at.outs[id].free_at <= at.now) return true;
  const bool of_host = at.state.network.is_host_port(id);
  const auto local = of_host ? at.outs[id].peer_port : static_cast<std::uint16_t>(id - at.first_port);
  wake_wire(at, Channel{id, local, of_host});
  return false;
}

/// Asks at once when the queue and `more` bytes are long enough, as an event of its own: the caller is in the
/// middle of something.
template <class Here>
void watch_queue(Here& at, const Channel& channel, std::int64_t more = 0) {
  Watch& watch = at.state.watch[channel.id];
  if (watch.asking || watch.ask_at == Decision::no_queue.v) return;
  if (bytes_queued(at, channel) + more < watch.ask_at) return;
  watch.asking = true;
  remind(at, channel, at.now, Kind::control, AboutChannel::by_queue);
}

/// A packet would have gone this way. Off, a channel costs nothing until enough of them have.
template <class Here>
void miss(Here& at, std::uint16_t local, std::int64_t bytes) {
  const PortId id = at.channel_at(local);
  ChannelControl& control = at.state.controls[id];
  Watch& watch = at.state.watch[id];
  control.missed += bytes;
  if (control.missed < control.ask_missed || watch.asking) return;
  watch.asking = true;
  remind(at, Channel{id, local, false}, at.now, Kind::control, AboutChannel::by_missed);
}

/// How much later than at full rate a packet leaves that was ready at `ready`. By its wire: without credits
/// it would not have left at full rate either. In all: whatever it waits for; at its source, but for those
/// before it, which wait there at full rate too.
inline void count_lateness(SwitchView& at, PortId channel, unsigned vc, std::int64_t ready, std::int64_t size,
                           std::int64_t leaves) {
  Watch& watch = at.state.watch[channel];
  const std::int64_t time = at.state.full_time(at.outs[channel].link, size);
  watch.full_free = std::max({watch.full_free, ready, at.state.able_from[at.lane_of(channel, vc)]}) + time;
  watch.able_free =
      (at.state.network.is_host_port(channel) ? std::max(watch.able_free, ready) : ready) + time;
  at.lateness.by_wires += leaves - watch.full_free;
  at.lateness.in_all += leaves - watch.able_free;
  ++watch.packets;
}

/// The packet stands in the output queue, unbooked, until it can leave without waiting for its tail.
template <class Here>
void hold(Here& at, Hop hop, Packet& packet, std::int64_t until) {
  OutPort& out = at.out[hop.port];
  packet.at = until;
  packet.group = at.id, packet.port = hop.port, packet.vc = hop.vc;
  packet.rate = out.rate;
  out.waiting += packet.size;
  at.out_lane(hop).waiting += packet.size;
  at.hold(HeldPacket{packet});
  watch_queue(at, Channel{at.channel_at(hop.port), hop.port, false});
}

}  // namespace ebb::inline engine
