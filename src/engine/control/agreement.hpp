// Carries out the controller's results on simulated wires and queues, and at the other end of a cable. A
// request of one end takes the cable's delay and the credit time to reach the other one, and both ends apply
// it at the same moment.
#pragma once

#include <bit>

#include "base/units.hpp"
#include "engine/control/domain_meters.hpp"
#include "engine/control/routes.hpp"
#include "engine/model/blocked.hpp"
#include "engine/model/flow/credit_path.hpp"
#include "engine/model/flow/pausing.hpp"
#include "engine/model/source.hpp"
#include "network/network.hpp"
#include "power/control/controller.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

/// Serves what waited for an evaluation or a change, another virtual channel first each time.
template <class Context>
void serve_channel(Context& context, const Channel& channel) {
  if (channel.of_host) return pump(context, context.state.network.host_at(channel.id));
  Watch& watch = context.state.watch[channel.id];
  const unsigned turn = watch.turn;
  watch.turn = static_cast<std::uint8_t>((turn + 1) % context.vcs);
  for (unsigned i = 0; i < context.vcs; ++i)
    serve_output_lane(context, Hop{channel.local, static_cast<std::uint8_t>((turn + i) % context.vcs)});
}

/// Nothing is booked to start at or after the next evaluation, nor once the channel requests off.
template <class Context>
void set_booking_limit(Context& context, PortId channel) {
  const ChannelControl& control = context.state.control.channels[channel];
  context.state.watch[channel].booking_limit =
      context.state.control.controller.requests_off(control) ? INT64_MIN : control.next_evaluation;
  if (context.state.control.settings.stages || context.state.control.switch_plan.in_use())
    update_route(context, channel);
}

/// The wire has the new rate from now on, and is in transition until the change is over.
template <class Context>
void change_rate(Context& context, PortId channel, const LevelChange& change) {
  OutPort& out = context.outs[channel];
  ColdPort& cold = context.state.cold[channel];
  if (out.free_at > cold.transition_until) context.state.control.channels[channel].last_busy = out.free_at;
  out.rate = static_cast<std::uint16_t>(out.link * context.state.level_count + change.to);
  out.free_at = cold.transition_until = change.at.v;
  out.in_transition = 1;
}

/// A channel that was off is changing. The link packets that it has sent are booked.
template <class Context>
void book_credits(Context& context, PortId channel) {
  ControlState& control = context.state.control;
  CreditPath& path = control.credit_paths[channel];
  book_link_packets(path.used_before(control.channels[channel].meter.change_from),
                    control.settings.levels.slowest_level(), context.state.times_of(channel));
  path.used = 0;
}

/// The channel takes the agreed level of its cable, as soon as it may. Returns whether what waited was
/// served.
template <class Context>
bool apply_level(Context& context, const Channel& channel) {
  ChannelControl& control = context.state.control.channels[channel.id];
  const std::int64_t since = control.meter.since;
  LevelChange applied;  // mostly it keeps its rate: then its queue is not read
  if (!context.state.control.controller.keeps_level(control, {context.now}))
    applied = context.state.control.controller.apply_level(
        control, {context.now}, {context.outs[channel.id].free_at}, Bytes{bytes_queued(context, channel)},
        context.state.times_of(channel.id));
  context.state.watch[channel.id].avoid_until = control.avoid_until;
  switch (applied.what) {
    case LevelChange::What::under_way:
      return false;
    case LevelChange::What::waits:
      return remind(context, channel, applied.at.v, Kind::apply_level), false;
    case LevelChange::What::changes:
      change_rate(context, channel.id, applied);
      if (applied.from == 0 && context.state.control.has_credit_paths()) book_credits(context, channel.id);
      if (applied.from == 0 && !channel.of_host && context.state.control.meters_domains())
        book_domains(context.state, context.id, channel.local, since, control.meter.change_from);
      break;
    case LevelChange::What::keeps:
      break;
  }
  set_booking_limit(context, channel.id);
  serve_channel(context, channel);
  return true;
}

/// The channel requests a level. Where that concerns the other end of the cable, the request is sent to both.
/// Returns whether what waited was served.
template <class Context>
bool request_level(Context& context, const Channel& channel, std::size_t level) {
  const OutPort& out = context.outs[channel.id];
  const LevelRequest request = context.state.control.controller.propagate(
      context.state.control.channels[channel.id], level,
      {context.now + context.delay[out.link] + context.credit_time});
  if (request.applies) return apply_level(context, channel);
  if (!request.arrives_at) return false;
  const bool to_host = out.peer_port == no_port;
  const auto amount = static_cast<std::uint32_t>(level);
  context.schedule(channel_event(Kind::requested, request.arrives_at->v, context.id, channel.local,
                                 channel.of_host, 0, amount));
  context.schedule(channel_event(
      Kind::requested, request.arrives_at->v, channel.of_host ? context.id : out.peer_switch,
      to_host || channel.of_host ? channel.local : out.peer_port, to_host, AboutChannel::of_other, amount));
  return false;
}

/// Stores a request. The channel applies it later, once all requests of this picosecond are known.
template <class Context>
void receive_request(Context& context, std::uint16_t local, unsigned about, std::size_t level) {
  const Channel channel = channel_at(context, local, about & AboutChannel::of_host);
  Controller::receive(context.state.control.channels[channel.id], about & AboutChannel::of_other, level);
  remind(context, channel, context.now, Kind::apply_level);
}

/// Gives a wire that is free to the lanes that wait, in turn, one packet each.
template <class Context>
void give_wire(Context& context, const Channel& channel) {
  Watch& watch = context.state.watch[channel.id];
  const OutPort& out = context.outs[channel.id];
  if (out.free_at > context.now) return wake_wire(context, channel);
  if (channel.of_host) return pump(context, context.state.network.host_at(channel.id));
  const unsigned turn = watch.turn;
  for (unsigned i = 0; i < context.vcs && out.free_at <= context.now; ++i) {
    const unsigned vc = (turn + i) % context.vcs;
    serve_output_lane(context, Hop{channel.local, static_cast<std::uint8_t>(vc)});
    if (out.free_at > context.now) watch.turn = static_cast<std::uint8_t>((vc + 1) % context.vcs);
  }
  if (out.free_at > context.now && out.wait_mask) wake_wire(context, channel);
}

/// The wire of a channel that is booked packet by packet is free.
template <class Context>
void serve_wire(Context& context, std::uint16_t local, bool of_host) {
  const Channel channel = channel_at(context, local, of_host);
  context.state.watch[channel.id].wire_wake = false;
  give_wire(context, channel);
}

/// A pause frame takes effect. Lanes that may send again go on; heads that wait for an output that has just
/// been paused are routed again where their routing wants that.
template <class Context>
void receive_pause(Context& context, std::uint16_t local, bool of_host, std::uint32_t amount) {
  const Channel channel = channel_at(context, local, of_host);
  std::uint32_t begins = 0;
  if (context.state.reroutes_blocked && !of_host)
    for (unsigned vc = 0; vc < context.vcs; ++vc)
      if (amount >> vc & 1 &&
          !context.state.ethernet.paused[context.lane_of(channel.id, vc)].in_force(context.now))
        begins |= 1u << vc;
  if (react_to_pause(context, channel, amount & 0xffff, amount >> 16)) give_wire(context, channel);
  for (; begins; begins &= begins - 1)
    reroute_blocked(context, Hop{local, static_cast<std::uint8_t>(std::countr_zero(begins))});
}

}  // namespace ebb::inline engine
