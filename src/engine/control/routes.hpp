// Cables that leave the routes and come back, when a policy changes the topology. A channel that is to be off
// is first removed from the routes of its switch. The packets that have chosen it leave. Then it requests
// off, and the cable goes off as soon as the other end requests it too. It is a route again when it is on and
// its change is over. The switches of its row are notified, hop by hop.
#pragma once

#include "engine/control/switch_watch.hpp"
#include "engine/model/outlook.hpp"
#include "network/network.hpp"
#include "power/control/controller.hpp"
#include "power/policy/next_hops.hpp"
#include "routing/graph/link_stages.hpp"

namespace ebb::inline engine {

/// Says whether nothing is queued or waits for space, and all credits are back. Only then may a channel go
/// off: else it would strand queued packets, or packets it has sent whose credits need the cable.
template <class Context>
bool is_empty(Context& context, const Channel& channel, std::int64_t queued) {
  return queued == 0 && context.outs[channel.id].blocked_mask == 0 &&
         Context::Flow::all_back(context, channel.id);
}

/// Returns the bytes that a channel has sent up to now. Bookings beyond now do not count yet.
inline std::int64_t passed_by(const SwitchView& context, PortId id) {
  const NetworkState& state = context.state;
  const OutPort& out = context.outs[id];
  const std::int64_t ahead = state.busy_ahead(id, context.now), old = state.busy_at_old_rate(id, context.now);
  return static_cast<std::int64_t>(out.bytes) - context.rates[out.rate].bytes(ahead - old) -
         context.rates[out.link * state.level_count + state.control.channels[id].meter.before].bytes(old);
}

/// Notifies the row of a port that its cable is a route from now on, or no longer.
template <class Context>
void announce_row(Context& context, std::uint16_t local, bool up, std::int64_t from) {
  const LinkStages& stages = *context.state.control.settings.stages;
  const LinkStages::Place place = stages.place(context.id, local);
  const std::int64_t hop = context.delay[context.out[local].link] + context.credit_time;
  stages.each_in_row(context.id, place.row, [&](SwitchId other, int hops) {
    context.schedule(status_event(from + hops * hop, other, place.row, place.count, up));
  });
}

/// Adds a channel to the routes of its switch or removes it, as its control state requires.
template <class Context>
void update_route(Context& context, PortId channel) {
  Watch& watch = context.state.watch[channel];
  const bool open = context.state.control.channels[channel].is_route() &&
                    leads_to_carrier(context.state, channel),
             was_open = watch.route_from != INT64_MAX;
  if (open == was_open) return;
  watch.route_from = open ? std::max(context.now, context.state.cold[channel].transition_until) : INT64_MAX;
  if (!context.state.control.settings.stages) return;
  announce_row(context, static_cast<std::uint16_t>(channel - context.first_port), open,
               open ? watch.route_from : context.now);
}

/// A cable of the row has come on or gone off: the switch counts it.
inline void receive_status(SwitchView& context, std::uint16_t row, unsigned count, bool up) {
  std::int16_t& known = context.state.control.known.of(context.id, row, count);
  known = static_cast<std::int16_t>(known + (up ? 1 : -1));
}

/// Returns the load of the cable that packets would take without this one: the next shorter path among the
/// routes.
inline double detour_load(const SwitchView& context, std::uint16_t local) {
  double load = 0;
  context.state.control.settings.stages->each_shorter(context.id, local, [&](std::uint16_t port) {
    if (context.state.watch[context.first_port + port].route_from > context.now) return false;
    load = context.state.control.channels[context.first_port + port].load;
    return true;
  });
  return load;
}

/// Returns the share of full rate that a channel has carried since its last evaluation, or before it if that
/// is now.
inline double load_of(const SwitchView& context, PortId id) {
  const ChannelControl& control = context.state.control.channels[id];
  const std::int64_t time = context.now - control.evaluated_at;
  if (time <= 0) return control.load;
  const std::int64_t full =
      context.state.full_time(context.outs[id].link, passed_by(context, id) - control.bytes);
  return static_cast<double>(full) / static_cast<double>(time);
}

/// Returns what the switch at hand knows of its links: its own forwarding table and their loads.
inline SwitchLinks links_of(const SwitchView& context) {
  const NextHopTable& table = context.state.control.settings.next_hops[context.id];
  SwitchLinks links{.next_hops = &table, .load = {}, .up = {}};
  for (std::uint16_t port = 0; port < table.ports; ++port) {
    const PortId id = context.channel_at(port);
    links.load.push_back(load_of(context, id));
    links.up.push_back(context.state.watch[id].route_from <= context.now);
  }
  return links;
}

/// Returns the stage of a channel among those that leave the routes. A host's channel never leaves.
template <class Context>
StageView stage_of(Context& context, const Channel& channel) {
  StageView view;
  view.diverted = {context.state.control.channels[channel.id].diverted};
  if (channel.of_host) return view;
  const LinkStages& stages = *context.state.control.settings.stages;
  const LinkStages::Place place = stages.place(context.id, channel.local);
  view.stage = place.stage;
  if (place.stage > 0 && !context.state.control.settings.next_hops.empty())
    view.links = links_of(context), view.port = channel.local;
  if (place.stage > 0) view.detour_load = detour_load(context, channel.local);
  const LinkStages::Near near = stages.near(place, [&](std::uint8_t count) {
    return context.state.control.known.of(context.id, place.row, count) > 0;
  });
  view.before_up = near.before_up, view.after_up = near.after_up;
  return view;
}

}  // namespace ebb::inline engine
