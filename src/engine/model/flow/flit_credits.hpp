// Credits that count flits. They come as notes, a train of them at a time, so the source of a channel always
// knows what it has: nobody needs to look into a log at the other end.
#pragma once

#include "engine/model/executor_verbs.hpp"

namespace ebb::inline engine {

struct FlitCredits {
  /// A train that was booked will be sent.
  static constexpr bool goes_by_step(const SwitchView&) { return false; }

  /// Nobody is ever told to stop.
  template <class Here>
  static constexpr bool is_paused(Here&, Hop) {
    return false;
  }

  /// Says whether all credits are back: no flit is in the buffers at the other end or on its way.
  template <class Here>
  static bool all_back(Here& at, PortId channel) {
    if (at.outs[channel].peer_port == no_port) return true;  // a host takes whatever comes
    const WormState& worms = at.state.worms;
    for (unsigned vc = 0; vc < at.vcs; ++vc)
      if (worms.outs[at.lane_of(channel, vc)].credits.count(at.now) < worms.buffer) return false;
    return true;
  }
};

}  // namespace ebb::inline engine
