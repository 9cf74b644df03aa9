// A worm at the switch at hand, and what it needs to go on: flits that are here, and credits for them. Both
// come in bursts, by their logs. A worm that runs short reads the logs, and requests a notification where it
// has to wait.
#pragma once

#include "engine/model/controlled.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

template <class Context>
concept MovesWorms = requires {
  requires Context::Forwarding::moves_worms;
};

inline WormLane& worm_lane(SwitchView& context, LaneName name) {
  return context.state.worms.lanes[context.lane_of(context.first_port + name.port, name.vc)];
}
inline WormOut& worm_out(SwitchView& context, Hop hop) {
  return context.state.worms.outs[context.lane_of(context.first_port + hop.port, hop.vc)];
}
inline WormPort& worm_port(SwitchView& context, std::uint16_t local) {
  return context.state.worms.ports[context.first_port + local];
}
inline std::int64_t flit_time(const SwitchView& context, std::uint16_t rate) {
  return context.state.worms.flit_time[rate];
}
inline Hop hop_of(SwitchView& context, LaneName name) {
  const InLane& in = context.lane_at(name.port, name.vc);
  return {in.hop_port, static_cast<std::uint8_t>(in.hop_vc)};
}

/// Returns the full rate of a port's cable, as an index of rates.
inline std::uint16_t full_rate_of(const SwitchView& context, std::uint16_t local) {
  const auto level_count = static_cast<unsigned>(context.state.level_count);
  return static_cast<std::uint16_t>(context.out[local].link * level_count + level_count - 1);
}

/// The oldest worm of a lane, and the output that it has chosen. Its flits go to the wire of the output; or
/// to a lane behind the crossbar, at the full rate of the input.
struct Worm {
  LaneName name;
  Hop hop;
  std::size_t in;  ///< its lane
  PortId channel;
  WormLane& lane;
  OutPort& out;
  WormOut& to;
  WormPort& wire;
  OutputLane* behind;  ///< the lane behind the crossbar; null: there is none
  std::uint16_t rate;  ///< of the wire, or of the crossbar
  std::int64_t pace;   ///< time of a flit there

  bool to_host() const { return out.peer_port == no_port; }
};
[[gnu::always_inline]] inline Worm worm_at(SwitchView& context, LaneName name, Hop hop) {
  const std::size_t in = context.lane_of(context.first_port + name.port, name.vc);
  const PortId channel = context.channel_at(hop.port);
  WormState& worms = context.state.worms;
  OutPort& out = context.outs[channel];
  const std::size_t to = context.lane_of(channel, hop.vc);
  const bool buffered = worms.has_output_lanes();
  const std::uint16_t rate = buffered ? full_rate_of(context, name.port) : out.rate;
  return {name,
          hop,
          in,
          channel,
          worms.lanes[in],
          out,
          worms.outs[to],
          worms.ports[channel],
          buffered ? &worms.output_lanes[to] : nullptr,
          rate,
          flit_time(context, rate)};
}
[[gnu::always_inline]] inline Worm worm_at(SwitchView& context, LaneName name) {
  return worm_at(context, name, hop_of(context, name));
}
inline Channel channel_of(const Worm& worm) { return {worm.channel, worm.hop.port, false}; }

/// Takes what has begun to arrive from the log of a lane of this port.
template <class Context>
[[gnu::always_inline]] inline void look_at_flits(Context& context, PortId port, std::size_t lane,
                                                 FlitSupply& flits) {
  context.with_burst_log(port, lane, [&] { flits.look(context.now); });
}
/// Takes what has begun to arrive from the log of a virtual channel's credits.
template <class Context>
[[gnu::always_inline]] inline void look_at_credits(Context& context, PortId channel, WormOut& to) {
  context.with_burst_log(channel, to.target, [&] { to.credits.look(context.now); });
}

/// Returns the flits of a lane. It reads the log if fewer than so many are known.
template <class Context>
[[gnu::always_inline]] inline FlitSupply& flits_of(Context& context, const Worm& worm, std::int64_t needed) {
  FlitSupply& flits = worm.lane.flits;
  if (flits.known() < needed) look_at_flits(context, context.channel_at(worm.name.port), worm.in, flits);
  return flits;
}
/// Returns the credits of a virtual channel, in the same way.
template <class Context>
[[gnu::always_inline]] inline FlitSupply& credits_of(Context& context, PortId channel, WormOut& to,
                                                     std::int64_t needed) {
  if (to.credits.known() < needed) look_at_credits(context, channel, to);
  return to.credits;
}

