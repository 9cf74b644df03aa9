// A train leaves: flits of one worm that follow each other without a gap, and whose credits are known.
#pragma once

#include "engine/model/delivery.hpp"
#include "engine/model/worm/worm_view.hpp"

namespace ebb::inline engine {

/// The train takes the wire of a channel from `from` on. Returns when its last byte has left.
inline std::int64_t take_wire(SwitchView& at, OutPort& out, std::int64_t from, std::uint32_t flits) {
  const std::int64_t time = flits * flit_time(at, out.rate);
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

/// Credits of a virtual channel come from now on, for flits that have left at this rate.
inline void add_credits(SwitchView& at, PortId channel, WormOut& to, std::uint32_t code) {
  const std::int64_t step = flit_time(at, rate_in(code));
  to.credits.add(at.now, step, flits_in(code));
  if (!at.state.space.in_use()) [[likely]]
    return;
  at.state.space.taken[channel] -= flits_by_time(flits_in(code), at.now, step);
}

/// The train goes to the switch at the other end of a channel. A worm's first train travels with its packet;
/// the flits after it in trains of their own.
template <class Here>
void fly_train(Here& at, const OutPort& out, const Packet& packet, unsigned vc, std::int64_t from,
               std::uint32_t flits, bool with_head, std::uint32_t whole) {
  std::int64_t arrives = from + at.delay[out.link] + at.pipeline;
  if (at.state.worms.stored) arrives += flits * flit_time(at, out.rate);
  if (with_head) {
    Packet head = packet;
    head.at = arrives;
    head.switch_id = out.peer_switch, head.port = out.peer_port, head.vc = static_cast<std::uint16_t>(vc);
    const std::uint32_t together = std::min(flits, most_with_head);
    head.rate = flits < whole ? rate_with_head(out.rate, together) : out.rate;
    at.fly(head);
    if (flits == whole || flits == together) return;
    arrives += together * flit_time(at, out.rate), flits -= together;
  }
  at.later({arrives, out.peer_switch, out.peer_port, Kind::flits, static_cast<std::uint8_t>(vc),
            train_code(flits, out.rate)});
}

/// The space of the train's flits is free as each of them has left. The other end of the cable knows a little
/// later.
template <class Here>
void return_flits(Here& at, LaneName name, std::uint32_t flits, std::uint16_t rate) {
  const OutPort& back = at.out[name.port];
  const std::int64_t due = at.now + flit_time(at, rate) + at.delay[back.link] + at.credit_time;
  const std::uint32_t code = train_code(flits, rate);
  at.later(back.peer_port == no_port ? host_credit_note(due, back.peer_switch, name.port, code, name.vc)
                                     : credit_note(due, back.peer_switch, back.peer_port, name.vc, code));
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

/// The next flits of a lane's oldest worm leave now. True when its tail is among them.
template <class Here>
bool send_train(Here& at, LaneName name, WormLane& lane, const Packet& packet, Hop hop, std::uint32_t flits) {
  OutPort& out = at.out[hop.port];
  WormOut& to = worm_out(at, hop);
  const auto whole = static_cast<std::uint32_t>(at.state.worms.flits_of(packet.size));
  const bool tail = flits == lane.left;
  const std::int64_t end = take_wire(at, out, at.now, flits);
  out.waiting -= flits * static_cast<std::uint32_t>(at.state.worms.flit);
  if (!lane.begun) at.count(HopTaken{});
  if (out.peer_port != no_port) {
    take_credits(at, at.channel_at(hop.port), to, at.now, flits);
    fly_train(at, out, packet, hop.vc, at.now, flits, !lane.begun, whole);
  } else if (tail) {
    deliver_worm(at, packet, hop.vc, end + at.delay[out.link]);
  }
  if (at.state.worms.cells > 0) [[unlikely]]
    count_read(at, flits, flit_time(at, out.rate));
  if (at.state.worms.vls.in_use()) [[unlikely]]
    count_turn(at, name, lane, hop, flits);
  return_flits(at, name, flits, out.rate);
  worm_port(at, hop.port).owner = hop.vc;
  lane.flits.take(flits);
  lane.left -= flits, lane.busy_until = end, lane.begun = true;
  if (worm_port(at, name.port).path_mask) wake_worm_input(at, name.port, end);
  if (!tail) return false;
  lane.stage = WormStage::none;
  to.holder = {}, to.held_until = end;
  return true;
}

}  // namespace ebb::inline engine
