// A worm's way through a switch: its head arrives and chooses its way, it gets a virtual channel, and its
// flits follow.
#pragma once

#include "engine/model/hop.hpp"
#include "engine/model/worm/worm_output.hpp"

namespace ebb::inline engine {

/// Asks the routing for the worm's output port and virtual channel. A worm keeps to its virtual lane, so all
/// that the routing says of virtual channels is meant within it.
template <MovesWorms Here, class Routing>
Hop choose(Here& at, const Routing& routing, Packet& packet) {
  const VirtualLanes& vls = at.state.worms.vls;
  const unsigned first = vls.in_use() ? vls.first_vc(vls.lane_of(packet.vc)) : 0;
  const Outlook<Here> depth{at, packet.size, packet.port, first};
  Hop hop = routing.route(at.id, packet.route, depth, salt_for(routing, packet));
  hop.vc = static_cast<std::uint8_t>(hop.vc + first);
  return hop;
}

/// The oldest worm of a lane has chosen its way. True when it has the virtual channel, which is free.
template <class Here>
bool begin_worm(Here& at, LaneName name, const Packet& packet, Hop hop) {
  WormLane& lane = worm_lane(at, name);
  InLane& in = at.lane_at(name.port, name.vc);
  const WormState& worms = at.state.worms;
  lane.left = static_cast<std::uint32_t>(worms.flits_of(packet.size)), lane.begun = false;
  in.hop_port = hop.port, in.hop_vc = hop.vc;
  at.out[hop.port].waiting += lane.left * static_cast<std::uint32_t>(worms.flit);
  if (at.controlled) watch_queue(at, Channel{at.channel_at(hop.port), hop.port, false});
  if (!vc_is_free(at, hop)) {
    wait_for_vc(at, name, hop);
    return false;
  }
  lane.stage = WormStage::holding;
  hold_vc(at, hop, name);
  return true;
}

/// Flits begin to arrive in a lane, or have arrived where packets are stored. They have been written one
/// every `step`, a pipeline's time before, or what of it they spend in the buffer.
template <class Here>
void take_flits(Here& at, WormLane& lane, std::int64_t step, std::uint32_t flits) {
  const std::int64_t first = at.state.worms.stored ? at.now - flits * step : at.now;
  lane.flits.add(first, step, flits);
  const std::int64_t cells = at.state.worms.cells;
  if (cells == 0) [[likely]]
    return;
  const std::int64_t written = first - at.state.switches.stages.in_input_buffer({at.pipeline}).v;
  const std::int64_t begins = 2 * flits * written + step * flits * (std::int64_t{flits} - 1);
  at.count(
      CellsWritten{flits * cells, static_cast<std::uint64_t>(cells * begins + (cells - 1) * step * flits)});
}

/// A head has come through the pipeline, with all flits of its worm behind it or with the first of them.
template <MovesWorms Here, class Routing>
void arrive(Here& at, const Routing& routing, const Packet& arrived) {
  Packet packet = arrived;
  packet.rate = rate_of_head(arrived.rate);
  const LaneName name{packet.port, packet.vc};
  InLane& in = at.lane_at(name.port, name.vc);
  WormLane& lane = worm_lane(at, name);
  const PortId port = at.channel_at(name.port);
  look_at_flits(at, port, at.lane_of(port, name.vc), lane.flits);
  take_flits(at, lane, flit_time(at, packet.rate),
             flits_with_head(arrived.rate, at.state.worms.flits_of(packet.size)));
  if (in.head != no_id || lane.busy_until > at.now) {
    if (in.head == no_id) wake_worm_input(at, name.port, lane.busy_until);
    return wait_in_input(at, packet);
  }
  const Hop hop = choose(at, routing, packet);
  if (!begin_worm(at, name, packet, hop)) return wait_in_input(at, packet);
  const Worm worm = worm_at(at, name, hop);
  const std::uint32_t flits = flits_to_send(at, worm);
  if (flits < lane.left) wait_in_input(at, packet);  // else nothing of it will stand here
  if (flits == 0 || !send_train(at, worm, packet, flits)) wake_worm(at, worm);
}

/// The worm before it has left: the next worm of a lane chooses its way.
template <class Here, class Routing>
void route_next_worm(Here& at, const Routing& routing, LaneName name) {
  Packet& packet = at.standing()[at.lane_at(name.port, name.vc).head];
  const Hop hop = choose(at, routing, packet);
  if (begin_worm(at, name, packet, hop)) wake_worm(at, name);
}

/// Says whether the oldest worm of a lane lacks nothing but the path from its input.
template <class Here>
bool wants_path(Here& at, LaneName name) {
  const WormLane& lane = worm_lane(at, name);
  if (lane.stage != WormStage::holding || lane.busy_until > at.now) return false;
  const Worm worm = worm_at(at, name);
  return flits_ready(at, worm) > 0 && wire_is_free(at, worm);
}

/// Worms of an input waited for the path. Now all that want it are asked, virtual lanes by their weights; who
/// gets the wire is for its output to say.
template <class Here>
void serve_path_lanes(Here& at, std::uint16_t local) {
  const VirtualLanes& vls = at.state.worms.vls;
  WormPort& port = worm_port(at, local);
  unsigned wanting = 0;
  for (std::uint16_t vc = 0; vc < at.vcs; ++vc)
    if (port.path_mask >> vc & 1 || wants_path(at, {local, vc})) wanting |= 1u << vls.lane_of(vc);
  while (wanting != 0) {
    const unsigned vl = at.state.worms.path_turns[at.channel_at(local)].next(wanting), turn = port.turn;
    wanting &= ~(1u << vl);
    for (unsigned i = 0; i < vls.per_lane; ++i) {
      const unsigned place = (turn + i) % vls.per_lane;
      const LaneName name{local, static_cast<std::uint16_t>(vls.first_vc(vl) + place)};
      const bool waited = port.path_mask >> name.vc & 1;
      if (!waited && !wants_path(at, name)) continue;
      if (!path_is_free(at, name)) {
        if (waited) wait_for_path(at, name);
        continue;
      }
      port.path_mask = without(port.path_mask, name.vc);
      serve_worm_output(at, hop_of(at, name).port);
      if (worm_lane(at, name).busy_until > at.now)
        port.turn = static_cast<std::uint16_t>((place + 1) % vls.per_lane);
    }
  }
}

/// Looks at the lanes of an input, in turn: worms behind one that has left choose their way, and those that
/// waited for the path go on.
template <MovesWorms Here, class Routing>
void serve_input(Here& at, const Routing& routing, std::uint16_t local) {
  WormPort& port = worm_port(at, local);
  if (port.input_note <= at.now) port.input_note = INT64_MAX;
  const unsigned turn = port.turn;
  for (unsigned i = 0; i < at.vcs; ++i) {
    const LaneName name{local, static_cast<std::uint16_t>((turn + i) % at.vcs)};
    const WormLane& lane = worm_lane(at, name);
    const bool stands = at.lane_at(local, name.vc).head != no_id && lane.stage == WormStage::none;
    if (stands && lane.busy_until <= at.now) route_next_worm(at, routing, name);
    if (stands && lane.busy_until > at.now) wake_worm_input(at, local, lane.busy_until);
    if (at.state.worms.vls.in_use() || !(port.path_mask >> name.vc & 1)) continue;
    port.path_mask = without(port.path_mask, name.vc);
    if (try_worm(at, hop_of(at, name)))
      port.turn = static_cast<std::uint16_t>((name.vc + 1) % at.vcs);
    else if (!(port.path_mask >> name.vc & 1))
      wake_worm(at, name);
  }
  if (at.state.worms.vls.in_use() && port.path_mask != 0) serve_path_lanes(at, local);
}

/// Flits or credits have come for the worm that has a virtual channel: its wire is looked at when it may go
/// on, if that is known. Now at once, where nothing else happens before a note for it would be heard: then it
/// is the only one that could get the wire, as others would have a note for now. Nothing may follow in the
/// rule that calls this.
template <class Here>
[[gnu::always_inline]] inline void go_on_with_worm(Here& at, LaneName name) {
  const Worm worm = worm_at(at, name);
  if (at.controlled || worm.out.free_at > at.now || !at.is_last_now())
    wake_worm(at, name);
  else if (!try_worm(at, worm))
    wake_worm(at, name, Wake::unless_now);
}

/// More flits of the youngest worm of a lane are here: in its log, or by this note after those in the log.
template <class Here>
void hear_flits(Here& at, LaneName name, std::uint32_t code) {
  WormLane& lane = worm_lane(at, name);
  if (flits_in(code) == 0) {
    lane.flits.asked = false;
  } else {
    const PortId port = at.channel_at(name.port);
    look_at_flits(at, port, at.lane_of(port, name.vc), lane.flits);
    take_flits(at, lane, flit_time(at, rate_in(code)), flits_in(code));
  }
  if (lane.stage == WormStage::holding) go_on_with_worm(at, name);
}

/// Space has become free at the other end, for one flit after the other.
template <MovesWorms Here>
void hear_credit(Here& at, Hop hop, std::uint32_t code) {
  WormOut& out = worm_out(at, hop);
  hear_credits(at, at.channel_at(hop.port), out, code);
  if (out.holder.port != no_port) go_on_with_worm(at, out.holder);
}

}  // namespace ebb::inline engine
