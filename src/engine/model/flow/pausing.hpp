// Pause frames: a buffer that is nearly full asks for one, the frame takes its time on the wire behind the
// packet that is being sent, and the other end obeys a reaction time after its last byte.
#pragma once

#include <bit>

#include "base/ensure.hpp"
#include "engine/model/executor_verbs.hpp"

namespace ebb::inline engine {

inline const PauseLimits& limits_at(const SwitchView& at, std::uint16_t local) {
  return at.state.limits[at.out[local].link];
}

/// The pause frame starts on the wire now. It says for every virtual channel whether it is to stop.
template <class Here>
void start_frame(Here& at, std::uint16_t local) {
  PausingPort& port = at.state.pausing[at.first_port + local];
  const OutPort& out = at.out[local];
  port.frame_booked = false;
  ++port.frames;
  const bool whole = at.state.switches.flow.name == FlowControl::pause;
  const std::uint32_t mask = whole ? (port.full_mask ? (1u << at.vcs) - 1 : 0) : port.full_mask;
  if (mask == 0) port.depth = 0;
  const std::int64_t obeyed =
      at.now + port.frame_time + at.delay[out.link] + at.state.switches.flow.reaction.v;
  const bool to_host = out.peer_port == no_port;
  at.later(pause_note(obeyed, out.peer_switch, to_host ? local : out.peer_port, to_host, mask, port.depth));
  if (mask == 0) return;
  port.refresh_at = at.now + limits_at(at, local).refresh;
  if (port.refresh_filed) return;
  port.refresh_filed = true;
  at.later(frame_note(Kind::refresh, port.refresh_at, at.id, local));
}

/// Books the wire for a pause frame, behind the packet that is being sent. A frame that has not begun yet
/// will say the newest.
template <class Here>
void ask_for_frame(Here& at, std::uint16_t local) {
  PausingPort& port = at.state.pausing[at.first_port + local];
  if (port.frame_booked) return;
  OutPort& out = at.out[local];
  const std::int64_t from = std::max(at.now, out.free_at), bytes = at.state.switches.flow.frame.v;
  port.frame_time = at.rates[out.rate].time(bytes);
  out.free_at = from + port.frame_time;
  out.busy += port.frame_time;
  out.bytes += static_cast<std::uint64_t>(bytes);
  if (from == at.now) return start_frame(at, local);
  port.frame_booked = true;
  at.later(frame_note(Kind::frame, from, at.id, local));
}

/// Asks to look at a buffer when its last packet has left, if that may let the other end go on.
template <class Here>
void look_when_drained(Here& at, std::uint16_t local, unsigned vc, const BufferFill& fill) {
  if (!(at.state.pausing[at.first_port + local].full_mask >> vc & 1)) return;
  if (fill.leaves_at > at.now && fill.after_last() <= limits_at(at, local).go)
    at.later(drained_note(fill.leaves_at, at.id, local, vc));
}

/// Returns how far a pause has come upstream when it begins at this buffer now.
template <class Here>
std::uint32_t depth_of_pause(Here& at, std::uint16_t local, unsigned vc) {
  const InLane& in = at.lane_at(local, vc);
  if (!(at.cold_at(local).blocked_mask >> vc & 1)) return 1;
  const PausedLane& cause = at.state.paused[at.lane_of(at.first_port + in.hop_port, in.hop_vc)];
  return cause.in_force(at.now) ? std::min(cause.depth + 1, 255u) : 1;
}

/// The buffer holds as much as it may before the other end has to stop.
template <class Here>
void stop_lane(Here& at, std::uint16_t local, unsigned vc) {
  PausingPort& port = at.state.pausing[at.first_port + local];
  if (port.full_mask >> vc & 1) return;
  const std::uint32_t depth = depth_of_pause(at, local, vc);
  port.depth = static_cast<std::uint8_t>(std::max<std::uint32_t>(port.full_mask ? port.depth : 0, depth));
  const bool whole = at.state.switches.flow.name == FlowControl::pause;
  const bool stops_anyway = whole && port.full_mask != 0;
  port.full_mask = with(port.full_mask, vc);
  at.count(PauseAsked{depth});
  look_when_drained(at, local, vc, at.state.fills[at.lane_of(at.first_port + local, vc)]);
  if (!stops_anyway) ask_for_frame(at, local);
}

/// A packet has left a buffer that had the other end stopped.
template <class Here>
void look_at_buffer(Here& at, std::uint16_t local, unsigned vc) {
  PausingPort& port = at.state.pausing[at.first_port + local];
  const BufferFill& fill = at.state.fills[at.lane_of(at.first_port + local, vc)];
  if (!(port.full_mask >> vc & 1) || fill.at(at.now) > limits_at(at, local).go) return;
  port.full_mask = without(port.full_mask, vc);
  const bool whole = at.state.switches.flow.name == FlowControl::pause;
  if (!whole || port.full_mask == 0) ask_for_frame(at, local);
}

/// Half of the pause is over. It is refreshed if the other end must still not go on.
template <class Here>
void refresh_pause(Here& at, std::uint16_t local) {
  PausingPort& port = at.state.pausing[at.first_port + local];
  port.refresh_filed = false;
  if (port.full_mask == 0) return;
  if (port.refresh_at <= at.now) return ask_for_frame(at, local);
  port.refresh_filed = true;
  at.later(frame_note(Kind::refresh, port.refresh_at, at.id, local));
}

/// A pause frame takes effect at the channel that it is about. Returns whether somebody who waits may go on.
template <class Here>
bool obey_pause(Here& at, const Channel& channel, std::uint32_t mask, std::uint32_t depth) {
  const std::int64_t time =
      at.rates[at.outs[channel.id].rate].long_time(at.state.switches.flow.quanta * bits_of_quantum / 8);
  ColdPort& cold = at.state.cold[channel.id];
  std::uint16_t freed = 0;
  for (unsigned vc = 0; vc < at.vcs; ++vc) {
    PausedLane& lane = at.state.paused[at.lane_of(channel.id, vc)];
    const bool stop = mask >> vc & 1, was_paused = lane.in_force(at.now);
    lane.time = lane.time_up_to(at.now), lane.since = at.now;
    lane.until = stop ? at.now + time : std::min(lane.until, at.now);
    lane.depth = stop ? depth : 0;
    lane.pauses += stop && !was_paused;
    at.credit_of(channel.id, vc) = stop ? closed_gate : open_gate;
    if (stop || !(cold.lack_mask >> vc & 1)) continue;
    cold.lack_mask = without(cold.lack_mask, vc);
    if (at.state.goal) at.state.able_from[at.lane_of(channel.id, vc)] = at.now;
    freed = with(freed, vc);
  }
  return freed != 0;
}

}  // namespace ebb::inline engine
