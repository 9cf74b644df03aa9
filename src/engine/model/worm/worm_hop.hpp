// A worm's path through a switch: its head arrives and is routed, it gets a virtual channel, and its flits
// follow.
#pragma once

#include "engine/model/hop.hpp"
#include "engine/model/worm/worm_output.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

/// Calls the routing for the worm's output port and virtual channel. A worm keeps to its virtual lane, so the
/// virtual channels that the routing returns are relative to it.
template <MovesWorms Context, class Routing>
Hop choose(Context& context, const Routing& routing, Packet& packet) {
  const VirtualLanes& vls = context.state.worms.vls;
  const unsigned first = vls.in_use() ? vls.first_vc(vls.lane_of(packet.vc)) : 0;
  const Outlook<Context> queue_length{context, packet.size, packet.port, first};
  Hop hop = routing.route(context.id, packet.route, queue_length, salt_for(routing, packet));
  hop.vc = static_cast<std::uint8_t>(hop.vc + first);
  return hop;
}

/// The oldest worm of a lane is routed. True when it has the virtual channel, which is free.
template <class Context>
bool begin_worm(Context& context, LaneName name, const Packet& packet, Hop hop) {
  WormLane& lane = worm_lane(context, name);
  InLane& in = context.lane_at(name.port, name.vc);
  const WormState& worms = context.state.worms;
  lane.left = static_cast<std::uint32_t>(worms.flits_of(packet.size)), lane.begun = false;
  in.hop_port = hop.port, in.hop_vc = hop.vc;
  context.out[hop.port].waiting += lane.left * static_cast<std::uint32_t>(worms.flit);
  if (context.controlled) watch_queue(context, Channel{context.channel_at(hop.port), hop.port, false});
  if (!vc_is_free(context, hop)) {
    wait_for_vc(context, name, hop);
    return false;
  }
  lane.stage = WormStage::holding;
  hold_vc(context, hop, name);
  return true;
}

/// Flits begin to arrive in a lane, or have arrived where packets are stored. They have been written one
/// every `step`, a pipeline's time before, or the part of it that they spend in the buffer.
template <class Context>
void take_flits(Context& context, WormLane& lane, std::int64_t step, std::uint32_t flits) {
  const std::int64_t first = context.state.worms.stored ? context.now - flits * step : context.now;
  lane.flits.add(first, step, flits);
  if (context.state.worms.cells == 0) [[likely]]
    return;
  count_written(context, first - context.state.switches.stages.in_input_buffer({context.pipeline}).v, step,
                flits);
}

/// A head has come through the pipeline, with all flits of its worm behind it or with the first of them.
template <MovesWorms Context, class Routing>
void arrive(Context& context, const Routing& routing, const Packet& arrived) {
  Packet packet = arrived;
  packet.rate = rate_of_head(arrived.rate);
  const LaneName name{packet.port, packet.vc};
  InLane& in = context.lane_at(name.port, name.vc);
  WormLane& lane = worm_lane(context, name);
  const PortId port = context.channel_at(name.port);
  look_at_flits(context, port, context.lane_of(port, name.vc), lane.flits);
  take_flits(context, lane, flit_time(context, packet.rate),
             flits_with_head(arrived.rate, context.state.worms.flits_of(packet.size)));
  if (in.head != no_id || lane.busy_until > context.now) {
    if (in.head == no_id) wake_worm_input(context, name.port, lane.busy_until);
    return wait_in_input(context, packet);
  }
  const Hop hop = choose(context, routing, packet);
  if (!begin_worm(context, name, packet, hop)) return wait_in_input(context, packet);
  const Worm worm = worm_at(context, name, hop);
  const std::uint32_t flits = flits_to_send(context, worm);
  if (flits < lane.left) wait_in_input(context, packet);  // else all of it leaves at once
  if (flits == 0 || !move_burst(context, worm, packet, flits)) wake_worm(context, worm);
  if (flits > 0 && worm.behind) offer_wire(context, hop);
}

/// The worm before it has left: the next worm of a lane is routed.
template <class Context, class Routing>
void route_next_worm(Context& context, const Routing& routing, LaneName name) {
  Packet& packet = context.queued_packets()[context.lane_at(name.port, name.vc).head];
  const Hop hop = choose(context, routing, packet);
  if (begin_worm(context, name, packet, hop)) wake_worm(context, name);
}

/// Says whether the oldest worm of a lane lacks nothing but its crossbar input.
template <class Context>
bool wants_crossbar(Context& context, LaneName name) {
  const WormLane& lane = worm_lane(context, name);
  if (lane.stage != WormStage::holding || lane.busy_until > context.now) return false;
  const Worm worm = worm_at(context, name);
  return flits_ready(context, worm) > 0 && wire_is_free(context, worm);
}

