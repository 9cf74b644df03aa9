// What a controlled channel asks of the rules that use it. Questions must come in time. A wire may take one
// packet at a time only. A packet that came in slowly waits until its tail is near enough to leave fast. And
// lateness is counted. Who asks the policy, and what follows, is in engine/control.
#pragma once

#include "engine/model/executor_verbs.hpp"

namespace ebb::inline engine {

/// What a routing sees of a channel that it should shun: it looks deeper than any queue.
inline constexpr std::int64_t shunned_depth = std::int64_t{1} << 40;

/// Returns the bytes that wait for the wire and those that it is still booked for.
inline std::int64_t bytes_queued(const SwitchView& at, const Channel& channel) {
  if (!channel.of_host) return at.queued(channel.local);
  const OutPort& out = at.outs[channel.id];
  const std::int64_t from = std::max(at.now, at.state.cold[channel.id].silent_until);
  return at.state.host[at.state.network.host_at(channel.id)].backlog +
         (out.free_at > from ? at.rates[out.rate].bytes(out.free_at - from) : 0);
}

/// Files a note about a channel of the switch at hand.
template <class Here>
void remind(Here& at, const Channel& channel, std::int64_t when, Kind kind, unsigned more = 0) {
  at.later(channel_note(kind, when, at.id, channel.local, channel.of_host, more));
}

/// Says whether a wire must be asked before a packet gets it: its rate may change, or a pause may come.
template <class Here>
bool is_guarded(const Here& at) {
  return at.controlled || Here::Flow::goes_by_step(at);
}

/// Files a note to look at the wire when it is free, and not before `when`, unless one is filed already.
template <class Here>
void wake_wire(Here& at, const Channel& channel, std::int64_t when = 0) {
  Watch& watch = at.state.watch[channel.id];
  if (watch.wire_wake) return;
  watch.wire_wake = true;
  remind(at, channel, std::max({at.now, at.outs[channel.id].free_at, when}), Kind::wire);
}

/// Says whether a packet may get this wire from `from` on.
template <class Here>
bool may_start(Here& at, PortId id, std::int64_t from) {
  const Watch& watch = at.state.watch[id];
  if (from >= watch.horizon || watch.asking) return false;           // the answer comes first
  const bool ahead = Here::Flow::goes_by_step(at) && from > at.now;  // a pause might come before
  if (!ahead && (!watch.step || at.outs[id].free_at <= at.now)) return true;
  const bool of_host = at.state.network.is_host_port(id);
  const auto local = of_host ? at.outs[id].peer_port : static_cast<std::uint16_t>(id - at.first_port);
  wake_wire(at, Channel{id, local, of_host}, ahead ? from : 0);
  return false;
}

/// Brings the next question forward when the queue and `more` bytes are as long as the policy has named. The
/// question is an event of its own, because the caller is in the middle of something.
template <class Here>
void watch_queue(Here& at, const Channel& channel, std::int64_t more = 0) {
  Watch& watch = at.state.watch[channel.id];
  if (watch.asking || watch.ask_at == Decision::no_queue.v) return;
  if (bytes_queued(at, channel) + more < watch.ask_at) return;
  watch.asking = true;
  remind(at, channel, at.now, Kind::control, AboutChannel::by_queue);
}

/// A packet would have gone this way. A channel that is off costs no event until enough packets have missed
/// it.
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

/// Counts how much later a packet leaves than it would at full rate; it was ready at `ready`. Lateness by
/// wires leaves out the time without credits: then it would not have left at full rate either. Lateness in
/// all counts whatever the packet waits for. Only at its source, those before it do not count, because they
/// wait there at full rate too.
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
  packet.switch_id = at.id, packet.port = hop.port, packet.vc = hop.vc;
  packet.rate = out.rate;
  out.waiting += packet.size;
  at.out_lane(hop).waiting += packet.size;
  at.hold(HeldPacket{packet});
  if (at.controlled) watch_queue(at, Channel{at.channel_at(hop.port), hop.port, false});
}

}  // namespace ebb::inline engine
