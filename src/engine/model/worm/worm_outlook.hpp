// What a routing sees of the outputs of the switch at hand where packets are worms.
#pragma once

#include "engine/model/worm/worm_view.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

inline bool vc_is_free(SwitchView& context, Hop hop) {
  const WormOut& out = worm_out(context, hop);
  return out.holder.port == no_port && out.held_until <= context.now &&
         !(context.out[hop.port].blocked_mask >> hop.vc & 1);
}

/// Returns the length of an output queue in bytes: flits of worms that have chosen this output and have not
/// left. A flit counts until its last byte has.
template <MovesWorms Context>
std::int64_t queue_length(const Context& context, std::uint16_t local) {
  const OutPort& out = context.out[local];
  std::int64_t from = context.now;
  if (out.in_transition)
    from = std::max(from, context.state.cold[context.first_port + local].transition_until);
  if (out.free_at <= from) return out.waiting;
  const std::int64_t pace = flit_time(context, out.rate);
  return out.waiting + (out.free_at - from + pace - 1) / pace * context.state.worms.flit;
}

/// Returns the bytes of flits that have chosen an output and whose credits have not come back.
template <MovesWorms Context>
std::int64_t queue_with_downstream(Context& context, std::uint16_t local) {
  const OutPort& out = context.out[local];
  if (out.peer_port == no_port) return queue_length(context, local);
  return out.waiting + Context::Flow::lacking(context, context.channel_at(local)) * context.state.worms.flit;
}

/// The same as below, where there are lanes behind the crossbar. Only a lane that is empty counts together
/// with the buffer at the other end: while it sends, its credits are taken a burst at a time.
template <MovesWorms Context>
bool has_open_output_lane(Context& context, Hop hop, std::int64_t flits) {
  const WormState& worms = context.state.worms;
  const PortId channel = context.channel_at(hop.port);
  const std::int64_t slots = worms.output_lanes[context.lane_of(channel, hop.vc)].slots.count(context.now);
  if (slots >= flits) return true;
  if (worms.whole || slots < worms.output_buffer) return false;
  const std::int64_t needed = std::min<std::int64_t>(flits - slots, worms.buffer);
  return credits_of(context, channel, worm_out(context, hop), needed).count(context.now) >= needed;
}

/// Says whether a worm that is sent there now would not be blocked. The virtual channel is free. And the
/// buffers of the channel, behind the crossbar and at the other end, have space for the whole worm, or are
/// empty: so a worm never waits in them behind another while it holds channels before it. The proof for
/// routings with escape channels needs that. A packet that moves whole needs its space behind the crossbar.
template <MovesWorms Context>
bool is_open(Context& context, Hop hop, std::int64_t size) {
  if (!vc_is_free(context, hop)) return false;
  if (context.out[hop.port].peer_port == no_port) return true;
  const WormState& worms = context.state.worms;
  const std::int64_t flits = worms.flits_of(size);
  if (worms.has_output_lanes()) [[unlikely]]
    return has_open_output_lane(context, hop, flits);
  const std::int64_t needed = std::min<std::int64_t>(flits, worms.buffer);
  return credits_of(context, context.channel_at(hop.port), worm_out(context, hop), needed)
             .count(context.now) >= needed;
}

}  // namespace ebb::inline engine