/// Worms of an input waited for the crossbar input. Now all that want it are tried, virtual lanes by their
/// weights; the output decides which of them gets the wire.
template <class Context>
void serve_crossbar_lanes(Context& context, std::uint16_t local) {
  const VirtualLanes& vls = context.state.worms.vls;
  WormPort& port = worm_port(context, local);
  unsigned wanting = 0;
  for (std::uint16_t vc = 0; vc < context.vcs; ++vc)
    if (port.crossbar_mask >> vc & 1 || wants_crossbar(context, {local, vc}))
      wanting |= 1u << vls.lane_of(vc);
  while (wanting != 0) {
    const unsigned vl = context.state.worms.crossbar_turns[context.channel_at(local)].next(wanting),
                   turn = port.turn;
    wanting &= ~(1u << vl);
    for (unsigned i = 0; i < vls.per_lane; ++i) {
      const unsigned place = (turn + i) % vls.per_lane;
      const LaneName name{local, static_cast<std::uint16_t>(vls.first_vc(vl) + place)};
      const bool waited = port.crossbar_mask >> name.vc & 1;
      if (!waited && !wants_crossbar(context, name)) continue;
      if (!crossbar_is_free(context, name)) {
        if (waited) wait_for_crossbar(context, name);
        continue;
      }
      port.crossbar_mask = without(port.crossbar_mask, name.vc);
      serve_worm_output(context, hop_of(context, name).port);
      if (worm_lane(context, name).busy_until > context.now)
        port.turn = static_cast<std::uint16_t>((place + 1) % vls.per_lane);
    }
  }
}

/// Looks at the lanes of an input, in turn: worms behind one that has left are routed, and those that waited
/// for the crossbar input go on.
template <MovesWorms Context, class Routing>
void serve_input(Context& context, const Routing& routing, std::uint16_t local) {
  WormPort& port = worm_port(context, local);
  if (port.input_event <= context.now) port.input_event = INT64_MAX;
  const unsigned turn = port.turn;
  for (unsigned i = 0; i < context.vcs; ++i) {
    const LaneName name{local, static_cast<std::uint16_t>((turn + i) % context.vcs)};
    const WormLane& lane = worm_lane(context, name);
    const bool stands = context.lane_at(local, name.vc).head != no_id && lane.stage == WormStage::none;
    if (stands && lane.busy_until <= context.now) route_next_worm(context, routing, name);
    if (stands && lane.busy_until > context.now) wake_worm_input(context, local, lane.busy_until);
    if (context.state.worms.vls.in_use() || !(port.crossbar_mask >> name.vc & 1)) continue;
    port.crossbar_mask = without(port.crossbar_mask, name.vc);
    if (try_worm(context, hop_of(context, name)))
      port.turn = static_cast<std::uint16_t>((name.vc + 1) % context.vcs);
    else if (!(port.crossbar_mask >> name.vc & 1))
      wake_worm(context, name);
  }
  if (context.state.worms.vls.in_use() && port.crossbar_mask != 0) serve_crossbar_lanes(context, local);
}

/// Credits have come for a lane behind the crossbar, in the same way as below for a worm.
template <class Context>
void go_on_with_output_lane(Context& context, Hop hop) {
  const OutputQueue queue = output_queue_at(context, hop);
  if (queue.lane.left == 0) return;
  if (context.controlled || queue.out.free_at > context.now || !context.is_last_now())
    wake_output_lane(context, queue);
  else
    offer_wire(context, hop);
}

/// Flits or credits have come for the worm that has a virtual channel. A look at its wire is scheduled for
/// when it may go on, if that is known. It happens at once where nothing else happens before an event for it
/// would be handled: then it is the only worm that could get the wire, as others would have an event for now.
/// Nothing may follow in the rule that calls this.
template <class Context>
[[gnu::always_inline]] inline void go_on_with_worm(Context& context, LaneName name) {
  const Worm worm = worm_at(context, name);
  const bool taken = !worm.behind && worm.out.free_at > context.now;
  if (context.controlled || taken || !context.is_last_now())
    wake_worm(context, name);
  else if (!try_worm(context, worm))
    wake_worm(context, name, Wake::unless_now);
}

/// More flits of the youngest worm of a lane are here: in its log, or by this event after those in the log.
template <class Context>
void receive_flits(Context& context, LaneName name, std::uint32_t code) {
  WormLane& lane = worm_lane(context, name);
  if (flits_in(code) == 0) {
    lane.flits.asked = false;
  } else {
    const PortId port = context.channel_at(name.port);
    look_at_flits(context, port, context.lane_of(port, name.vc), lane.flits);
    take_flits(context, lane, flit_time(context, rate_in(code)), flits_in(code));
  }
  if (lane.stage == WormStage::holding) go_on_with_worm(context, name);
}

/// Credits have arrived, one flit after the other.
template <MovesWorms Context>
void receive_credit(Context& context, Hop hop, std::uint32_t code) {
  WormOut& out = worm_out(context, hop);
  receive_credits(context, context.channel_at(hop.port), out, code);
  if (context.state.worms.has_output_lanes()) [[unlikely]]
    return go_on_with_output_lane(context, hop);
  if (out.holder.port != no_port) go_on_with_worm(context, out.holder);
}

}  // namespace ebb::inline engine
