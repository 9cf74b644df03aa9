// Virtual channels of outputs, and who gets the wire. A worm has a virtual channel from its head to its tail.
// It has the wire as long as its flits follow each other without a gap. When it stalls, another worm gets the
// wire, on another virtual channel: those take turns.
#pragma once

#include "engine/model/input.hpp"
#include "engine/model/worm/send_train.hpp"
#include "engine/model/worm/worm_outlook.hpp"

namespace ebb::inline engine {

/// The oldest worm of a lane waits for its virtual channel, behind others that do.
template <class Here>
void wait_for_vc(Here& at, LaneName name, Hop hop) {
  OutPort& out = at.out[hop.port];
  OutLane& to = at.out_lane(hop);
  at.lane_at(name.port, name.vc).next_port = no_port;
  worm_lane(at, name).stage = WormStage::waiting;
  if (out.blocked_mask >> hop.vc & 1) {
    InLane& last = at.lane_at(to.blocked_tail.port, to.blocked_tail.vc);
    last.next_port = name.port, last.next_vc = static_cast<std::uint8_t>(name.vc);
  } else {
    out.blocked_mask = with(out.blocked_mask, hop.vc);
    to.blocked_head = name;
  }
  to.blocked_tail = name;
  const WormOut& vc = worm_out(at, hop);
  if (vc.holder.port == no_port)
    wake_worm_wire(at, Channel{at.channel_at(hop.port), hop.port, false}, std::max(at.now, vc.held_until));
}

/// Gives a virtual channel that is free to the worm that waits for it the longest.
inline void hand_over_vc(SwitchView& at, Hop hop) {
  OutPort& out = at.out[hop.port];
  OutLane& lane = at.out_lane(hop);
  WormOut& vc = worm_out(at, hop);
  if (vc.holder.port != no_port || vc.held_until > at.now || !(out.blocked_mask >> hop.vc & 1)) return;
  const LaneName name = lane.blocked_head;
  InLane& in = at.lane_at(name.port, name.vc);
  if (in.next_port == no_port)
    out.blocked_mask = without(out.blocked_mask, hop.vc);
  else
    lane.blocked_head = {in.next_port, in.next_vc};
  in.next_port = no_port;
  vc.holder = name;
  worm_lane(at, name).stage = WormStage::holding;
}

/// A worm that could send waits for the path from its input.
template <class Here>
void wait_for_path(Here& at, LaneName name) {
  WormPort& input = worm_port(at, name.port);
  input.path_mask = with(input.path_mask, name.vc);
  std::int64_t free_at = INT64_MAX;
  for (std::uint16_t vc = 0; vc < at.vcs; ++vc)
    if (const std::int64_t end = worm_lane(at, {name.port, vc}).busy_until; end > at.now)
      free_at = std::min(free_at, end);
  if (free_at != INT64_MAX) wake_worm_input(at, name.port, free_at);  // else a train that leaves now does
}

/// Lets the worm that has a virtual channel send, if it can. Where only the path from its input is taken, it
/// waits for that.
template <class Here>
bool try_worm(Here& at, Hop hop) {
  const LaneName name = worm_out(at, hop).holder;
  if (name.port == no_port || !wire_is_free(at, hop)) return false;
  WormLane& lane = worm_lane(at, name);
  const std::uint32_t flits = flits_ready(at, lane, hop);
  if (flits == 0) return false;
  if (!path_is_free(at, name)) {
    wait_for_path(at, name);
    return false;
  }
  if (at.controlled && !may_start(at, at.channel_at(hop.port), at.now)) return false;
  const Packet packet = at.standing()[at.lane_at(name.port, name.vc).head];
  if (!send_train(at, name, lane, packet, hop, flits)) {
    wake_worm(at, name);
    return true;
  }
  take_head(at, name.port, name.vc);
  if (at.lane_at(name.port, name.vc).head != no_id) wake_worm_input(at, name.port, lane.busy_until);
  if (at.out[hop.port].blocked_mask >> hop.vc & 1)
    wake_worm_wire(at, Channel{at.channel_at(hop.port), hop.port, false}, lane.busy_until);
  return true;
}

/// Gives a wire that is free to a worm of the virtual lane that is next; of its virtual channels to the next
/// in turn.
template <class Here>
void give_wire_to_lane(Here& at, std::uint16_t local) {
  const VirtualLanes& vls = at.state.worms.vls;
  const LaneArbiter& arbiter = at.state.worms.arbiters[at.channel_at(local)];
  unsigned waiting = 0;
  for (std::uint8_t vc = 0; vc < at.vcs; ++vc)
    if (worm_out(at, Hop{local, vc}).holder.port != no_port) waiting |= 1u << vls.lane_of(vc);
  while (waiting != 0) {
    const unsigned vl = arbiter.next(vls, waiting), last = arbiter.last[vl];
    for (unsigned i = 1; i <= vls.per_lane; ++i) {
      const unsigned vc = vls.first_vc(vl) + (last + i) % vls.per_lane;
      if (try_worm(at, Hop{local, static_cast<std::uint8_t>(vc)})) return;
    }
    waiting &= ~(1u << vl);
  }
}

/// Gives a wire that is free to a worm: to the one that had it, if it goes on, or to the next in turn.
template <class Here>
void give_wire_to_worm(Here& at, std::uint16_t local) {
  const std::uint8_t owner = worm_port(at, local).owner;
  const OutPort& out = at.out[local];
  const LaneName holder = worm_out(at, Hop{local, owner}).holder;
  if (out.free_at == at.now && holder.port != no_port && goes_on(at, holder)) {
    try_worm(at, Hop{local, owner});
    return;
  }
  if (at.state.worms.vls.in_use()) return give_wire_to_lane(at, local);
  for (unsigned i = 1; i <= at.vcs; ++i)
    if (try_worm(at, Hop{local, static_cast<std::uint8_t>((owner + i) % at.vcs)})) return;
}

/// Looks at an output: virtual channels are handed over, the wire is given away, and whoever has to wait for
/// a time that is known has a note for it.
template <class Here>
void serve_worm_output(Here& at, std::uint16_t local) {
  const OutPort& out = at.out[local];
  const auto vcs = static_cast<std::uint8_t>(at.vcs);
  for (std::uint8_t vc = 0; vc < vcs; ++vc) hand_over_vc(at, Hop{local, vc});
  if (out.free_at <= at.now) give_wire_to_worm(at, local);
  for (std::uint8_t vc = 0; vc < vcs; ++vc) {
    const Hop hop{local, vc};
    const WormOut& to = worm_out(at, hop);
    if (to.holder.port != no_port) {
      const bool could_go = out.free_at <= at.now && ready_from(at, worm_lane(at, to.holder), hop) <= at.now;
      if (!could_go) wake_worm(at, to.holder);  // else its path or the policy's answer wakes it
    } else if (out.blocked_mask >> vc & 1) {
      wake_worm_wire(at, Channel{at.channel_at(local), local, false}, to.held_until);
    }
  }
}

}  // namespace ebb::inline engine
