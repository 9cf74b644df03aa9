// Lanes behind the crossbar: buffers at an output, one for each virtual channel, as in Kim's InfiniBand
// switches. Flits cross from an input lane at the full rate of their input, and leave in the order in which
// they came, cut through: a flit may be on the wire while it still comes out of the crossbar.
//
// Crossing is arbitrated in worm_output.hpp, as the wire is where there are no such lanes. Here the lanes get
// the wire: by the weights and priorities of their virtual lanes, or else in turn. A look at the crossbar
// comes before a look at the wire in its picosecond (Kind in records.hpp), so all that cross now compete.
#pragma once

#include <bit>

#include "engine/model/worm/send_burst.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

/// A lane behind the crossbar, and the channel that its flits leave by.
struct OutputQueue {
  Hop hop;
  PortId channel;
  OutputLane& lane;
  OutPort& out;
  WormOut& to;
  std::int64_t pace;  ///< time of a flit on the wire

  bool to_host() const { return out.peer_port == no_port; }
};
inline OutputQueue output_queue_at(SwitchView& context, Hop hop) {
  const PortId channel = context.channel_at(hop.port);
  const std::size_t place = context.lane_of(channel, hop.vc);
  WormState& worms = context.state.worms;
  OutPort& out = context.outs[channel];
  return {hop, channel, worms.output_lanes[place], out, worms.outs[place], flit_time(context, out.rate)};
}

/// Returns how many flits of the oldest packet of a lane could leave one after the other from now on.
template <class Context>
std::uint32_t flits_ready(Context& context, const OutputQueue& queue) {
  const WormState& worms = context.state.worms;
  const std::uint32_t left = queue.lane.left;
  const std::int64_t most = worms.whole ? left : std::min<std::int64_t>(left, worms.longest_burst);
  const FlitStream& flits = queue.lane.flits;
  if (most == 0) return 0;
  const std::uint32_t here = flits.gapless(context.now - lag_of(flits, queue.pace), queue.pace, most);
  if (here == 0 || (worms.whole && here < left)) return 0;
  if (queue.to_host()) return here;
  const FlitStream& credits = credits_of(context, queue.channel, queue.to, here);
  if (worms.whole) return credits.count(context.now) < here ? 0 : here;
  return credits.gapless(context.now, queue.pace, here);
}

/// Says whether a lane whose burst ends now can send the next flit of its packet.
template <class Context>
bool goes_on(Context& context, const OutputQueue& queue) {
  return queue.lane.busy_until == context.now && queue.lane.begun && flits_ready(context, queue) > 0;
}

/// Says whether a lane could have the wire now.
template <class Context>
bool wire_is_free(Context& context, const OutputQueue& queue) {
  if (queue.out.free_at != context.now) return queue.out.free_at < context.now;
  const auto owner = static_cast<std::uint8_t>(context.state.worms.ports[queue.channel].owner);
  return owner == queue.hop.vc || !goes_on(context, output_queue_at(context, Hop{queue.hop.port, owner}));
}

/// Schedules an event for the wire, for when a lane may send, if that is known. Else it waits for credits, or
/// for flits to cross, which wake it.
template <class Context>
void wake_output_lane(Context& context, const OutputQueue& queue, Wake wake = Wake::always) {
  const FlitStream& flits = queue.lane.flits;
  const std::int64_t needed = context.state.worms.whole ? queue.lane.left : 1;
  const std::int64_t credits =
      queue.to_host() ? INT64_MIN : credits_of(context, queue.channel, queue.to, needed).time_of(needed);
  const Channel channel{queue.channel, queue.hop.port, false};
  if (credits == INT64_MAX) return wait_for_credits(context, channel, queue.hop.vc, queue.to);
  const std::int64_t here = flits_from(context, flits, queue.lane.left, queue.pace);
  if (here == INT64_MAX) return;
  const std::int64_t when = std::max({context.now, here, credits, queue.out.free_at});
  if (wake == Wake::always || when > context.now) wake_worm_wire(context, channel, when);
}

/// A packet's head crosses: the packet joins the lane. It is a copy, because the original may be in the pool
/// that grows.
template <class Context>
void join_output_lane(Context& context, const Worm& worm, const Packet packet) {
  OutLane& list = context.out_lane(worm.hop);
  context.queued_packets().append(list.head, list.tail, packet);
  if (worm.behind->left > 0) return;
  worm.behind->left = static_cast<std::uint32_t>(context.state.worms.flits_of(packet.size));
  CrossbarOutput& output = context.state.worms.crossbar_outputs[worm.channel];
  output.queued_mask = with(output.queued_mask, worm.hop.vc);
}

/// The tail of a lane's oldest packet leaves: the next one is the oldest.
template <class Context>
void leave_output_lane(Context& context, const OutputQueue& queue) {
  OutLane& list = context.out_lane(queue.hop);
  context.queued_packets().pop(list.head);
  queue.lane.begun = false;
  if (list.head != no_id) {
    const std::int64_t size = context.queued_packets()[list.head].size;
    queue.lane.left = static_cast<std::uint32_t>(context.state.worms.flits_of(size));
    return;
  }
  CrossbarOutput& output = context.state.worms.crossbar_outputs[queue.channel];
  output.queued_mask = without(output.queued_mask, queue.hop.vc);
}

