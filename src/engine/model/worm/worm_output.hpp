// Virtual channels of outputs, and the arbitration of the wire. A worm holds a virtual channel from its head
// to its tail. It has the wire as long as its flits follow each other without a gap. When it stalls, another
// worm gets the wire, on another virtual channel: those take turns.
#pragma once

#include <bit>

#include "engine/model/input.hpp"
#include "engine/model/worm/output_lane.hpp"
#include "engine/model/worm/worm_outlook.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

/// The oldest worm of a lane waits for its virtual channel, behind others that wait for it.
template <class Context>
void wait_for_vc(Context& context, LaneName name, Hop hop) {
  OutPort& out = context.out[hop.port];
  WormOut& vc = worm_out(context, hop);
  context.lane_at(name.port, name.vc).next_port = no_port;
  worm_lane(context, name).stage = WormStage::waiting;
  if (out.blocked_mask >> hop.vc & 1) {
    InLane& last = context.lane_at(vc.waiting_tail.port, vc.waiting_tail.vc);
    last.next_port = name.port, last.next_vc = static_cast<std::uint8_t>(name.vc);
  } else {
    out.blocked_mask = with(out.blocked_mask, hop.vc);
    context.out_lane(hop).blocked_head = name;
  }
  vc.waiting_tail = name;
  if (vc.holder.port == no_port) wake_worm_output(context, hop.port, std::max(context.now, vc.held_until));
}

/// Gives a virtual channel that is free to the worm that waits for it the longest.
inline void hand_over_vc(SwitchView& context, Hop hop) {
  OutPort& out = context.out[hop.port];
  OutLane& lane = context.out_lane(hop);
  WormOut& vc = worm_out(context, hop);
  if (vc.holder.port != no_port || vc.held_until > context.now || !(out.blocked_mask >> hop.vc & 1)) return;
  const LaneName name = lane.blocked_head;
  InLane& in = context.lane_at(name.port, name.vc);
  if (in.next_port == no_port)
    out.blocked_mask = without(out.blocked_mask, hop.vc);
  else
    lane.blocked_head = {in.next_port, in.next_vc};
  in.next_port = no_port;
  hold_vc(context, hop, name);
  worm_lane(context, name).stage = WormStage::holding;
}

/// A worm that could send waits for its crossbar input.
template <class Context>
void wait_for_crossbar(Context& context, LaneName name) {
  WormPort& input = worm_port(context, name.port);
  input.crossbar_mask = with(input.crossbar_mask, name.vc);
  std::int64_t free_at = INT64_MAX;
  for (std::uint16_t vc = 0; vc < context.vcs; ++vc)
    if (const std::int64_t end = worm_lane(context, {name.port, vc}).busy_until; end > context.now)
      free_at = std::min(free_at, end);
  if (free_at != INT64_MAX)
    wake_worm_input(context, name.port, free_at);  // else a burst that leaves now wakes it
}

/// The tail of a worm leaves: the worm behind it is looked at when it has left.
template <class Context>
void tail_leaves(Context& context, const Worm& worm) {
  take_head(context, worm.name.port, worm.name.vc);
  if (context.ins[worm.in].head != no_id) wake_worm_input(context, worm.name.port, worm.lane.busy_until);
  if (worm.out.blocked_mask >> worm.hop.vc & 1)
    wake_worm_output(context, worm.hop.port, worm.lane.busy_until);
}

/// Returns how many flits of a worm that has its virtual channel can leave now. Where only its crossbar input
/// is taken, it waits for that.
template <class Context>
[[gnu::always_inline]] inline std::uint32_t flits_to_send(Context& context, const Worm& worm) {
  if (!wire_is_free(context, worm)) return 0;
  const std::uint32_t flits = flits_ready(context, worm);
  if (flits == 0) return 0;
  if (!crossbar_is_free(context, worm.name)) [[unlikely]] {
    wait_for_crossbar(context, worm.name);
    return 0;
  }
  if (context.controlled && !worm.behind && !may_start(context, worm.channel, context.now)) return 0;
  return flits;
}

/// The next flits of a worm leave its input lane now, by the wire or through the crossbar. True when its tail
/// is among them.
template <class Context>
[[gnu::always_inline]] inline bool move_burst(Context& context, const Worm& worm, const Packet& packet,
                                              std::uint32_t flits) {
  if (!worm.behind) [[likely]]
    return send_burst(context, worm, packet, flits);
  return cross_burst(context, worm, packet, flits);
}

