#include "fabric/agent/channel_policies.hpp"

#include <algorithm>
#include <utility>

#include "base/random.hpp"
#include "power/control/power_budget.hpp"
#include "power/policy/power_bid.hpp"

namespace ebb::inline fabric {
namespace {

/// The agent has no routing that could avoid a channel during a transition: it changes the rules first, and
/// cables drain by themselves.
ControlSettings without_transition(ControlSettings control) {
  control.transition = power::Transition::leave;
  return control;
}

bool is_controlled_port(const Network& network, const AgentSettings& settings, PortId port) {
  return joins_switches(network, port) || settings.host_ports;
}

}  // namespace

std::vector<std::int64_t> ChannelPolicies::controlled(const Network& network, const AgentSettings& settings) {
  std::vector<std::int64_t> counts(network.classes.size());
  for (PortId p = 0; p < network.switch_ports(); ++p)
    counts[network.link_class[p]] += is_controlled_port(network, settings, p);
  return counts;
}

ChannelPolicies::ChannelPolicies(const AgentContext& context, const SwitchPoller& poller,
                                 ControlSettings control, const LinkStages* stages)
    : context_(context),
      poller_(poller),
      control_(without_transition(std::move(control))),
      controller_(control_, context.settings.poll),
      channels_(context.network.switch_ports()),
      times_(context.network.switch_ports() * 2 * control_.levels.size(), 0),
      rows_(context, stages),
      sleepers_(context, poller, control_.policy) {
  const Network& network = context_.network;
  if (control_.levels.size() > 1 && !network.has_one_rate())
    for (const LinkClass& link : network.classes)
      levels_by_class_.push_back(control_.levels.scaled_to(link.rate));
  for (PortId p = 0; p < channels_.size(); ++p) {
    Channel& channel = channels_[p];
    channel.control = controller_.fresh();
    channel.controlled = control_.policy && is_controlled_port(network, context_.settings, p);
    if (!channel.controlled) continue;
    const auto offset =
        static_cast<std::int64_t>(mix_bits(std::min(p, network.peer[p])) >> 16) % control_.epoch.v;
    channel.control.next_evaluation = control_.epoch.v - (control_.staggered ? offset : 0);
  }
  if (control_.watts.in_use())
    power_budget_ = PowerBudget(control_.watts, controlled(network, context_.settings),
                                control_.levels.slowest_level(), control_.first_level);
}

std::span<std::int64_t> ChannelPolicies::times_of(PortId port) {
  const std::size_t states = 2 * control_.levels.size();
  return std::span(times_).subspan(port * states, states);
}

void ChannelPolicies::add_times(PortId port, std::span<std::int64_t> sum) const {
  const std::size_t states = 2 * control_.levels.size();
  const ChannelControl& c = control(port);
  c.meter.add_times(std::span(times_).subspan(port * states, states), c.level, context_.now.v, sum);
}

/// Adds up the bids of all channels again, because a channel that was restarted has no bid. One whose switch
/// does not answer keeps the power that it had.
void ChannelPolicies::close_power_budget() {
  if (!power_budget_.in_use()) return;
  PowerLedger& ledger = power_budget_.ledger();
  ledger.clear();
  for (PortId p = 0; p < channels_.size(); ++p) {
    if (!channels_[p].controlled) continue;
    const std::uint8_t link = context_.network.link_class[p];
    const ChannelControl& c = control(p);
    PowerBid bid = bid_in(c.memory, c.level);
    bid.reserved = std::max(bid.reserved, c.level);
    power_budget_.add(ledger, bid, p, link,
                      levels_by_class_.empty() ? control_.levels : levels_by_class_[link]);
  }
  power_budget_.close(context_.now.v, control_.epoch.v);
}

bool ChannelPolicies::is_due(SwitchId s) const {
  const Network& network = context_.network;
  bool due = sleepers_.plan().is_due(context_.now);
  for (PortId p = network.first_port[s]; p < network.first_port[s + 1] && !due; ++p)
    due = channels_[p].controlled && control(p).next_evaluation <= context_.now.v;
  return due;
}

/// Tables use a cable in both directions or in none. A simulated switch diverts at once what would cross a
/// channel that requests off, so this counts as diverted here, too.
void ChannelPolicies::evaluate_due(const View& view) {
  if (!control_.policy) return;
  close_power_budget();
  sleepers_.close(view.loaded, [this](PortId port) {
    return is_off(control(port).level) && control(port).meter.since <= context_.now.v;
  });
  for (PortId p = 0; p < channels_.size(); ++p) {
    Channel& channel = channels_[p];
    if (!channel.controlled || !poller_.answers(context_.network.owner[p])) continue;
    if (view.scheduled && is_off(channel.control.level)) continue;
    if (is_off(channel.control.requested) && view.loaded.has(p))
      channel.crossed += poller_.counters(p).sent_in_step;
    channel.control.diverted = static_cast<std::int64_t>(diverted(p, view) - channel.diverted_at_evaluation);
    if (channel.control.next_evaluation <= context_.now.v)
      evaluate(p, Cause::time, view);
    else if (channel.control.diverted >= channel.control.evaluate_at_diverted)
      evaluate(p, Cause::diverted, view);
  }
}

void ChannelPolicies::evaluate(PortId port, Cause cause, const View& view) {
  Channel& channel = channels_[port];
  // Rules change first: a cable goes off only when no frame crosses it any more. So no packet can be
  // stranded.
  const Evaluation evaluation =
      controller_.evaluate(channel.control, observe(port, view), cause, [] { return true; });
  channel.diverted_at_evaluation = diverted(port, view);
  if (is_off(evaluation.requested) && view.held_down)
    if (const auto until = view.held_down(port)) return refuse_in_hold_down(port, evaluation, cause, *until);
  record(port, evaluation, cause);
  propagate(port, evaluation.requested);
}

Observation ChannelPolicies::observe(PortId port, const View& view) const {
  const PortCounters& counters = poller_.counters(port);
  Observation seen;
  seen.now = context_.now;
  seen.passed = {static_cast<std::int64_t>(counters.bytes.sum())};
  seen.last_busy = counters.last_sent;
  if (!levels_by_class_.empty()) seen.levels = &levels_by_class_[context_.network.link_class[port]];
  if (rows_.in_use()) {
    seen.stage = rows_.stage_of(port, view.loaded, [this](PortId other) { return control(other).load; });
    seen.stage->diverted = {control(port).diverted};
  }
  if (sleepers_.plan().in_use()) seen.stage = sleepers_.stage_of(port);
  if (power_budget_.in_use())
    seen.power = power_budget_.grant(port, context_.network.link_class[port], context_.now.v, 0);
  return seen;
}

/// The agent controls both ends, so both receive a requested level at once.
void ChannelPolicies::propagate(PortId port, std::size_t requested) {
  ChannelControl& own = control(port);
  const LevelRequest request = controller_.propagate(own, requested, context_.now);
  if (!request.arrives_at && !request.applies) return;
  Controller::receive(own, false, requested);
  if (joins_switches(context_.network, port))
    Controller::receive(control(context_.network.peer[port]), true, requested);
  else
    Controller::receive(own, true, requested);  // the host agrees to every level
}

void ChannelPolicies::restart(PortId port, std::string_view why) {
  const ChannelControl& own = control(port);
  if (own.requested != own.level) {
    count_reason(why, true);
    ++decisions_;
    DecisionRecord refused;
    refused.at = context_.now, refused.channel = port, refused.from = own.requested, refused.to = own.level;
    refused.why = why, refused.cause = name_of(Cause::time);
    context_.log.decided(refused);
  }
  forget_request(port);
}

void ChannelPolicies::forget_request(PortId port) {
  ChannelControl& own = control(port);
  own.requested = own.own = own.level;
  if (joins_switches(context_.network, port))
    control(context_.network.peer[port]).other = own.level;
  else
    own.other = own.level;
  own.memory = {};
  own.closing = false;
  own.next_evaluation = context_.now.v + control_.epoch.v;
  own.evaluate_at_diverted = ChannelControl::never;
}

void ChannelPolicies::request(PortId cable, std::size_t level) {
  for (const PortId p : context_.ends(cable)) {
    ChannelControl& own = control(p);
    if (level > 0) {
      own.memory = {};
      own.next_evaluation = context_.now.v + control_.epoch.v;
    }
    own.requested = own.own = own.other = static_cast<std::uint8_t>(level);
  }
}

void ChannelPolicies::request_full(PortId port) {
  ChannelControl& own = control(port);
  own.requested = own.own = own.other = static_cast<std::uint8_t>(full_level());
}

LevelChange ChannelPolicies::apply_level(PortId port) {
  return controller_.apply_level(control(port), context_.now, context_.now, {}, times_of(port));
}

/// Logs the refusal once per hold-down, not at every evaluation.
void ChannelPolicies::refuse_in_hold_down(PortId port, const Evaluation& evaluation, Cause cause,
                                          Picoseconds until) {
  constexpr std::string_view why = "refused: it came on a short time ago (hold-down)";
  if (std::exchange(channels_[port].held_down_until, until) == until) {
    count_reason(evaluation.why(), false);
    count_reason(why, false);
    return forget_request(port);
  }
  record(port, evaluation, cause);
  control(port).requested = static_cast<std::uint8_t>(evaluation.requested);
  restart(port, why);
}

void ChannelPolicies::count_reason(std::string_view why, bool changes) {
  auto found = std::find_if(reasons_.begin(), reasons_.end(),
                            [&](const ReasonCount& reason) { return reason.why == why; });
  if (found == reasons_.end()) found = reasons_.insert(found, {std::string(why), 0, 0});
  ++found->evaluations, found->changes += changes;
}

void ChannelPolicies::record(PortId port, const Evaluation& evaluation, Cause cause) {
  count_reason(evaluation.why(), evaluation.changes());
  if (!evaluation.changes()) return;
  ++decisions_;
  context_.log.decided({.at = context_.now,
                        .channel = port,
                        .from = static_cast<std::uint8_t>(evaluation.before),
                        .to = static_cast<std::uint8_t>(evaluation.requested),
                        .why = evaluation.why(),
                        .cause = name_of(cause),
                        .utilisation = evaluation.view.utilisation,
                        .since = evaluation.view.since,
                        .sent = evaluation.view.sent,
                        .queued = evaluation.view.queued,
                        .idle_for = evaluation.view.idle_for});
}

}  // namespace ebb::inline fabric
