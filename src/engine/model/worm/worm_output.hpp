// Virtual channels of outputs, and who gets the wire. A worm has a virtual channel from its head to its tail.
// It has the wire as long as its flits follow each other without a gap. When it stalls, another worm gets the
// wire, on another virtual channel: those take turns.
#pragma once

#include <bit>

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
  hold_vc(at, hop, name);
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

/// The tail of a worm leaves: what stands behind it looks again when it has left.
template <class Here>
void tail_leaves(Here& at, const Worm& worm) {
  take_head(at, worm.name.port, worm.name.vc);
  if (at.ins[worm.in].head != no_id) wake_worm_input(at, worm.name.port, worm.lane.busy_until);
  if (worm.out.blocked_mask >> worm.hop.vc & 1) wake_worm_wire(at, channel_of(worm), worm.lane.busy_until);
}

/// Returns how many flits of a worm that has its virtual channel can leave now. Where only the path from its
/// input is taken, it waits for that.
template <class Here>
[[gnu::always_inline]] inline std::uint32_t flits_to_send(Here& at, const Worm& worm) {
  if (!wire_is_free(at, worm)) return 0;
  const std::uint32_t flits = flits_ready(at, worm);
  if (flits == 0) return 0;
  if (!path_is_free(at, worm.name)) [[unlikely]] {
    wait_for_path(at, worm.name);
    return 0;
  }
  if (at.controlled && !may_start(at, worm.channel, at.now)) return 0;
  return flits;
}

/// Lets a worm that has its virtual channel send, if it can.
template <class Here>
[[gnu::always_inline]] inline bool try_worm(Here& at, const Worm& worm) {
  const std::uint32_t flits = flits_to_send(at, worm);
  if (flits == 0) return false;
  const Packet& packet = at.standing()[at.ins[worm.in].head];
  if (send_train(at, worm, packet, flits))
    tail_leaves(at, worm);
  else
    wake_worm(at, worm);
  return true;
}
/// The same for the one that has this virtual channel, if there is one.
template <class Here>
bool try_worm(Here& at, Hop hop) {
  const LaneName name = worm_out(at, hop).holder;
  return name.port != no_port && try_worm(at, worm_at(at, name, hop));
}

/// Gives a wire that is free to a worm of the virtual lane that is next; of its virtual channels to the next
/// in turn. True when a train leaves.
template <class Here>
bool give_wire_to_lane(Here& at, std::uint16_t local) {
  const VirtualLanes& vls = at.state.worms.vls;
  const LaneArbiter& arbiter = at.state.worms.arbiters[at.channel_at(local)];
  unsigned waiting = 0;
  for (unsigned held = worm_port(at, local).held_mask; held != 0; held &= held - 1)
    waiting |= 1u << vls.lane_of(static_cast<unsigned>(std::countr_zero(held)));
  while (waiting != 0) {
    const unsigned vl = arbiter.next(vls, waiting), last = arbiter.last[vl];
    for (unsigned i = 1; i <= vls.per_lane; ++i) {
      const unsigned vc = vls.first_vc(vl) + (last + i) % vls.per_lane;
      if (try_worm(at, Hop{local, static_cast<std::uint8_t>(vc)})) return true;
    }
    waiting &= ~(1u << vl);
  }
  return false;
}

/// Gives a wire that is free to a worm: to the one that had it, if it goes on, or to the next in turn. True
/// when a train leaves.
template <class Here>
bool give_wire_to_worm(Here& at, std::uint16_t local) {
  const auto owner = static_cast<std::uint8_t>(worm_port(at, local).owner);
  const OutPort& out = at.out[local];
  const LaneName holder = worm_out(at, Hop{local, owner}).holder;
  if (out.free_at == at.now && holder.port != no_port && goes_on(at, holder))
    return try_worm(at, Hop{local, owner});
  if (at.state.worms.vls.in_use()) return give_wire_to_lane(at, local);
  const unsigned held = worm_port(at, local).held_mask;
  for (unsigned i = 1, vc = owner; held != 0 && i <= at.vcs; ++i) {
    vc = vc + 1 == at.vcs ? 0 : vc + 1;
    if (held >> vc & 1 && try_worm(at, Hop{local, static_cast<std::uint8_t>(vc)})) return true;
  }
  return false;
}

/// Looks at an output: virtual channels are handed over, the wire is given away, and whoever has to wait for
/// a time that is known has a note for it.
template <class Here>
void serve_worm_output(Here& at, std::uint16_t local) {
  const OutPort& out = at.out[local];
  for (unsigned blocked = out.blocked_mask; blocked != 0; blocked &= blocked - 1)
    hand_over_vc(at, Hop{local, static_cast<std::uint8_t>(std::countr_zero(blocked))});
  const bool sent = out.free_at <= at.now && give_wire_to_worm(at, local);
  const WormPort& port = worm_port(at, local);
  unsigned busy = port.held_mask | out.blocked_mask;
  if (sent) busy &= ~(1u << port.owner);  // it has its note
  for (; busy != 0; busy &= busy - 1) {
    const Hop hop{local, static_cast<std::uint8_t>(std::countr_zero(busy))};
    if (port.held_mask >> hop.vc & 1)
      wake_worm(at, worm_out(at, hop).holder, Wake::unless_now);
    else
      wake_worm_wire(at, Channel{at.channel_at(local), local, false}, worm_out(at, hop).held_until);
  }
}

}  // namespace ebb::inline engine