/// A packet's head crosses: the packet counts for the turns of its virtual lane at both sides of the
/// crossbar. All of it counts at once, because several packets cross at a time, so others may be arbitrated
/// meanwhile.
template <class Context>
void count_crossing(Context& context, const Worm& worm) {
  WormState& worms = context.state.worms;
  const auto flits = static_cast<std::int32_t>(worm.lane.left);
  worms.crossbar_turns[context.channel_at(worm.name.port)].sent(worms.vls, worms.vls.lane_of(worm.name.vc),
                                                                flits, false);
  worms.crossbar_outputs[worm.channel].turns.sent(worms.vls, worms.vls.lane_of(worm.hop.vc), flits, false);
}

/// The next flits of a worm cross now. True when its tail is among them.
template <class Context>
bool cross_burst(Context& context, const Worm& worm, const Packet& packet, std::uint32_t flits) {
  WormState& worms = context.state.worms;
  worm.behind->slots.take(flits);
  worm.behind->flits.add(context.now, worm.pace, flits);
  if (worms.cells > 0) {
    count_read(context, flits, worm.pace);
    count_written(context, context.now - worms.output_stage, worm.pace, flits);
  }
  worms.crossbar_outputs[worm.channel].last = worm.hop.vc;
  if (!worm.lane.begun) {
    if (worms.vls.in_use()) count_crossing(context, worm);
    join_output_lane(context, worm, packet);
  }
  return leave_input(context, worm, flits, context.now + flits * worm.pace);
}

/// The next flits of a lane's oldest packet leave now.
template <class Context>
void send_burst(Context& context, const OutputQueue& queue, std::uint32_t flits) {
  OutputLane& lane = queue.lane;
  WormState& worms = context.state.worms;
  const Packet& packet = context.queued_packets()[context.out_lane(queue.hop).head];
  const bool tail = flits == lane.left, first = !lane.begun;
  const bool goes_on = !first && lane.busy_until == context.now;
  launch_burst(context, queue, packet, flits, first, tail);
  if (worms.cells > 0) count_read(context, flits, queue.pace);
  if (worms.vls.in_use())
    worms.arbiters[queue.channel].sent(worms.vls, queue.hop.vc, static_cast<std::int32_t>(flits), goes_on);
  worms.ports[queue.channel].owner = queue.hop.vc;
  lane.flits.take(flits);
  lane.slots.add(context.now + queue.pace, queue.pace, flits);
  lane.left -= flits, lane.busy_until = queue.out.free_at, lane.begun = true;
  if (tail) leave_output_lane(context, queue);
  if (lane.left > 0) wake_output_lane(context, queue);
  if (const LaneName holder = queue.to.holder; holder.port != no_port)
    wake_worm(context, holder, Wake::unless_now);
}

/// Lets a lane send, if it can.
template <class Context>
bool try_output_lane(Context& context, const OutputQueue& queue) {
  if (queue.lane.left == 0 || !wire_is_free(context, queue)) return false;
  const std::uint32_t flits = flits_ready(context, queue);
  if (flits == 0 || (context.controlled && !may_start(context, queue.channel, context.now))) return false;
  send_burst(context, queue, flits);
  return true;
}
template <class Context>
bool try_output_lane(Context& context, std::uint16_t local, unsigned vc) {
  return try_output_lane(context, output_queue_at(context, Hop{local, static_cast<std::uint8_t>(vc)}));
}

/// Gives a wire that is free to a lane: to the one that had it, if it goes on; or to the next one.
template <class Context>
bool give_wire_to_output_lane(Context& context, std::uint16_t local) {
  const WormState& worms = context.state.worms;
  const PortId channel = context.channel_at(local);
  const unsigned owner = worms.ports[channel].owner, queued = worms.crossbar_outputs[channel].queued_mask;
  const OutputQueue last = output_queue_at(context, Hop{local, static_cast<std::uint8_t>(owner)});
  if (last.out.free_at == context.now && goes_on(context, last)) return try_output_lane(context, last);
  if (worms.vls.in_use())
    return give_to_lane(context, channel, queued,
                        [&](unsigned vc) { return try_output_lane(context, local, vc); });
  for (unsigned i = 1; i <= context.vcs; ++i)
    if (const unsigned vc = (owner + i) % context.vcs;
        queued >> vc & 1 && try_output_lane(context, local, vc))
      return true;
  return false;
}

/// Looks at a wire behind output lanes: one of them may get it, and each that waits for a known time has an
/// event for it.
template <class Context>
void serve_output_lanes(Context& context, std::uint16_t local) {
  const bool sent = context.out[local].free_at <= context.now && give_wire_to_output_lane(context, local);
  const WormState& worms = context.state.worms;
  const PortId channel = context.channel_at(local);
  unsigned queued = worms.crossbar_outputs[channel].queued_mask;
  if (sent) queued &= ~(1u << worms.ports[channel].owner);  // it has its event
  for (; queued != 0; queued &= queued - 1)
    wake_output_lane(
        context, output_queue_at(context, Hop{local, static_cast<std::uint8_t>(std::countr_zero(queued))}),
        Wake::unless_now);
}

/// Flits have crossed into a lane, or credits have come for it: it gets the wire at once, if it can.
template <class Context>
void offer_wire(Context& context, Hop hop) {
  const OutputQueue queue = output_queue_at(context, hop);
  if (!try_output_lane(context, queue)) wake_output_lane(context, queue, Wake::unless_now);
}

}  // namespace ebb::inline engine
