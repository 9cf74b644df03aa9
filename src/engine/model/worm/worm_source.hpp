// Hosts as sources of worms. A host sends one packet after the other, each flit as soon as it has a credit.
// Where there are virtual lanes it does so in each of them (lane_source.hpp).
#pragma once

#include "engine/model/worm/lane_source.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// Schedules an event for when a host's wire is free and a credit is there, if that is known.
template <class Context>
[[gnu::always_inline]] inline void wake_host(Context& context, const Channel& channel, WormOut& to) {
  const std::int64_t credit = credits_of(context, channel.id, to, 1).time_of(1);
  if (credit == INT64_MAX) return wait_for_credits(context, channel, 0, to);
  wake_worm_wire(context, channel, std::max({context.now, credit, context.outs[channel.id].free_at}));
}

/// Sends the next packet of a message, or its first flits. False when not even its head can leave: the host
/// is sending another packet, its wire is taken, or there is no credit.
template <MovesWorms Context>
bool send_packet(Context& context, HostId h, const QueuedMessage& message, std::int64_t payload) {
  const PortId id = context.state.network.host_port(h);
  const OutPort& out = context.outs[id];
  const Channel channel{id, out.peer_port, true};
  WormOut& to = context.state.worms.outs[context.lane_of(id, 0)];
  if (to.left > 0) return false;
  const std::int64_t size = payload + context.header, from = std::max(context.now, out.free_at);
  if (context.controlled && !may_start(context, id, from)) return false;
  const WormState& worms = context.state.worms;
  const std::int64_t whole = worms.flits_of(size);
  const std::int64_t most = std::min(whole, worms.longest_burst);
  const FlitStream& credits = credits_of(context, id, to, most);
  const std::uint32_t flits = credits.gapless(from, flit_time(context, out.rate), most);
  if (flits == 0 || (flits < whole && from > context.now)) {
    wake_host(context, channel, to);
    // With a credit for each of its flits, a packet is booked while the one before it is still leaving.
    if (from > context.now && whole <= worms.buffer && credits_of(context, id, to, whole).known() < whole)
      wait_for_credits(context, channel, 0, to);
    return false;
  }
  begin_packet(context, h, channel, 0, message, payload, from, flits);
  if (flits < whole) wake_host(context, channel, to);
  return true;
}

/// The packet that a host is sending goes on. True when all of it has left.
template <class Context>
[[gnu::always_inline]] inline bool send_rest(Context& context, const Channel& channel, WormOut& to) {
  const OutPort& out = context.outs[channel.id];
  if (context.controlled && !may_start(context, channel.id, std::max(context.now, out.free_at))) return false;
  const std::int64_t most = std::min<std::int64_t>(to.left, context.state.worms.longest_burst);
  const std::uint32_t flits = out.free_at > context.now
                                  ? 0
                                  : credits_of(context, channel.id, to, most)
                                        .gapless(context.now, flit_time(context, out.rate), most);
  if (flits > 0) go_on_with_packet(context, channel, 0, flits);
  if (to.left > 0) wake_host(context, channel, to);
  return to.left == 0;
}

/// A host goes on: with the packet that it is sending, then with the next ones.
template <class Context>
void serve_host(Context& context, const Channel& channel) {
  if (context.state.worms.vls.in_use()) return serve_host_lanes(context, channel);
  WormOut& to = context.state.worms.outs[context.lane_of(channel.id, 0)];
  if (to.left > 0 && !send_rest(context, channel, to)) return;
  pump(context, context.state.network.host_at(channel.id));
}

/// Credits have arrived from the first switch, one flit after the other.
template <MovesWorms Context>
void receive_host_credit(Context& context, std::uint16_t local, unsigned vc, std::uint32_t code) {
  const Channel channel = channel_at(context, local, true);
  receive_credits(context, channel.id, context.state.worms.outs[context.lane_of(channel.id, vc)], code);
  if (context.state.worms.vls.in_use()) return wake_host_lanes(context, channel);
  serve_host(context, channel);
}

}  // namespace ebb::inline engine
