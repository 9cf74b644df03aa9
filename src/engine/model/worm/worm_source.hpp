// Hosts as sources of worms. A host sends one packet after the other, each flit as soon as it has a credit.
// Where there are virtual lanes it does so in each of them (lane_source.hpp).
#pragma once

#include "engine/model/worm/lane_source.hpp"

namespace ebb::inline engine {

/// Files a note for when a host's wire is free and a credit is there, if that is known.
template <class Here>
[[gnu::always_inline]] inline void wake_host(Here& at, const Channel& channel, WormOut& to) {
  const std::int64_t credit = credits_of(at, channel.id, to, 1).time_of(1);
  if (credit == INT64_MAX) return wait_for_credits(at, channel, 0, to);
  wake_worm_wire(at, channel, std::max({at.now, credit, at.outs[channel.id].free_at}));
}

/// Sends the next packet of a message, or its first flits. False when not even its head can leave: the host
/// is at another packet, its wire is taken, or there is no credit.
template <MovesWorms Here>
bool send_packet(Here& at, HostId h, const QueuedMessage& message, std::int64_t payload) {
  const PortId id = at.state.network.host_port(h);
  const OutPort& out = at.outs[id];
  const Channel channel{id, out.peer_port, true};
  WormOut& to = at.state.worms.outs[at.lane_of(id, 0)];
  if (to.left > 0) return false;
  const std::int64_t size = payload + at.header, from = std::max(at.now, out.free_at);
  if (at.controlled && !may_start(at, id, from)) return false;
  const WormState& worms = at.state.worms;
  const std::int64_t whole = worms.flits_of(size);
  const std::int64_t most = std::min(whole, worms.longest_train);
  const FlitStream& credits = credits_of(at, id, to, most);
  const std::uint32_t flits = credits.gapless(from, flit_time(at, out.rate), most);
  if (flits == 0 || (flits < whole && from > at.now)) {
    wake_host(at, channel, to);
    // With a credit for each of its flits a packet is booked while the one before it is still leaving.
    if (from > at.now && whole <= worms.buffer && credits_of(at, id, to, whole).known() < whole)
      wait_for_credits(at, channel, 0, to);
    return false;
  }
  begin_packet(at, h, channel, 0, message, payload, from, flits);
  if (flits < whole) wake_host(at, channel, to);
  return true;
}

/// The packet that a host is sending goes on. True when it has left whole.
template <class Here>
[[gnu::always_inline]] inline bool send_rest(Here& at, const Channel& channel, WormOut& to) {
  const OutPort& out = at.outs[channel.id];
  if (at.controlled && !may_start(at, channel.id, std::max(at.now, out.free_at))) return false;
  const std::int64_t most = std::min<std::int64_t>(to.left, at.state.worms.longest_train);
  const std::uint32_t flits =
      out.free_at > at.now
          ? 0
          : credits_of(at, channel.id, to, most).gapless(at.now, flit_time(at, out.rate), most);
  if (flits > 0) go_on_with_packet(at, channel, 0, flits);
  if (to.left > 0) wake_host(at, channel, to);
  return to.left == 0;
}

/// A host goes on: with the packet that it is sending, then with the next ones.
template <class Here>
void serve_host(Here& at, const Channel& channel) {
  if (at.state.worms.vls.in_use()) return serve_host_lanes(at, channel);
  WormOut& to = at.state.worms.outs[at.lane_of(channel.id, 0)];
  if (to.left > 0 && !send_rest(at, channel, to)) return;
  pump(at, at.state.network.host_at(channel.id));
}

/// Space has become free at the first switch, for one flit after the other.
template <MovesWorms Here>
void hear_host_credit(Here& at, std::uint16_t local, unsigned vc, std::uint32_t code) {
  const Channel channel = channel_at(at, local, true);
  hear_credits(at, channel.id, at.state.worms.outs[at.lane_of(channel.id, vc)], code);
  if (at.state.worms.vls.in_use()) return wake_host_lanes(at, channel);
  serve_host(at, channel);
}

}  // namespace ebb::inline engine
