// Evaluations of the power policy. Each channel of a switch and of its hosts is evaluated by its own clock,
// or when its queue has grown to the length that the policy set, or when enough bytes were diverted.
#pragma once

#include <vector>

#include "base/random.hpp"
#include "base/units.hpp"
#include "engine/control/agreement.hpp"
#include "network/network.hpp"
#include "power/control/controller.hpp"
#include "power/control/power_budget.hpp"
#include "power/control/rate_levels.hpp"
#include "power/policy/channel_view.hpp"
#include "power/policy/power_bid.hpp"

namespace ebb::inline engine {

/// Schedules the first evaluation of every channel of a switch and its hosts.
template <class Context>
void start_control(Context& context, SwitchId s) {
  const NetworkState& state = context.state;
  const std::int64_t epoch = state.control.settings.epoch.v;
  for (std::uint16_t local = 0; local < state.network.ports_of(s); ++local) {
    const auto port = static_cast<PortId>(state.network.first_port[s] + local);
    if (state.network.link(port).off) continue;  // for the whole run: there is nothing to decide
    const PortId peer = state.network.peer[port];
    const std::int64_t offset = state.control.settings.staggered
                                    ? static_cast<std::int64_t>(mix_bits(std::min(port, peer)) >> 16) % epoch
                                    : 0;
    for (const bool host : {false, true}) {
      if (host && !state.network.is_host_port(peer)) continue;
      const PortId channel = host ? peer : port;
      context.state.control.channels[channel].next_evaluation = epoch - offset;
      context.state.watch[channel].step = state.control.settings.paired || context.by_packet;
      set_booking_limit(context, channel);
      context.schedule(channel_event(Kind::control, epoch - offset, s, local, host));
    }
  }
}

/// Returns what the switch has observed of a channel up to now. Bookings beyond now do not count yet.
template <class Context>
Observation observe(Context& context, const Channel& channel) {
  const NetworkState& state = context.state;
  const OutPort& out = context.outs[channel.id];
  const ChannelControl& control = state.control.channels[channel.id];
  const ColdPort& cold = state.cold[channel.id];
  Observation seen{
      .now = {context.now},
      .levels = state.control.has_several_rates() ? &state.control.levels_by_class[out.link] : nullptr,
      .passed = {passed_by(context, channel.id)},
      .busy = Picoseconds{out.busy - state.busy_ahead(channel.id, context.now)},
      .last_busy = Picoseconds{out.free_at > cold.transition_until ? out.free_at : control.last_busy},
      .queued = Bytes{bytes_queued(context, channel)},
      .downstream = {},
      .packets = state.watch[channel.id].packets,
      .delay_budget_left = state.control.delay_budget.left,
      .stage = {}};
  if constexpr (requires { Context::Flow::downstream(context, channel); })
    if (state.control.downstream.in_use()) seen.downstream = Context::Flow::downstream(context, channel);
  if (state.control.settings.stages)
    seen.stage = stage_of(context, channel);
  else if (state.control.switch_plan.in_use())
    seen.stage = sleep_stage(context, channel.id);
  if (state.control.power_budget.in_use())
    seen.power = state.control.power_budget.grant(
        channel.id, state.network.link_class[channel.id], context.now,
        state.control.settings.staggered ? 0 : state.control.settings.epoch.v);
  return seen;
}

/// Replaces the bid of a channel in the power budget.
template <class Context>
void replace_bid(Context& context, PortId id, const Observation& seen, const PowerBid& old,
                 const PowerBid& next) {
  const ControlState& control = context.state.control;
  const RateLevels& levels = seen.levels ? *seen.levels : control.settings.levels;
  const std::uint8_t link = context.state.network.link_class[id];
  control.power_budget.add(context.power_bids, old, id, link, levels, true);
  control.power_budget.add(context.power_bids, next, id, link, levels);
}

/// Evaluates a channel, and does what follows: counts the reason, schedules the next evaluation, propagates
/// the request, and serves what waited for the evaluation.
template <class Context>
void evaluate(Context& context, const Channel& channel, Cause cause) {
  ChannelControl& control = context.state.control.channels[channel.id];
  const Observation seen = observe(context, channel);
  const PowerBid bid = seen.power ? bid_in(control.memory, control.level) : PowerBid{};
  const Evaluation evaluation = context.state.control.controller.evaluate(
      control, seen, cause, [&] { return is_empty(context, channel, seen.queued->v); });
  if (seen.power) replace_bid(context, channel.id, seen, bid, bid_in(control.memory, control.level));
  context.count(Decided{channel.id, context.now, evaluation});
  Watch& watch = context.state.watch[channel.id];
  watch.packets = 0;
  watch.evaluate_at = evaluation.decision.evaluate_at.v;
  watch.step = context.by_packet || context.state.control.settings.paired ||
               evaluation.decision.evaluate_at != Decision::no_queue;
  if (control.next_evaluation != ChannelControl::never)
    remind(context, channel, control.next_evaluation, Kind::control);
  if (request_level(context, channel, evaluation.requested)) return;
  set_booking_limit(context, channel.id);
  serve_channel(context, channel);
}

/// Tells the policy which channels of the switch and of its hosts are evaluated at this time, if it helps the
/// policy. An evaluation may change the views of later ones.
template <class Context>
[[gnu::noinline]] void expect_evaluations(Context& context) {
  const ControlState& control = context.state.control;
  if (!control.settings.batches->awaits_views()) return;
  std::vector<ChannelView> views;
  std::vector<const RateLevels*> levels;
  const Network& network = context.state.network;
  for (std::uint16_t local = 0; local < network.ports_of(context.id); ++local)
    for (const bool host : {false, true}) {
      if (host && !network.is_host_port(network.peer[context.channel_at(local)])) continue;
      const Channel channel = channel_at(context, local, host);
      if (control.channels[channel.id].next_evaluation != context.now) continue;
      const Observation seen = observe(context, channel);
      views.push_back(control.controller.preview(control.channels[channel.id], seen, Cause::time));
      levels.push_back(&control.controller.levels_of(seen));
    }
  control.settings.batches->expect(views, levels);
}

/// An evaluation is due. It happens, unless the channel was evaluated meanwhile.
template <class Context>
void evaluate_when_due(Context& context, std::uint16_t local, unsigned about) {
  const Channel channel = channel_at(context, local, about & AboutChannel::of_host);
  Watch& watch = context.state.watch[channel.id];
  const ChannelControl& control = context.state.control.channels[channel.id];
  if (about & AboutChannel::by_queue) {
    watch.evaluation_pending = false;
    if (bytes_queued(context, channel) >= watch.evaluate_at) evaluate(context, channel, Cause::queue);
  } else if (about & AboutChannel::by_diverted) {
    watch.evaluation_pending = false;
    if (control.diverted >= control.evaluate_at_diverted) evaluate(context, channel, Cause::diverted);
  } else if (control.next_evaluation == context.now) {  // else it was evaluated earlier, and has a new time
    if (context.state.control.settings.batches) [[unlikely]]
      expect_evaluations(context);
    evaluate(context, channel, Cause::time);
  }
}

}  // namespace ebb::inline engine
