// A burst leaves: flits of one worm that follow each other without a gap, and whose credits are known.
#pragma once

#include "engine/model/delivery.hpp"
#include "engine/model/flow/credit_path.hpp"
#include "engine/model/worm/worm_view.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

/// The burst takes the wire of a channel from `from` on. Returns when its last byte has left.
inline std::int64_t take_wire(SwitchView& context, OutPort& out, std::int64_t from, std::uint32_t flits,
                              std::int64_t pace) {
  const std::int64_t time = flits * pace;
  out.free_at = from + time;
  out.busy += time;
  out.bytes += flits * static_cast<std::uint64_t>(context.state.worms.flit);
  return out.free_at;
}

/// So many flits take their credits of a virtual channel, one after the other from `from` on.
inline void take_credits(SwitchView& context, PortId channel, WormOut& to, std::int64_t from,
                         std::uint32_t flits) {
  to.credits.take(flits);
  if (!context.state.control.downstream.in_use()) [[likely]]
    return;
  context.state.control.downstream.taken[channel] +=
      flits_by_time(flits, from, flit_time(context, context.outs[channel].rate));
}

/// Credits of a virtual channel come from now on, for flits that have left at this rate: in the log, or by
/// this event after those in the log.
template <class Context>
[[gnu::always_inline]] inline void receive_credits(Context& context, PortId channel, WormOut& to,
                                                   std::uint32_t code) {
  if (flits_in(code) == 0) {
    to.credits.asked = false;
    return;
  }
  look_at_credits(context, channel, to);
  const std::int64_t step = flit_time(context, rate_in(code));
  to.credits.add(context.now, step, flits_in(code));
  if (!context.state.control.downstream.in_use()) [[likely]]
    return;
  context.state.control.downstream.taken[channel] -= flits_by_time(flits_in(code), context.now, step);
}

/// Returns a burst of so many flits, the first at `from` and one every `pace`.
inline FlitBurst burst_of(std::int64_t from, std::uint32_t flits, std::int64_t pace) {
  return {from, static_cast<std::uint32_t>(pace), flits};
}

/// Flits go to the lane at the other end of a channel in a burst of their own, to be there at `arrives`.
template <class Context>
[[gnu::always_inline]] inline void send_flits(Context& context, const OutPort& out, unsigned vc,
                                              const WormOut& to, std::int64_t arrives, std::uint32_t flits,
                                              std::int64_t pace) {
  context.log_burst(out.peer_switch, to.target, context.state.worms.lanes[to.target].flits,
                    burst_of(arrives, flits, pace), [&] {
                      const std::uint32_t code = burst_code(flits, out.rate);
                      return flits_event(arrives, out.peer_switch, out.peer_port, vc, code);
                    });
}

/// A worm's head goes to the switch at the other end of a channel, and its first burst with it: as a packet.
template <class Context>
void send_head(Context& context, const OutPort& out, const Packet& packet, unsigned vc, const WormOut& to,
               std::int64_t arrives, std::uint32_t flits) {
  const std::int64_t pace = flit_time(context, out.rate), whole = context.state.worms.flits_of(packet.size);
  if (context.state.worms.stored) arrives += flits * pace;
  Packet head = packet;
  head.at = arrives;
  head.switch_id = out.peer_switch, head.port = out.peer_port, head.vc = static_cast<std::uint16_t>(vc);
  const std::uint32_t together = std::min(flits, most_with_head);
  head.rate = flits < whole ? rate_with_head(out.rate, together) : out.rate;
  context.send(head);
  if (flits == whole || flits == together) return;
  send_flits(context, out, vc, to, arrives + together * pace, flits - together, pace);
}

/// The buffer space of the burst's flits is free as each of them has left. The other end of the cable knows a
/// little later.
template <class Context>
[[gnu::always_inline]] inline void return_flits(Context& context, const Worm& worm, std::uint32_t flits) {
  const OutPort& back = context.out[worm.name.port];
  const std::int64_t due = context.now + worm.pace + context.delay[back.link] + context.credit_time;
  if (context.state.control.has_credit_paths()) [[unlikely]]
    send_credits(context, worm.name.port, flits, worm.pace);
  context.log_burst(back.peer_switch, worm.in, context.state.worms.outs[worm.lane.source].credits,
                    burst_of(due, flits, worm.pace), [&] {
                      const auto [port, vc] = worm.name;
                      const std::uint32_t code = burst_code(flits, worm.rate);
                      return back.peer_port == no_port
                                 ? host_credit_event(due, back.peer_switch, port, code, vc)
                                 : credit_event(due, back.peer_switch, back.peer_port, vc, code);
                    });
}

/// Counts the cells of flits that are read from now on, one every `pace`.
template <class Context>
void count_read(Context& context, std::uint32_t flits, std::int64_t pace) {
  const std::int64_t cells = context.state.worms.cells,
                     ends = 2 * flits * context.now + pace * flits * (flits + 1);
  context.count(
      CellsRead{flits * cells, static_cast<std::uint64_t>(cells * ends - (cells - 1) * pace * flits)});
}

