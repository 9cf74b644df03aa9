// What a routing sees of the outputs of the switch at hand where packets are worms.
#pragma once

#include "engine/model/worm/worm_view.hpp"

namespace ebb::inline engine {

inline bool vc_is_free(SwitchView& at, Hop hop) {
  const WormOut& out = worm_out(at, hop);
  return out.holder.port == no_port && out.held_until <= at.now &&
         !(at.out[hop.port].blocked_mask >> hop.vc & 1);
}

/// Returns the depth of an output queue in bytes: flits of worms that have chosen this output and have not
/// left. A flit counts until its last byte has.
template <MovesWorms Here>
std::int64_t queue_depth(const Here& at, std::uint16_t local) {
  const OutPort& out = at.out[local];
  std::int64_t from = at.now;
  if (out.silenced) from = std::max(from, at.state.cold[at.first_port + local].silent_until);
  if (out.free_at <= from) return out.waiting;
  const std::int64_t pace = flit_time(at, out.rate);
  return out.waiting + (out.free_at - from + pace - 1) / pace * at.state.worms.flit;
}

/// Says whether a worm that is sent there now would have its way free. The virtual channel is free. And the
/// buffer at the other end has space for the whole worm, or is empty: so a worm never waits in it behind
/// another while it keeps channels before it. The proof for routings with escape channels needs that.
template <MovesWorms Here>
bool is_open(Here& at, Hop hop, std::int64_t size) {
  if (!vc_is_free(at, hop)) return false;
  if (at.out[hop.port].peer_port == no_port) return true;
  const WormState& worms = at.state.worms;
  const std::int64_t needed = std::min<std::int64_t>(worms.flits_of(size), worms.buffer);
  return credits_of(at, at.channel_at(hop.port), worm_out(at, hop), needed).count(at.now) >= needed;
}

}  // namespace ebb::inline engine