/// Arranges an event for when there are more flits in a lane. The event is the same whether the log has the
/// next burst already or not.
template <class Context>
[[gnu::always_inline]] inline void wait_for_flits(Context& context, const Worm& worm) {
  FlitSupply& flits = worm.lane.flits;
  if (flits.asked) return;
  flits.asked = true;
  std::int64_t from = INT64_MAX;
  context.with_burst_log(context.channel_at(worm.name.port), worm.in, [&] { from = flits.next_or_want(); });
  if (from != INT64_MAX) context.schedule(flits_event(from, context.id, worm.name.port, worm.name.vc, 0));
}
/// The same for credits of a virtual channel.
template <class Context>
[[gnu::always_inline]] inline void wait_for_credits(Context& context, const Channel& channel, unsigned vc,
                                                    WormOut& to) {
  if (to.credits.asked) return;
  to.credits.asked = true;
  std::int64_t from = INT64_MAX;
  context.with_burst_log(channel.id, to.target, [&] { from = to.credits.next_or_want(); });
  if (from == INT64_MAX) return;
  context.schedule(channel.of_host ? host_credit_event(from, context.id, channel.local, 0, vc)
                                   : credit_event(from, context.id, channel.local, vc, 0));
}

/// Returns how long a flit that comes in more slowly than it leaves has to wait, so that it does not overtake
/// its own end.
inline std::int64_t lag_of(const FlitStream& flits, std::int64_t pace) {
  return std::max<std::int64_t>(0, flits.step - pace);
}

/// Returns how many of so many flits, which are here, there is space for behind the crossbar from now on.
inline std::uint32_t slots_ready(const SwitchView& context, const Worm& worm, std::uint32_t here) {
  const FlitStream& slots = worm.behind->slots;
  if (context.state.worms.whole) return slots.count(context.now) < here ? 0 : here;
  return slots.gapless(context.now, worm.pace, here);
}

/// Returns how many flits of a worm could leave one after the other from now on: they are here, or will be in
/// time, and so are their credits, or the space behind the crossbar.
template <class Context>
[[gnu::always_inline]] inline std::uint32_t flits_ready(Context& context, const Worm& worm) {
  const WormState& worms = context.state.worms;
  const std::uint32_t left = worm.lane.left;
  const std::int64_t most = worms.whole ? left : std::min<std::int64_t>(left, worms.longest_burst);
  const FlitStream& flits = flits_of(context, worm, most);
  const std::uint32_t here = flits.gapless(context.now - lag_of(flits, worm.pace), worm.pace, most);
  if (here == 0 || (worms.whole && here < left)) return 0;
  if (worm.behind) [[unlikely]]
    return slots_ready(context, worm, here);
  if (worm.to_host()) return here;
  const FlitStream& credits = credits_of(context, worm.channel, worm.to, here);
  if (worms.whole) return credits.count(context.now) < here ? 0 : here;
  return credits.gapless(context.now, worm.pace, here);
}

/// Returns from when on the oldest packet of a lane is here, or comes in fast enough to leave without a gap.
inline std::int64_t whole_from(const FlitStream& flits, std::uint32_t left, std::int64_t pace) {
  if (flits.applied >= std::int64_t{left}) return INT64_MIN;
  if (flits.known() < std::int64_t{left}) return INT64_MAX;
  return flits.at + left * lag_of(flits, pace);
}

/// Returns from when on flits can be sent of which so many are left of a packet, as far as it is known.
[[gnu::always_inline]] inline std::int64_t flits_from(const SwitchView& context, const FlitStream& flits,
                                                      std::uint32_t left, std::int64_t pace) {
  if (context.state.worms.whole) return whole_from(flits, left, pace);
  if (flits.applied >= 1) return INT64_MIN;
  return flits.known() < 1 ? INT64_MAX : flits.time_of(1) + lag_of(flits, pace);
}
/// The same for the flits of a worm.
template <class Context>
[[gnu::always_inline]] inline std::int64_t flits_from(Context& context, const Worm& worm) {
  const std::uint32_t left = worm.lane.left;
  const FlitStream& flits = flits_of(context, worm, context.state.worms.whole ? left : 1);
  return flits_from(context, flits, left, worm.pace);
}
/// Returns from when on it has the credits, or the space behind the crossbar, that it needs.
template <class Context>
[[gnu::always_inline]] inline std::int64_t credits_from(Context& context, const Worm& worm) {
  const std::int64_t needed = context.state.worms.whole ? worm.lane.left : 1;
  if (worm.behind) [[unlikely]]
    return worm.behind->slots.time_of(needed);
  if (worm.to_host()) return INT64_MIN;
  return credits_of(context, worm.channel, worm.to, needed).time_of(needed);
}

}  // namespace ebb::inline engine
