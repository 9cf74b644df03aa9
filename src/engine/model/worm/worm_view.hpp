// What the rules of wormhole switching look up at the switch at hand, and what they file to look again.
//
// Only one rule gives a wire away: serve_wire() in worm_output.hpp, or a head that finds everything free.
// Whatever may enable a worm (flits, credits, a virtual channel) files a note for its wire, and notes of
// wires come after flits and credits of the same picosecond. So it does not matter in how many trains these
// come.
#pragma once

#include "engine/model/controlled.hpp"

namespace ebb::inline engine {

template <class Here>
concept MovesWorms = requires {
  requires Here::Forwarding::moves_worms;
};

inline WormLane& worm_lane(SwitchView& at, LaneName name) {
  return at.state.worms.lanes[at.lane_of(at.first_port + name.port, name.vc)];
}
inline WormOut& worm_out(SwitchView& at, Hop hop) {
  return at.state.worms.outs[at.lane_of(at.first_port + hop.port, hop.vc)];
}
inline WormPort& worm_port(SwitchView& at, std::uint16_t local) {
  return at.state.worms.ports[at.first_port + local];
}
inline std::int64_t flit_time(const SwitchView& at, std::uint16_t rate) {
  return at.state.worms.flit_time[rate];
}
inline Hop hop_of(SwitchView& at, LaneName name) {
  const InLane& in = at.lane_at(name.port, name.vc);
  return {in.hop_port, static_cast<std::uint8_t>(in.hop_vc)};
}

/// Returns the flits of a lane as a wire that takes one every `pace` may use them. A flit that comes in more
/// slowly than it leaves waits until it does not overtake its own end.
inline FlitStream flits_for(const WormLane& lane, std::int64_t pace) {
  FlitStream flits = lane.flits;
  if (flits.step > pace) flits.at += flits.step - pace;
  return flits;
}

/// Returns how many flits of a lane's oldest worm could leave one after the other from now on: they are here,
/// or will be in time, and so are their credits.
inline std::uint32_t flits_ready(SwitchView& at, const WormLane& lane, Hop hop) {
  const OutPort& out = at.out[hop.port];
  const WormState& worms = at.state.worms;
  const std::int64_t pace = flit_time(at, out.rate);
  const std::int64_t most = worms.whole ? lane.left : std::min<std::int64_t>(lane.left, worms.longest_train);
  const std::uint32_t here = flits_for(lane, pace).gapless(at.now, pace, most);
  if (here == 0 || (worms.whole && here < lane.left)) return 0;
  if (out.peer_port == no_port) return here;
  const FlitStream& credits = worm_out(at, hop).credits;
  if (worms.whole) return credits.count(at.now) < here ? 0 : here;
  return credits.gapless(at.now, pace, here);
}

/// Returns from when on the oldest packet of a lane is here, or comes in fast enough to leave without a gap.
inline std::int64_t whole_from(const WormLane& lane, std::int64_t pace) {
  const FlitStream& flits = lane.flits;
  if (flits.settled >= std::int64_t{lane.left}) return INT64_MIN;
  return flits.at + lane.left * std::max<std::int64_t>(0, flits.step - pace);
}

/// Returns from when on a lane's oldest worm can send, as far as it is known.
inline std::int64_t ready_from(SwitchView& at, const WormLane& lane, Hop hop) {
  const OutPort& out = at.out[hop.port];
  const bool whole = at.state.worms.whole;
  const std::int64_t pace = flit_time(at, out.rate);
  const std::int64_t here = whole ? whole_from(lane, pace) : flits_for(lane, pace).time_of(1);
  if (out.peer_port == no_port) return here;
  return std::max(here, worm_out(at, hop).credits.time_of(whole ? lane.left : 1));
}

/// Says whether a worm whose train ends now can send its next flit. Then nobody gets between.
inline bool goes_on(SwitchView& at, LaneName name) {
  const WormLane& lane = worm_lane(at, name);
  return lane.busy_until == at.now && lane.stage == WormStage::holding && lane.begun &&
         flits_ready(at, lane, hop_of(at, name)) > 0;
}

/// Says whether a virtual channel could have the wire now: it is free, and no other worm goes on.
inline bool wire_is_free(SwitchView& at, Hop hop) {
  const std::int64_t free_at = at.out[hop.port].free_at;
  if (free_at != at.now) return free_at < at.now;
  const std::uint8_t owner = worm_port(at, hop.port).owner;
  if (owner == hop.vc) return true;
  const LaneName holder = worm_out(at, Hop{hop.port, owner}).holder;
  return holder.port == no_port || !goes_on(at, holder);
}

/// Says whether the path from an input can take a worm of this lane besides those that it moves now.
inline bool path_is_free(SwitchView& at, LaneName name) {
  const unsigned paths = at.state.worms.paths;
  if (paths >= at.vcs) return true;
  unsigned moving = 0;
  for (std::uint16_t vc = 0; vc < at.vcs; ++vc) {
    const LaneName other{name.port, vc};
    if (vc != name.vc) moving += worm_lane(at, other).busy_until > at.now || goes_on(at, other);
  }
  return moving < paths;
}

/// Files a note to look at a wire at `when`, unless it will be looked at before. Whoever looks files the next
/// note for those that still wait.
template <class Here>
void wake_worm_wire(Here& at, const Channel& channel, std::int64_t when) {
  WormPort& port = at.state.worms.ports[channel.id];
  if (port.wire_note <= when) return;
  port.wire_note = when;
  at.later(channel_note(Kind::wire, when, at.id, channel.local, channel.of_host));
}

/// Files a note to look at the lanes of an input at `when`.
template <class Here>
void wake_worm_input(Here& at, std::uint16_t local, std::int64_t when) {
  WormPort& port = worm_port(at, local);
  if (port.input_note <= when) return;
  port.input_note = when;
  at.later(input_note(when, at.id, local));
}

/// Files a note for the wire of a worm that has its virtual channel, for when it may go on, if that is known.
template <class Here>
void wake_worm(Here& at, LaneName name) {
  const Hop hop = hop_of(at, name);
  const std::int64_t ready = ready_from(at, worm_lane(at, name), hop);
  if (ready == INT64_MAX) return;  // flits or credits will come, and wake it
  wake_worm_wire(at, Channel{at.channel_at(hop.port), hop.port, false},
                 std::max({at.now, ready, at.out[hop.port].free_at}));
}

}  // namespace ebb::inline engine
