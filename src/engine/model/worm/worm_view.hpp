// What the rules of wormhole switching look up at the switch at hand, and the events that they schedule.
//
// A wire is given to a worm only by serve_wire() in worm_output.hpp; or by a head, flits or credits that find
// everything free. Whatever may enable a worm (flits, credits, a virtual channel) schedules an event for its
// wire, and events of wires come after flits and credits of the same picosecond. So it does not matter in how
// many bursts these come.
#pragma once

#include "engine/model/worm/worm_supply.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

/// Says whether a worm whose burst ends now can send its next flit. Then no other worm gets the wire in
/// between.
template <class Context>
bool goes_on(Context& context, LaneName name) {
  const WormLane& lane = worm_lane(context, name);
  return lane.busy_until == context.now && lane.stage == WormStage::holding && lane.begun &&
         flits_ready(context, worm_at(context, name)) > 0;
}

/// Says whether a worm moves through the crossbar to an output and virtual channel now.
template <class Context>
bool is_crossing(Context& context, Hop hop) {
  const WormOut& out = worm_out(context, hop);
  if (out.holder.port == no_port) return out.held_until > context.now;
  return worm_lane(context, out.holder).busy_until > context.now || goes_on(context, out.holder);
}

/// Says whether an output of the crossbar can take a worm besides those that it moves now to other lanes.
template <class Context>
bool crossbar_output_is_free(Context& context, const Worm& worm) {
  if (context.state.worms.crossbar_rates >= context.vcs) return true;
  unsigned moving = 0;
  for (std::uint8_t vc = 0; vc < context.vcs; ++vc)
    moving += vc != worm.hop.vc && is_crossing(context, Hop{worm.hop.port, vc});
  return moving < context.state.worms.crossbar_rates;
}

/// Returns when an output of the crossbar can take more of a worm, as far as it is known. A worm that goes on
/// now has an event for now.
template <class Context>
std::int64_t crossbar_output_from(Context& context, const Worm& worm) {
  const std::int64_t own = worm.lane.busy_until;
  if (crossbar_output_is_free(context, worm)) return own;
  std::int64_t first = INT64_MAX;
  for (std::uint8_t vc = 0; vc < context.vcs; ++vc) {
    const WormOut& other = worm_out(context, Hop{worm.hop.port, vc});
    const std::int64_t end =
        other.holder.port == no_port ? other.held_until : worm_lane(context, other.holder).busy_until;
    if (end > context.now) first = std::min(first, end);
  }
  return first == INT64_MAX ? own : std::max(own, first);
}

/// Says whether a virtual channel could have the wire, or the output of the crossbar, now: it is free, and no
/// other worm goes on.
template <class Context>
[[gnu::always_inline]] inline bool wire_is_free(Context& context, const Worm& worm) {
  if (worm.behind) [[unlikely]]
    return worm.lane.busy_until <= context.now && crossbar_output_is_free(context, worm);
  if (worm.out.free_at != context.now) return worm.out.free_at < context.now;
  const auto owner = static_cast<std::uint8_t>(worm.wire.owner);
  if (owner == worm.hop.vc) return true;
  const LaneName holder = worm_out(context, Hop{worm.hop.port, owner}).holder;
  return holder.port == no_port || !goes_on(context, holder);
}

/// A lane's worm has a virtual channel from now on, or no longer.
inline void hold_vc(SwitchView& context, Hop hop, LaneName name) {
  worm_out(context, hop).holder = name;
  WormPort& wire = worm_port(context, hop.port);
  wire.held_mask = with(wire.held_mask, hop.vc);
}
inline void leave_vc(const Worm& worm, std::int64_t end) {
  worm.to.holder = {}, worm.to.held_until = end;
  worm.wire.held_mask = without(worm.wire.held_mask, worm.hop.vc);
}

/// Says whether a crossbar input can take a worm of this lane besides those that it moves now.
template <class Context>
bool crossbar_has_room(Context& context, LaneName name) {
  unsigned moving = 0;
  for (std::uint16_t vc = 0; vc < context.vcs; ++vc) {
    const LaneName other{name.port, vc};
    if (vc != name.vc)
      moving += worm_lane(context, other).busy_until > context.now || goes_on(context, other);
  }
  return moving < context.state.worms.crossbar_rates;
}
template <class Context>
[[gnu::always_inline]] inline bool crossbar_is_free(Context& context, LaneName name) {
  return context.state.worms.crossbar_rates >= context.vcs || crossbar_has_room(context, name);
}

/// Schedules a look at a wire at `when`, unless an earlier one is scheduled. Each look schedules the next one
/// for those that still wait.
template <class Context>
void wake_worm_wire(Context& context, const Channel& channel, std::int64_t when) {
  WormPort& port = context.state.worms.ports[channel.id];
  if (port.wire_event <= when) return;
  port.wire_event = when;
  context.schedule(channel_event(Kind::wire, when, context.id, channel.local, channel.of_host));
}

/// Schedules a look at the worms that compete for an output: for its wire, or for the crossbar where there
/// are lanes behind it.
template <class Context>
void wake_worm_output(Context& context, std::uint16_t local, std::int64_t when) {
  const PortId id = context.channel_at(local);
  if (!context.state.worms.has_output_lanes()) [[likely]]
    return wake_worm_wire(context, Channel{id, local, false}, when);
  CrossbarOutput& output = context.state.worms.crossbar_outputs[id];
  if (output.event <= when) return;
  output.event = when;
  context.schedule(output_event(when, context.id, local));
}

/// Schedules a look at the lanes of an input at `when`.
template <class Context>
void wake_worm_input(Context& context, std::uint16_t local, std::int64_t when) {
  WormPort& port = worm_port(context, local);
  if (port.input_event <= when) return;
  port.input_event = when;
  context.schedule(input_event(when, context.id, local));
}

/// Which worms an event for a wire is for.
enum class Wake : bool {
  always,
  unless_now  ///< not for a worm that could go now: its crossbar input, or the evaluation, wakes it
};

/// Schedules an event for the output of a worm that has its virtual channel, for when it may go on, if that
/// is known. Else it waits for credits, or for flits. Where it lacks both, the credits tend to come last. A
/// burst that leaves the lane behind the crossbar wakes a worm that waits for space there.
template <class Context>
[[gnu::always_inline]] inline void wake_worm(Context& context, const Worm& worm, Wake wake = Wake::always) {
  const std::int64_t flits = flits_from(context, worm), credits = credits_from(context, worm);
  if (credits == INT64_MAX && worm.behind) [[unlikely]]
    return;
  if (credits == INT64_MAX) return wait_for_credits(context, channel_of(worm), worm.hop.vc, worm.to);
  if (flits == INT64_MAX) return wait_for_flits(context, worm);
  const std::int64_t free_at = worm.behind ? crossbar_output_from(context, worm) : worm.out.free_at;
  const std::int64_t when = std::max({context.now, flits, credits, free_at});
  if (wake == Wake::always || when > context.now) wake_worm_output(context, worm.hop.port, when);
}
template <class Context>
void wake_worm(Context& context, LaneName name, Wake wake = Wake::always) {
  wake_worm(context, worm_at(context, name), wake);
}

}  // namespace ebb::inline engine