/// Counts the cells of flits that are written, the first from `first` on and one every `step`.
template <class Context>
void count_written(Context& context, std::int64_t first, std::int64_t step, std::uint32_t flits) {
  const std::int64_t cells = context.state.worms.cells,
                     begins = 2 * flits * first + step * flits * (std::int64_t{flits} - 1);
  context.count(
      CellsWritten{flits * cells, static_cast<std::uint64_t>(cells * begins + (cells - 1) * step * flits)});
}

/// Calls `try_vc` for the virtual channels in a mask, in the order of an output's arbiter, until it is true.
template <class Try>
bool give_to_lane(const SwitchView& context, PortId channel, unsigned vcs, const Try& try_vc) {
  const VirtualLanes& vls = context.state.worms.vls;
  const LaneArbiter& arbiter = context.state.worms.arbiters[channel];
  return by_lanes(
      vls, vcs, [&](unsigned lanes) { return arbiter.next(vls, lanes); },
      [&](unsigned lane) { return unsigned{arbiter.last[lane]}; }, try_vc);
}

/// Says whether the next burst of a lane follows the last one of its worm without a gap.
inline bool follows_burst(const SwitchView& context, const WormLane& lane) {
  return lane.begun && lane.busy_until == context.now;
}

/// A burst counts for the turns of its virtual lane at its crossbar input.
inline void count_input_turn(SwitchView& context, const Worm& worm, std::uint32_t flits) {
  WormState& worms = context.state.worms;
  worms.crossbar_turns[context.channel_at(worm.name.port)].sent(worms.vls, worms.vls.lane_of(worm.name.vc),
                                                                static_cast<std::int32_t>(flits),
                                                                follows_burst(context, worm.lane));
}

/// The last byte of a worm will be at its host at `when`.
template <class Context>
void deliver_worm(Context& context, const Packet& packet, unsigned vc, std::int64_t when) {
  when = deliver(context, packet, when);
  const VirtualLanes& vls = context.state.worms.vls;
  if (vls.in_use()) [[unlikely]]
    context.count(LaneDelivered{vls.lane_of(vc), packet.size, when - packet.entered, when - packet.born});
}

/// A burst takes the wire and goes to the other end of its channel. `Sender` is a worm, or a lane behind the
/// crossbar; `first` and `tail` tell whether the head and the tail of the packet are in the burst.
template <class Context, class Sender>
[[gnu::always_inline]] inline std::int64_t launch_burst(Context& context, const Sender& sender,
                                                        const Packet& packet, std::uint32_t flits, bool first,
                                                        bool tail) {
  OutPort& out = sender.out;
  const std::int64_t end = take_wire(context, out, context.now, flits, sender.pace);
  out.waiting -= flits * static_cast<std::uint32_t>(context.state.worms.flit);
  if (!sender.to_host()) {
    take_credits(context, sender.channel, sender.to, context.now, flits);
    const std::int64_t arrives = context.now + context.delay[out.link] + context.pipeline;
    if (first)
      send_head(context, out, packet, sender.hop.vc, sender.to, arrives, flits);
    else
      send_flits(context, out, sender.hop.vc, sender.to, arrives, flits, sender.pace);
  } else if (tail) {
    deliver_worm(context, packet, sender.hop.vc, end + context.delay[out.link]);
  }
  if (first) context.count(HopTaken{});
  return end;
}

/// A burst leaves its input lane until `end`. True when the tail of the worm is in it.
template <class Context>
[[gnu::always_inline]] inline bool leave_input(Context& context, const Worm& worm, std::uint32_t flits,
                                               std::int64_t end) {
  WormLane& lane = worm.lane;
  return_flits(context, worm, flits);
  lane.flits.take(flits);
  lane.left -= flits, lane.busy_until = end, lane.begun = true;
  if (worm_port(context, worm.name.port).crossbar_mask) [[unlikely]]
    wake_worm_input(context, worm.name.port, end);
  if (lane.left > 0) return false;
  lane.stage = WormStage::none;
  leave_vc(worm, end);
  return true;
}

/// The next flits of a worm leave by the wire now. True when its tail is among them.
template <class Context>
[[gnu::always_inline]] inline bool send_burst(Context& context, const Worm& worm, const Packet& packet,
                                              std::uint32_t flits) {
  WormState& worms = context.state.worms;
  const bool tail = flits == worm.lane.left, first = !worm.lane.begun;
  const std::int64_t end = launch_burst(context, worm, packet, flits, first, tail);
  if (worms.cells > 0) [[unlikely]]
    count_read(context, flits, worm.pace);
  if (worms.vls.in_use()) [[unlikely]] {
    worms.arbiters[worm.channel].sent(worms.vls, worm.hop.vc, static_cast<std::int32_t>(flits),
                                      follows_burst(context, worm.lane));
    count_input_turn(context, worm, flits);
  }
  worm.wire.owner = worm.hop.vc;
  return leave_input(context, worm, flits, end);
}

}  // namespace ebb::inline engine
