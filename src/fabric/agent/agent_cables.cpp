// The phases of a cable. Off: first the rules avoid it, then it drains, then its ports go down. On: first its
// ports come up, then the rules use it.
#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.hpp"
#include "fabric/agent/agent.hpp"

namespace ebb::inline fabric {

void Agent::enter(CableState& cable, CablePhase phase) {
  cable.phase = phase;
  cable.since = cable.calm_since = now_;
  cable.seen_off = false;
  cable.frames = frames_on(cable);
}

void Agent::leave_routes(CableState& cable, CablePhase phase) {
  routes_.set(network(), cable.port, false);
  enter(cable, phase);
}

void Agent::join_routes(CableState& cable) {
  routes_.set(network(), cable.port, true);
  enter(cable, CablePhase::returning);
}

/// True when the flag is set for the switch at either end.
bool Agent::is_at(const CableState& cable, bool SwitchKnown::*what) const {
  return switches_[network().owner[cable.port]].*what ||
         switches_[network().owner[network().peer[cable.port]]].*what;
}

bool Agent::is_known(const CableState& cable) const {
  for (const PortId p : {cable.port, network().peer[cable.port]}) {
    const SwitchKnown& known = switches_[network().owner[p]];
    if (known.silent || !known.ever) return false;
  }
  return true;
}

/// True as far as is known: an end that does not answer counts as up.
bool Agent::is_up(const CableState& cable) const {
  for (const PortId p : {cable.port, network().peer[cable.port]}) {
    const SwitchKnown& known = switches_[network().owner[p]];
    if (known.ever && !known.silent && !(reading(p).up && reading(p).enabled)) return false;
  }
  return true;
}

std::uint64_t Agent::frames_on(const CableState& cable) const {
  return channels_[cable.port].frames.sum() + channels_[network().peer[cable.port]].frames.sum();
}

bool Agent::tables_hold(const CableState& cable, bool as_route) const {
  return !loading_ && !tables_stale_ && loaded_.has(cable.port) == as_route;
}

void Agent::enable(CableState& cable, bool on) {
  for (const PortId p : {cable.port, network().peer[cable.port]}) say_all(driver(p).enable(local(p), on));
}

/// A cable that we switched off counts as off by us until both its ports are seen enabled.
void Agent::see_enabled(CableState& cable) {
  if (reading(cable.port).enabled && reading(network().peer[cable.port]).enabled) {
    cable.off_by_us = false;
    say_all(place_.log.keep_off(cables_off()));
  } else {
    enable(cable, true);
  }
}

void Agent::left_off(const std::vector<PortId>& cables) {
  for (CableState& cable : cables_)
    if (std::find(cables.begin(), cables.end(), cable.port) != cables.end()) {
      leave_routes(cable, CablePhase::rising);
      loaded_.set(network(), cable.port, false);
      cable.off_by_us = true;
    }
}

/// Takes the next step of a cable in a change, and keeps a cable in a stable phase in its correct state.
void Agent::move_cable(CableState& cable) {
  const bool failed = cable.phase == CablePhase::lost || cable.phase == CablePhase::broken;
  const bool is_route = cable.phase == CablePhase::on || cable.phase == CablePhase::returning;
  if (!failed && (is_at(cable, &SwitchKnown::gone) || (is_route && !is_up(cable)))) return lose(cable);
  if (!is_known(cable)) return;
  if (cable.off_by_us && cable.phase != CablePhase::off) see_enabled(cable);
  switch (cable.phase) {
    case CablePhase::on:
      if (now_ - cable.since > settings_.retry) cable.failures = 0;
      break;
    case CablePhase::returning:
      if (!tables_hold(cable, true)) break;
      enter(cable, CablePhase::on);
      say_done(cable_name(cable.port) + " is a route again");
      cable.may_leave = now_ + settings_.hold_down * (std::int64_t{1} << std::min(cable.failures, 6u));
      break;
    case CablePhase::leaving:
      if (tables_hold(cable, false)) enter(cable, CablePhase::draining);
      break;
    case CablePhase::draining:
      drain(cable);
      break;
    case CablePhase::off:
      stay_off(cable);
      break;
    case CablePhase::rising:
      await_link(cable);
      break;
    case CablePhase::lost:
    case CablePhase::broken:
      await_calm_link(cable);
  }
}

void Agent::lose(CableState& cable) {
  ++cable.failures;
  cable.by_silence = is_at(cable, &SwitchKnown::gone);
  leave_routes(cable, CablePhase::lost);
  if (cable.by_silence) return;  // already logged for the switch
  const std::vector<SwitchId> part = parts_of(network(), alive());
  const bool round = part[network().owner[cable.port]] == part[network().owner[network().peer[cable.port]]];
  say(cable_name(cable.port) + (round ? " went down without us: its traffic goes round"
                                      : " went down without us, and nothing else joins its two ends"));
}

/// The tables that avoid the cable are proved. In a dry run frames do not follow them, so there is nothing to
/// drain.
void Agent::drain(CableState& cable) {
  if (!place_.tables.moves_traffic()) return go_down(cable);
  const std::uint64_t frames = frames_on(cable);
  if (frames != cable.frames) cable.frames = frames, cable.calm_since = now_;
  if (now_ - cable.calm_since >= settings_.quiet) return go_down(cable);
  if (now_ - cable.since <= settings_.patience) return;
  say(cable_name(cable.port) + " does not become quiet although no rule uses it: it stays on");
  refuse_off(cable, "refused: frames still cross it");
  join_routes(cable);
}

/// Checks connectivity again: cables may have failed since the first check.
void Agent::go_down(CableState& cable) {
  if (!keeps(network(), routes_that_work(), alive(), spare())) {
    refuse_off(cable, "refused: another cable has failed meanwhile");
    return join_routes(cable);
  }
  cable.off_by_us = true;
  if (const Problems problems = place_.log.keep_off(cables_off()); !problems.empty()) {
    cable.off_by_us = false;
    say_all(problems);
    refuse_off(cable, "refused: it cannot be written down that it is off");
    return join_routes(cable);
  }
  force(cable, 0);
  for (const PortId p : {cable.port, network().peer[cable.port]}) apply_level(p);
  enable(cable, false);
  enter(cable, CablePhase::off);
  say_done(cable_name(cable.port) + " is off");
}

void Agent::rise(CableState& cable) {
  enable(cable, true);
  enter(cable, CablePhase::rising);
  count_as_on(cable);
}

/// Ends the off state of its channels, for the policy and for the energy accounting.
void Agent::count_as_on(CableState& cable) {
  for (const PortId p : {cable.port, network().peer[cable.port]}) {
    if (!is_off(channels_[p].control.level)) continue;
    if (controller_.agreed(channels_[p].control) == 0) force(cable, control_.levels.size() - 1);
    apply_level(p);
  }
}

void Agent::await_link(CableState& cable) {
  if (is_up(cable)) {
    cable.failures = 0;
    return join_routes(cable);
  }
  if (now_ - cable.since <= settings_.patience) return;
  ++cable.failures;
  say(fmt::format("{} does not come up again (tried for {}): it stays out of the routes",
                  cable_name(cable.port), quantity_text(settings_.patience)));
  enter(cable, CablePhase::broken);
  cable.try_again = now_ + settings_.retry;
}

/// A link that failed returns to the routes after it has been up for a while; the wait grows with the number
/// of failures. It returns at once if the tables in force use it anyway, or after the first outage of a
/// switch.
void Agent::await_calm_link(CableState& cable) {
  if (!is_up(cable)) {
    cable.calm_since = now_;
    if (cable.phase == CablePhase::broken && now_ >= cable.try_again) {
      enable(cable, true);
      cable.try_again = now_ + settings_.retry;
    }
    return;
  }
  const bool at_once = (!loading_ && loaded_.has(cable.port)) || (cable.by_silence && cable.failures <= 1);
  const Picoseconds calm =
      std::min(settings_.retry, settings_.quiet * (std::int64_t{1} << std::min(cable.failures, 10u)));
  if (!at_once && now_ - cable.calm_since < calm) return;
  say(cable_name(cable.port) + " is up again");
  count_as_on(cable);
  join_routes(cable);
}

void Agent::force(const CableState& cable, std::size_t level) {
  for (const PortId p : {cable.port, network().peer[cable.port]}) {
    ChannelControl& control = channels_[p].control;
    if (level > 0) {
      control.memory = {};
      control.next_evaluation = now_.v + control_.epoch.v;
    }
    control.requested = control.own = control.other = static_cast<std::uint8_t>(level);
  }
}

std::vector<PortId> Agent::cables_off() const {
  std::vector<PortId> off;
  for (const CableState& cable : cables_)
    if (cable.off_by_us) off.push_back(cable.port);
  return off;
}

}  // namespace ebb::inline fabric
