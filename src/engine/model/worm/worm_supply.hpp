// A worm at the switch at hand, and what it needs to go on: flits that are here, and credits for them. Both
// come in trains, by their logs. Who runs short looks there, and asks to be told where it has to wait.
#pragma once

#include "engine/model/controlled.hpp"

namespace ebb::inline engine {

template <class Here>
concept MovesWorms = requires {
  requires Here::Forwarding::moves_worms;
};

inline WormLane& worm_lane(SwitchView& at, LaneName name) {
  return at.state.worms.lanes[at.lane_of(at.first_port + name.port, name.vc)];
}
inline WormOut& worm_out(SwitchView& at, Hop hop) {
  return at.state.worms.outs[at.lane_of(at.first_port + hop.port, hop.vc)];
}
inline WormPort& worm_port(SwitchView& at, std::uint16_t local) {
  return at.state.worms.ports[at.first_port + local];
}
inline std::int64_t flit_time(const SwitchView& at, std::uint16_t rate) {
  return at.state.worms.flit_time[rate];
}
inline Hop hop_of(SwitchView& at, LaneName name) {
  const InLane& in = at.lane_at(name.port, name.vc);
  return {in.hop_port, static_cast<std::uint8_t>(in.hop_vc)};
}

/// The oldest worm of a lane, and the output that it has chosen.
struct Worm {
  LaneName name;
  Hop hop;
  std::size_t in;  ///< its lane
  PortId channel;
  WormLane& lane;
  OutPort& out;
  WormOut& to;
  WormPort& wire;
  std::int64_t pace;  ///< time of a flit on the wire

  bool to_host() const { return out.peer_port == no_port; }
};
[[gnu::always_inline]] inline Worm worm_at(SwitchView& at, LaneName name, Hop hop) {
  const std::size_t in = at.lane_of(at.first_port + name.port, name.vc);
  const PortId channel = at.channel_at(hop.port);
  WormState& worms = at.state.worms;
  OutPort& out = at.outs[channel];
  return {name,
          hop,
          in,
          channel,
          worms.lanes[in],
          out,
          worms.outs[at.lane_of(channel, hop.vc)],
          worms.ports[channel],
          flit_time(at, out.rate)};
}
[[gnu::always_inline]] inline Worm worm_at(SwitchView& at, LaneName name) {
  return worm_at(at, name, hop_of(at, name));
}
inline Channel channel_of(const Worm& worm) { return {worm.channel, worm.hop.port, false}; }

/// Takes from the log of a lane of this port what has begun to arrive.
template <class Here>
[[gnu::always_inline]] inline void look_at_flits(Here& at, PortId port, std::size_t lane, FlitSupply& flits) {
  at.with_train_log(port, lane, [&] { flits.look(at.now); });
}
/// Takes from the log of a virtual channel's credits what has begun to arrive.
template <class Here>
[[gnu::always_inline]] inline void look_at_credits(Here& at, PortId channel, WormOut& to) {
  at.with_train_log(channel, to.target, [&] { to.credits.look(at.now); });
}

/// Returns the flits of a lane, all that have begun to arrive if fewer than so many are known.
template <class Here>
[[gnu::always_inline]] inline FlitSupply& flits_of(Here& at, const Worm& worm, std::int64_t needed) {
  FlitSupply& flits = worm.lane.flits;
  if (flits.known() < needed) look_at_flits(at, at.channel_at(worm.name.port), worm.in, flits);
  return flits;
}
/// Returns the credits of a virtual channel, in the same way.
template <class Here>
[[gnu::always_inline]] inline FlitSupply& credits_of(Here& at, PortId channel, WormOut& to,
                                                     std::int64_t needed) {
  if (to.credits.known() < needed) look_at_credits(at, channel, to);
  return to.credits;
}

/// Sees to it that a note comes when there are more flits in a lane. The note is the same whether the log has
/// the next train already or not.
template <class Here>
[[gnu::always_inline]] inline void wait_for_flits(Here& at, const Worm& worm) {
  FlitSupply& flits = worm.lane.flits;
  if (flits.asked) return;
  flits.asked = true;
  std::int64_t from = INT64_MAX;
  at.with_train_log(at.channel_at(worm.name.port), worm.in, [&] { from = flits.next_or_want(); });
  if (from != INT64_MAX) at.later(flits_note(from, at.id, worm.name.port, worm.name.vc, 0));
}
/// The same for credits of a virtual channel.
template <class Here>
[[gnu::always_inline]] inline void wait_for_credits(Here& at, const Channel& channel, unsigned vc,
                                                    WormOut& to) {
  if (to.credits.asked) return;
  to.credits.asked = true;
  std::int64_t from = INT64_MAX;
  at.with_train_log(channel.id, to.target, [&] { from = to.credits.next_or_want(); });
  if (from == INT64_MAX) return;
  at.later(channel.of_host ? host_credit_note(from, at.id, channel.local, 0, vc)
                           : credit_note(from, at.id, channel.local, vc, 0));
}

/// Returns by how much a flit that comes in more slowly than it leaves has to wait: until it does not
/// overtake its own end.
inline std::int64_t lag_of(const FlitStream& flits, std::int64_t pace) {
  return std::max<std::int64_t>(0, flits.step - pace);
}

/// Returns how many flits of a worm could leave one after the other from now on: they are here, or will be in
/// time, and so are their credits.
template <class Here>
[[gnu::always_inline]] inline std::uint32_t flits_ready(Here& at, const Worm& worm) {
  const WormState& worms = at.state.worms;
  const std::uint32_t left = worm.lane.left;
  const std::int64_t most = worms.whole ? left : std::min<std::int64_t>(left, worms.longest_train);
  const FlitStream& flits = flits_of(at, worm, most);
  const std::uint32_t here = flits.gapless(at.now - lag_of(flits, worm.pace), worm.pace, most);
  if (here == 0 || (worms.whole && here < left)) return 0;
  if (worm.to_host()) return here;
  const FlitStream& credits = credits_of(at, worm.channel, worm.to, here);
  if (worms.whole) return credits.count(at.now) < here ? 0 : here;
  return credits.gapless(at.now, worm.pace, here);
}

/// Returns from when on the oldest packet of a lane is here, or comes in fast enough to leave without a gap.
inline std::int64_t whole_from(const FlitStream& flits, std::uint32_t left, std::int64_t pace) {
  if (flits.settled >= std::int64_t{left}) return INT64_MIN;
  if (flits.known() < std::int64_t{left}) return INT64_MAX;
  return flits.at + left * lag_of(flits, pace);
}

/// Returns from when on a worm has flits to send, as far as it is known.
template <class Here>
[[gnu::always_inline]] inline std::int64_t flits_from(Here& at, const Worm& worm) {
  const std::uint32_t left = worm.lane.left;
  if (at.state.worms.whole) return whole_from(flits_of(at, worm, left), left, worm.pace);
  const FlitStream& flits = flits_of(at, worm, 1);
  if (flits.settled >= 1) return INT64_MIN;
  return flits.known() < 1 ? INT64_MAX : flits.time_of(1) + lag_of(flits, worm.pace);
}
/// Returns from when on it has the credits that it needs.
template <class Here>
[[gnu::always_inline]] inline std::int64_t credits_from(Here& at, const Worm& worm) {
  if (worm.to_host()) return INT64_MIN;
  const std::int64_t needed = at.state.worms.whole ? worm.lane.left : 1;
  return credits_of(at, worm.channel, worm.to, needed).time_of(needed);
}

}  // namespace ebb::inline engine
