// Pause frames. A buffer that is nearly full requests one. The frame takes its time on the wire behind the
// packet that is being sent, and the other end reacts a reaction time after its last byte.
#pragma once

#include <bit>

#include "base/ensure.hpp"
#include "engine/model/executor_verbs.hpp"

namespace ebb::inline engine {

inline const PauseLimits& limits_at(const SwitchView& context, std::uint16_t local) {
  return context.state.ethernet.limits[context.out[local].link];
}

/// The pause frame starts on the wire now. It states for every virtual channel whether it has to stop.
template <class Context>
void start_frame(Context& context, std::uint16_t local) {
  PausingPort& port = context.state.ethernet.pausing[context.first_port + local];
  const OutPort& out = context.out[local];
  port.frame_booked = false;
  ++port.frames;
  const bool whole = context.state.switches.flow.name == FlowControl::pause;
  const std::uint32_t mask = whole ? (port.full_mask ? (1u << context.vcs) - 1 : 0) : port.full_mask;
  if (mask == 0) port.depth = 0;
  const std::int64_t reacts_at =
      context.now + port.frame_time + context.delay[out.link] + context.state.switches.flow.reaction.v;
  const bool to_host = out.peer_port == no_port;
  context.schedule(
      pause_event(reacts_at, out.peer_switch, to_host ? local : out.peer_port, to_host, mask, port.depth));
  if (mask == 0) return;
  port.refresh_at = context.now + limits_at(context, local).refresh;
  if (port.refresh_filed) return;
  port.refresh_filed = true;
  context.schedule(frame_event(Kind::refresh, port.refresh_at, context.id, local));
}

/// Books the wire for a pause frame, behind the packet that is being sent. A frame that has not begun yet
/// will carry the newest state.
template <class Context>
void request_frame(Context& context, std::uint16_t local) {
  PausingPort& port = context.state.ethernet.pausing[context.first_port + local];
  if (port.frame_booked) return;
  OutPort& out = context.out[local];
  const std::int64_t from = std::max(context.now, out.free_at), bytes = context.state.switches.flow.frame.v;
  port.frame_time = context.rates[out.rate].time(bytes);
  out.free_at = from + port.frame_time;
  out.busy += port.frame_time;
  out.bytes += static_cast<std::uint64_t>(bytes);
  if (from == context.now) return start_frame(context, local);
  port.frame_booked = true;
  context.schedule(frame_event(Kind::frame, from, context.id, local));
}

/// Schedules a look at a buffer for when its last packet has left, if that may cause XON.
template <class Context>
void look_when_drained(Context& context, std::uint16_t local, unsigned vc, const BufferOccupancy& occupancy) {
  if (!(context.state.ethernet.pausing[context.first_port + local].full_mask >> vc & 1)) return;
  if (occupancy.leaves_at > context.now && occupancy.after_last() <= limits_at(context, local).xon)
    context.schedule(drained_event(occupancy.leaves_at, context.id, local, vc));
}

/// Returns how far a pause has come upstream when it begins at this buffer now.
template <class Context>
std::uint32_t depth_of_pause(Context& context, std::uint16_t local, unsigned vc) {
  const InLane& in = context.lane_at(local, vc);
  if (!(context.cold_at(local).blocked_mask >> vc & 1)) return 1;
  const PausedLane& cause =
      context.state.ethernet.paused[context.lane_of(context.first_port + in.hop_port, in.hop_vc)];
  return cause.in_force(context.now) ? std::min(cause.depth + 1, 255u) : 1;
}

/// The buffer has reached XOFF.
template <class Context>
void send_xoff(Context& context, std::uint16_t local, unsigned vc) {
  PausingPort& port = context.state.ethernet.pausing[context.first_port + local];
  if (port.full_mask >> vc & 1) return;
  const std::uint32_t depth = depth_of_pause(context, local, vc);
  port.depth = static_cast<std::uint8_t>(std::max<std::uint32_t>(port.full_mask ? port.depth : 0, depth));
  const bool whole = context.state.switches.flow.name == FlowControl::pause;
  const bool stops_anyway = whole && port.full_mask != 0;
  port.full_mask = with(port.full_mask, vc);
  context.count(PauseRequested{depth});
  look_when_drained(context, local, vc,
                    context.state.ethernet.occupancies[context.lane_of(context.first_port + local, vc)]);
  if (!stops_anyway) request_frame(context, local);
}

/// A packet has left a buffer that had paused the other end.
template <class Context>
void look_at_buffer(Context& context, std::uint16_t local, unsigned vc) {
  PausingPort& port = context.state.ethernet.pausing[context.first_port + local];
  const BufferOccupancy& occupancy =
      context.state.ethernet.occupancies[context.lane_of(context.first_port + local, vc)];
  if (!(port.full_mask >> vc & 1) || occupancy.at(context.now) > limits_at(context, local).xon) return;
  port.full_mask = without(port.full_mask, vc);
  const bool whole = context.state.switches.flow.name == FlowControl::pause;
  if (!whole || port.full_mask == 0) request_frame(context, local);
}

/// Half of the pause is over. It is refreshed if the other end must stay paused.
template <class Context>
void refresh_pause(Context& context, std::uint16_t local) {
  PausingPort& port = context.state.ethernet.pausing[context.first_port + local];
  port.refresh_filed = false;
  if (port.full_mask == 0) return;
  if (port.refresh_at <= context.now) return request_frame(context, local);
  port.refresh_filed = true;
  context.schedule(frame_event(Kind::refresh, port.refresh_at, context.id, local));
}

/// A pause frame takes effect at its channel. Returns whether a packet that waits may go on.
template <class Context>
bool react_to_pause(Context& context, const Channel& channel, std::uint32_t mask, std::uint32_t depth) {
  const std::int64_t time = context.rates[context.outs[channel.id].rate].long_time(
      context.state.switches.flow.quanta * bits_of_quantum / 8);
  ColdPort& cold = context.state.cold[channel.id];
  std::uint16_t freed = 0;
  for (unsigned vc = 0; vc < context.vcs; ++vc) {
    PausedLane& lane = context.state.ethernet.paused[context.lane_of(channel.id, vc)];
    const bool xoff = mask >> vc & 1, was_paused = lane.in_force(context.now);
    lane.time = lane.time_up_to(context.now), lane.since = context.now;
    lane.until = xoff ? context.now + time : std::min(lane.until, context.now);
    lane.depth = xoff ? depth : 0;
    lane.pauses += xoff && !was_paused;
    context.credit_of(channel.id, vc) = xoff ? closed_gate : open_gate;
    if (xoff || !(cold.lack_mask >> vc & 1)) continue;
    cold.lack_mask = without(cold.lack_mask, vc);
    if (context.state.control.latency_bound)
      context.state.control.able_from[context.lane_of(channel.id, vc)] = context.now;
    freed = with(freed, vc);
  }
  return freed != 0;
}

}  // namespace ebb::inline engine
