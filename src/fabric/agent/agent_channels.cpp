// Policy evaluations of channels.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fabric/agent/agent.hpp"

namespace ebb::inline fabric {

std::span<std::int64_t> Agent::times_of(PortId port) {
  const std::size_t states = 2 * control_.levels.size();
  return std::span(times_).subspan(port * states, states);
}

void Agent::ask_channels() {
  for (PortId p = 0; p < network().switch_ports(); ++p) {
    Channel& channel = channels_[p];
    const SwitchKnown& known = switches_[network().owner[p]];
    if (!channel.controlled || known.silent || !known.ever) continue;
    if (scheduled_ && is_off(channel.control.level)) continue;
    channel.control.diverted = static_cast<std::int64_t>(diverted_[p] - channel.diverted_at_evaluation);
    if (channel.control.next_evaluation <= now_.v)
      evaluate(p, Cause::time);
    else if (channel.control.diverted >= channel.control.evaluate_at_diverted)
      evaluate(p, Cause::diverted);
  }
}

void Agent::evaluate(PortId port, Cause cause) {
  Channel& channel = channels_[port];
  // Rules change first: a cable goes off only when no frame crosses it any more. So no packet can be
  // stranded.
  const Evaluation evaluation =
      controller_.evaluate(channel.control, observe(port), cause, [] { return true; });
  channel.diverted_at_evaluation = diverted_[port];
  if (is_off(evaluation.requested) && is_held_down(port)) return refuse_in_hold_down(port, evaluation, cause);
  record(port, evaluation, cause);
  spread(port, evaluation.requested);
}

Observation Agent::observe(PortId port) const {
  const Channel& channel = channels_[port];
  Observation seen;
  seen.now = now_;
  seen.passed = {static_cast<std::int64_t>(channel.bytes.sum())};
  seen.last_busy = channel.last_busy;
  if (!levels_by_class_.empty()) seen.levels = &levels_by_class_[network().link_class[port]];
  if (place_.stages) seen.stage = stage_of(port);
  return seen;
}

/// The same view as the engine gives, except that the agent sees the whole row at once.
StageView Agent::stage_of(PortId port) const {
  StageView view;
  view.diverted = {channels_[port].control.diverted};
  if (!joins_switches(network(), port)) return view;
  const SwitchId s = network().owner[port];
  const auto here = static_cast<std::uint16_t>(local(port));
  const LinkStages::Place place = place_.stages->place(s, here);
  view.stage = place.stage;
  if (place.stage == 0) return view;
  place_.stages->each_shorter(s, here, [&](std::uint16_t other) {
    const PortId p = network().first_port[s] + other;
    if (!loaded_.has(p)) return false;
    view.detour_load = channels_[p].control.load;
    return true;
  });
  const LinkStages::Near near = place_.stages->near(place, [&](std::uint8_t count) {
    bool found = false;
    place_.stages->each_in_row(s, place.row, [&](SwitchId other, int) {
      for (PortId p = network().first_port[other]; p < network().first_port[other + 1] && !found; ++p) {
        if (!joins_switches(network(), p)) continue;
        const auto there = place_.stages->place(other, static_cast<std::uint16_t>(local(p)));
        found = there.stage > 0 && there.row == place.row && there.count == count && loaded_.has(p);
      }
    });
    return found;
  });
  view.before_up = near.before_up, view.after_up = near.after_up;
  return view;
}

/// The agent controls both ends, so both receive a requested level at once.
void Agent::spread(PortId port, std::size_t requested) {
  ChannelControl& control = channels_[port].control;
  const LevelRequest told = controller_.propagate(control, requested, now_);
  if (!told.tell && !told.applies) return;
  Controller::receive(control, false, requested);
  if (joins_switches(network(), port))
    Controller::receive(channels_[network().peer[port]].control, true, requested);
  else
    Controller::receive(control, true, requested);  // the host agrees to every level
}

/// Restarts the policy from the channel's current level, because its request cannot be met.
void Agent::begin_anew(PortId port, std::string_view why) {
  ChannelControl& control = channels_[port].control;
  const std::uint8_t level = control.level;
  if (control.requested != level) {
    count_reason(why, true);
    ++decisions_;
    DecisionRecord refused;
    refused.at = now_, refused.channel = port, refused.from = control.requested, refused.to = level;
    refused.why = why, refused.cause = name_of(Cause::time);
    place_.log.decided(refused);
  }
  forget_request(port);
}

void Agent::forget_request(PortId port) {
  ChannelControl& control = channels_[port].control;
  const std::uint8_t level = control.level;
  control.requested = control.own = level;
  if (joins_switches(network(), port))
    channels_[network().peer[port]].control.other = level;
  else
    control.other = level;
  control.memory = {};
  control.closing = false;
  control.next_evaluation = now_.v + control_.epoch.v;
  control.evaluate_at_diverted = ChannelControl::never;
}

bool Agent::is_held_down(PortId port) const {
  if (scheduled_ || !joins_switches(network(), port)) return false;
  const CableState& cable = cables_[channels_[port].cable];
  return cable.phase == CablePhase::on && now_ < cable.may_leave;
}

/// Logs the refusal once per hold-down, not at every evaluation.
void Agent::refuse_in_hold_down(PortId port, const Evaluation& evaluation, Cause cause) {
  constexpr std::string_view why = "refused: it came on a short time ago (hold-down)";
  Channel& channel = channels_[port];
  const Picoseconds until = cables_[channel.cable].may_leave;
  if (std::exchange(channel.held_down_until, until) == until) {
    count_reason(evaluation.why(), false);
    count_reason(why, false);
    return forget_request(port);
  }
  record(port, evaluation, cause);
  channel.control.requested = static_cast<std::uint8_t>(evaluation.requested);
  begin_anew(port, why);
}

void Agent::count_reason(std::string_view why, bool changes) {
  auto found = std::find_if(reasons_.begin(), reasons_.end(),
                            [&](const ReasonCount& reason) { return reason.why == why; });
  if (found == reasons_.end()) found = reasons_.insert(found, {std::string(why), 0, 0});
  ++found->questions, found->changes += changes;
}

void Agent::record(PortId port, const Evaluation& evaluation, Cause cause) {
  count_reason(evaluation.why(), evaluation.changes());
  if (!evaluation.changes()) return;
  ++decisions_;
  place_.log.decided({.at = now_,
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
