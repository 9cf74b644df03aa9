// Cables that leave the routes and come back, when a policy changes the topology. A channel that is to be off
// is first taken from the routes of its switch. The packets that have chosen it leave. Then it wishes to be
// off, and the cable goes off as soon as the other end wishes so too. It is among the routes again when it is
// on and its change is over. The switches of its row are told, hop by hop.
#pragma once

#include "engine/model/outlook.hpp"

namespace ebb::inline engine {

/// Says whether nothing is queued or waits for room, and all credits are back. Only then may a channel go
/// off: it would strand what is here, and what it has sent needs the cable for its credits.
template <class Here>
bool is_empty(Here& at, const Channel& channel, std::int64_t queued) {
  return queued == 0 && at.outs[channel.id].blocked_mask == 0 && Here::Flow::all_back(at, channel.id);
}

/// Returns the bytes that a channel has sent up to now. What is booked beyond does not count yet.
inline std::int64_t passed_by(const SwitchView& at, PortId id) {
  const NetworkState& state = at.state;
  const OutPort& out = at.outs[id];
  const std::int64_t ahead = state.busy_ahead(id, at.now), old = state.busy_at_old_rate(id, at.now);
  return static_cast<std::int64_t>(out.bytes) - at.rates[out.rate].bytes(ahead - old) -
         at.rates[out.link * state.rungs + state.controls[id].meter.before].bytes(old);
}

/// Tells the row of a port that its cable is a route from now on, or no longer.
template <class Here>
void tell_row(Here& at, std::uint16_t local, bool up, std::int64_t from) {
  const LinkStages& stages = *at.state.control.stages;
  const LinkStages::Place place = stages.place(at.id, local);
  const std::int64_t hop = at.delay[at.out[local].link] + at.credit_time;
  stages.each_in_row(at.id, place.row, [&](SwitchId other, int hops) {
    at.later(status_note(from + hops * hop, other, place.row, place.count, up));
  });
}

/// Puts a channel among the routes of its switch or takes it out, as its control says.
template <class Here>
void update_route(Here& at, PortId channel) {
  Watch& watch = at.state.watch[channel];
  const bool open = at.state.controls[channel].is_route(), was_open = watch.route_from != INT64_MAX;
  if (open == was_open) return;
  watch.route_from = open ? std::max(at.now, at.state.cold[channel].silent_until) : INT64_MAX;
  tell_row(at, static_cast<std::uint16_t>(channel - at.first_port), open, open ? watch.route_from : at.now);
}

/// A cable of the row has come on or gone off: the switch counts it.
inline void hear_status(SwitchView& at, std::uint16_t row, unsigned count, bool up) {
  std::int16_t& known = at.state.known_of(at.id, row, count);
  known = static_cast<std::int16_t>(known + (up ? 1 : -1));
}

/// Returns the load of the cable that packets would take without this one: the next shorter way among the
/// routes.
inline double detour_load(const SwitchView& at, std::uint16_t local) {
  double load = 0;
  at.state.control.stages->each_shorter(at.id, local, [&](std::uint16_t port) {
    if (at.state.watch[at.first_port + port].route_from > at.now) return false;
    load = at.state.controls[at.first_port + port].load;
    return true;
  });
  return load;
}

/// Returns the share of full rate that a channel has carried since its last question, or before it if that is
/// now.
inline double load_of(const SwitchView& at, PortId id) {
  const ChannelControl& control = at.state.controls[id];
  const std::int64_t time = at.now - control.asked;
  if (time <= 0) return control.load;
  const std::int64_t full = at.state.full_time(at.outs[id].link, passed_by(at, id) - control.bytes);
  return static_cast<double>(full) / static_cast<double>(time);
}

/// Returns why a link of the switch at hand has to be on, by its own table and what its links carry.
inline LinkNeed need_of(const SwitchView& at, std::uint16_t local) {
  const LinkWays& ways = at.state.control.ways[at.id];
  SwitchLinks links{.ways = &ways, .load = {}, .up = {}};
  for (std::uint16_t port = 0; port < ways.ports; ++port) {
    const PortId id = at.channel_at(port);
    links.load.push_back(load_of(at, id));
    links.up.push_back(at.state.watch[id].route_from <= at.now);
  }
  return at.state.control.policy->link_needs(links)[local];
}

/// Returns where a channel stands among those that leave the routes. A host's channel never leaves.
template <class Here>
StageView stage_of(Here& at, const Channel& channel) {
  StageView view;
  view.missed = {at.state.controls[channel.id].missed};
  if (channel.of_host) return view;
  const LinkStages& stages = *at.state.control.stages;
  const LinkStages::Place place = stages.place(at.id, channel.local);
  view.stage = place.stage;
  if (place.stage > 0 && !at.state.control.ways.empty()) view.need = need_of(at, channel.local);
  if (place.stage > 0) view.detour_load = detour_load(at, channel.local);
  const LinkStages::Near near =
      stages.near(place, [&](std::uint8_t count) { return at.state.known_of(at.id, place.row, count) > 0; });
  view.before_up = near.before_up, view.after_up = near.after_up;
  return view;
}

}  // namespace ebb::inline engine