/// Lets a worm that has its virtual channel send, if it can.
template <class Context>
[[gnu::always_inline]] inline bool try_worm(Context& context, const Worm& worm) {
  const std::uint32_t flits = flits_to_send(context, worm);
  if (flits == 0) return false;
  const Packet& packet = context.queued_packets()[context.ins[worm.in].head];
  if (move_burst(context, worm, packet, flits))
    tail_leaves(context, worm);
  else
    wake_worm(context, worm);
  if (worm.behind) [[unlikely]]
    wake_output_lane(context, output_queue_at(context, worm.hop));
  return true;
}
/// The same for the worm that has this virtual channel, if there is one.
template <class Context>
bool try_worm(Context& context, Hop hop) {
  const LaneName name = worm_out(context, hop).holder;
  return name.port != no_port && try_worm(context, worm_at(context, name, hop));
}

/// Gives a wire that is free to a worm: to the one that had it, if it goes on, or to the next in turn. True
/// when a burst leaves.
template <class Context>
bool give_wire_to_worm(Context& context, std::uint16_t local) {
  const auto owner = static_cast<std::uint8_t>(worm_port(context, local).owner);
  const OutPort& out = context.out[local];
  const LaneName holder = worm_out(context, Hop{local, owner}).holder;
  if (out.free_at == context.now && holder.port != no_port && goes_on(context, holder))
    return try_worm(context, Hop{local, owner});
  const unsigned held = worm_port(context, local).held_mask;
  if (context.state.worms.vls.in_use())
    return give_to_lane(context, context.channel_at(local), held, [&](unsigned vc) {
      return try_worm(context, Hop{local, static_cast<std::uint8_t>(vc)});
    });
  for (unsigned i = 1, vc = owner; held != 0 && i <= context.vcs; ++i) {
    vc = vc + 1 == context.vcs ? 0 : vc + 1;
    if (held >> vc & 1 && try_worm(context, Hop{local, static_cast<std::uint8_t>(vc)})) return true;
  }
  return false;
}

/// Lets worms cross to the lanes behind an output: those that go on, then others, virtual lanes by their
/// weights, as long as the output of the crossbar takes more. Returns the virtual channels that got flits.
template <class Context>
unsigned give_crossbar_to_worms(Context& context, std::uint16_t local) {
  const CrossbarOutput& output = context.state.worms.crossbar_outputs[context.channel_at(local)];
  const VirtualLanes& vls = context.state.worms.vls;
  unsigned moved = 0;
  const auto try_vc = [&](unsigned vc) {
    if (try_worm(context, Hop{local, static_cast<std::uint8_t>(vc)})) moved |= 1u << vc;
    return false;
  };
  const unsigned held = worm_port(context, local).held_mask;
  for (unsigned rest = held; rest != 0; rest &= rest - 1) {
    const auto vc = static_cast<std::uint8_t>(std::countr_zero(rest));
    if (goes_on(context, worm_out(context, Hop{local, vc}).holder)) try_vc(vc);
  }
  const unsigned others = held & ~moved, last = output.last;
  if (vls.in_use())
    by_lanes(
        vls, others, [&](unsigned lanes) { return output.turns.next(lanes); }, [&](unsigned) { return last; },
        try_vc);
  else
    for (unsigned i = 1; i <= context.vcs; ++i)
      if (const unsigned vc = (last + i) % context.vcs; others >> vc & 1) try_vc(vc);
  return moved;
}

/// Looks at an output: virtual channels are handed over, the wire is given to a worm, or worms cross to the
/// lanes behind it, and each worm that waits for a known time has an event for it.
template <class Context>
void serve_worm_output(Context& context, std::uint16_t local) {
  const OutPort& out = context.out[local];
  for (unsigned blocked = out.blocked_mask; blocked != 0; blocked &= blocked - 1)
    hand_over_vc(context, Hop{local, static_cast<std::uint8_t>(std::countr_zero(blocked))});
  const WormPort& port = worm_port(context, local);
  unsigned sent = 0;
  if (context.state.worms.has_output_lanes()) [[unlikely]]
    sent = give_crossbar_to_worms(context, local);
  else if (out.free_at <= context.now && give_wire_to_worm(context, local))
    sent = 1u << port.owner;
  unsigned busy = (port.held_mask | out.blocked_mask) & ~sent;  // those have their events
  for (; busy != 0; busy &= busy - 1) {
    const Hop hop{local, static_cast<std::uint8_t>(std::countr_zero(busy))};
    if (port.held_mask >> hop.vc & 1)
      wake_worm(context, worm_out(context, hop).holder, Wake::unless_now);
    else
      wake_worm_output(context, local, worm_out(context, hop).held_until);
  }
}

}  // namespace ebb::inline engine
