// A train leaves: flits of one worm that follow each other without a gap, and whose credits are known.
#pragma once

#include "engine/model/delivery.hpp"
#include "engine/model/worm/worm_view.hpp"

namespace ebb::inline engine {

/// The train takes the wire of a channel from `from` on. Returns when its last byte has left.
inline std::int64_t take_wire(SwitchView& at, OutPort& out, std::int64_t from, std::uint32_t flits,
                              std::int64_t pace) {
  const std::int64_t time = flits * pace;
  out.free_at = from + time;
  out.busy += time;
  out.bytes += flits * static_cast<std::uint64_t>(at.state.worms.flit);
  return out.free_at;
}

/// So many flits take their credits of a virtual channel, one after the other from `from` on.
inline void take_credits(SwitchView& at, PortId channel, WormOut& to, std::int64_t from,
                         std::uint32_t flits) {
  to.credits.take(flits);
  if (!at.state.space.in_use()) [[likely]]
    return;
  at.state.space.taken[channel] += flits_by_time(flits, from, flit_time(at, at.outs[channel].rate));
}

/// Credits of a virtual channel come from now on, for flits that have left at this rate: in the log, or by
/// this note after those in the log.
template <class Here>
[[gnu::always_inline]] inline void hear_credits(Here& at, PortId channel, WormOut& to, std::uint32_t code) {
  if (flits_in(code) == 0) {
    to.credits.asked = false;
    return;
  }
  look_at_credits(at, channel, to);
  const std::int64_t step = flit_time(at, rate_in(code));
  to.credits.add(at.now, step, flits_in(code));
  if (!at.state.space.in_use()) [[likely]]
    return;
  at.state.space.taken[channel] -= flits_by_time(flits_in(code), at.now, step);
}

/// A train of so many flits, the first at `from` and one every `pace`.
inline Train train_of(std::int64_t from, std::uint32_t flits, std::int64_t pace) {
  return {from, static_cast<std::uint32_t>(pace), flits};
}

/// Flits go to the lane at the other end of a channel in a train of their own, to be there at `arrives`.
template <class Here>
[[gnu::always_inline]] inline void fly_flits(Here& at, const OutPort& out, unsigned vc, const WormOut& to,
                                             std::int64_t arrives, std::uint32_t flits, std::int64_t pace) {
  at.log_train(out.peer_switch, to.target, at.state.worms.lanes[to.target].flits,
               train_of(arrives, flits, pace), [&] {
                 const std::uint32_t code = train_code(flits, out.rate);
                 return flits_note(arrives, out.peer_switch, out.peer_port, vc, code);
               });
}

/// A worm's head goes to the switch at the other end of a channel, and its first train with it: as a packet.
template <class Here>
void fly_head(Here& at, const OutPort& out, const Packet& packet, unsigned vc, const WormOut& to,
              std::int64_t arrives, std::uint32_t flits) {
  const std::int64_t pace = flit_time(at, out.rate), whole = at.state.worms.flits_of(packet.size);
  if (at.state.worms.stored) arrives += flits * pace;
  Packet head = packet;
  head.at = arrives;
  head.switch_id = out.peer_switch, head.port = out.peer_port, head.vc = static_cast<std::uint16_t>(vc);
  const std::uint32_t together = std::min(flits, most_with_head);
  head.rate = flits < whole ? rate_with_head(out.rate, together) : out.rate;
  at.fly(head);
  if (flits == whole || flits == together) return;
  fly_flits(at, out, vc, to, arrives + together * pace, flits - together, pace);
}

/// The space of the train's flits is free as each of them has left. The other end of the cable knows a little
/// later.
template <class Here>
[[gnu::always_inline]] inline void return_flits(Here& at, const Worm& worm, std::uint32_t flits) {
  const OutPort& back = at.out[worm.name.port];
  const std::int64_t due = at.now + worm.pace + at.delay[back.link] + at.credit_time;
  at.log_train(back.peer_switch, worm.in, at.state.worms.outs[worm.lane.source].credits,
               train_of(due, flits, worm.pace), [&] {
                 const auto [port, vc] = worm.name;
                 const std::uint32_t code = train_code(flits, worm.out.rate);
                 return back.peer_port == no_port
                            ? host_credit_note(due, back.peer_switch, port, code, vc)
                            : credit_note(due, back.peer_switch, back.peer_port, vc, code);
               });
}

/// Counts the cells of flits that are read from now on, one every `pace`.
template <class Here>
void count_read(Here& at, std::uint32_t flits, std::int64_t pace) {
  const std::int64_t cells = at.state.worms.cells, ends = 2 * flits * at.now + pace * flits * (flits + 1);
  at.count(CellsRead{flits * cells, static_cast<std::uint64_t>(cells * ends - (cells - 1) * pace * flits)});
}

/// A train counts for the turns of its virtual lane, at its output and on the path from its input.
inline void count_turn(SwitchView& at, LaneName name, const WormLane& lane, Hop hop, std::uint32_t flits) {
  WormState& worms = at.state.worms;
  const bool goes_on = lane.begun && lane.busy_until == at.now;
  const auto count = static_cast<std::int32_t>(flits);
  worms.arbiters[at.channel_at(hop.port)].sent(worms.vls, hop.vc, count, goes_on);
  WeightedTurns& path = worms.path_turns[at.channel_at(name.port)];
  const unsigned vl = worms.vls.lane_of(name.vc);
  if (!goes_on) path.grant(vl, worms.vls.turn_of[vl]);
  path.left[vl] -= count;
}

/// The last byte of a worm will be at its host at `when`.
template <class Here>
void deliver_worm(Here& at, const Packet& packet, unsigned vc, std::int64_t when) {
  when = deliver(at, packet, when);
  const VirtualLanes& vls = at.state.worms.vls;
  if (vls.in_use()) [[unlikely]]
    at.count(LaneDelivered{vls.lane_of(vc), packet.size, when - packet.entered, when - packet.born});
}

/// The next flits of a worm leave now. True when its tail is among them.
template <class Here>
[[gnu::always_inline]] inline bool send_train(Here& at, const Worm& worm, const Packet& packet,
                                              std::uint32_t flits) {
  WormLane& lane = worm.lane;
  OutPort& out = worm.out;
  const bool tail = flits == lane.left, first = !lane.begun;
  const std::int64_t end = take_wire(at, out, at.now, flits, worm.pace);
  out.waiting -= flits * static_cast<std::uint32_t>(at.state.worms.flit);
  if (!worm.to_host()) {
    take_credits(at, worm.channel, worm.to, at.now, flits);
    const std::int64_t arrives = at.now + at.delay[out.link] + at.pipeline;
    if (first)
      fly_head(at, out, packet, worm.hop.vc, worm.to, arrives, flits);
    else
      fly_flits(at, out, worm.hop.vc, worm.to, arrives, flits, worm.pace);
  } else if (tail) {
    deliver_worm(at, packet, worm.hop.vc, end + at.delay[out.link]);
  }
  if (first) at.count(HopTaken{});
  if (at.state.worms.cells > 0) [[unlikely]]
    count_read(at, flits, worm.pace);
  if (at.state.worms.vls.in_use()) [[unlikely]]
    count_turn(at, worm.name, lane, worm.hop, flits);
  return_flits(at, worm, flits);
  worm.wire.owner = worm.hop.vc;
  lane.flits.take(flits);
  lane.left -= flits, lane.busy_until = end, lane.begun = true;
  if (worm_port(at, worm.name.port).path_mask) [[unlikely]]
    wake_worm_input(at, worm.name.port, end);
  if (!tail) return false;
  lane.stage = WormStage::none;
  leave_vc(worm, end);
  return true;
}

}  // namespace ebb::inline engine
