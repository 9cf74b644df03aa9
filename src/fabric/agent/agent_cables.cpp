// Cables off and on: rules first, then quiet, then down; up, then rules.
#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.hpp"
#include "fabric/agent/agent.hpp"

namespace ebb::inline fabric {

void Agent::enter(CableState& cable, CablePhase phase) {
  cable.phase = phase;
  cable.since = cable.calm_since = now_;
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

bool Agent::is_known(const CableState& cable) const {
  for (const PortId p : {cable.port, network().peer[cable.port]}) {
    const SwitchKnown& known = switches_[network().owner[p]];
    if (known.silent || !known.ever) return false;
  }
  return true;
}

bool Agent::is_up(const CableState& cable) const {
  const PortReading &one = reading(cable.port), &other = reading(network().peer[cable.port]);
  return one.up && one.enabled && other.up && other.enabled;
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

/// Takes the next step of a cable that is on its way, and sees to it that one at rest is as it should be.
void Agent::move_cable(CableState& cable) {
  if (!is_known(cable)) return;
  const bool up = is_up(cable);
  switch (cable.phase) {
    case CablePhase::on:
    case CablePhase::returning:
      if (!up) {
        ++cable.failures;
        say(cable_name(cable.port) + " went down without us: its traffic goes round");
        leave_routes(cable, CablePhase::lost);
      } else if (cable.phase == CablePhase::returning && tables_hold(cable, true)) {
        enter(cable, CablePhase::on);
        say(cable_name(cable.port) + " is a route again");
        cable.may_leave = now_ + settings_.hold_down * (std::int64_t{1} << std::min(cable.failures, 6u));
      } else if (cable.phase == CablePhase::on && now_ - cable.since > settings_.retry) {
        cable.failures = 0;
      }
      break;
    case CablePhase::leaving:
      if (tables_hold(cable, false)) enter(cable, CablePhase::draining);
      break;
    case CablePhase::draining:
      drain(cable);
      break;
    case CablePhase::off:
      if (reading(cable.port).enabled || reading(network().peer[cable.port]).enabled) enable(cable, false);
      break;
    case CablePhase::rising:
      await_link(cable);
      break;
    case CablePhase::lost:
    case CablePhase::broken:
      await_calm_link(cable);
  }
}

void Agent::drain(CableState& cable) {
  const std::uint64_t frames = frames_on(cable);
  if (frames != cable.frames) cable.frames = frames, cable.calm_since = now_;
  if (now_ - cable.calm_since >= settings_.quiet) return go_down(cable);
  if (now_ - cable.since <= settings_.patience) return;
  say(cable_name(cable.port) + " does not become quiet although no rule uses it: it stays on");
  refuse_off(cable, "refused: frames still cross it");
  join_routes(cable);
}

/// The last proof: cables may have failed since the first one.
void Agent::go_down(CableState& cable) {
  if (!survives(network(), routes_that_work(), static_cast<std::uint32_t>(settings_.spare))) {
    refuse_off(cable, "refused: another cable has failed meanwhile");
    return join_routes(cable);
  }
  std::vector<PortId> off = cables_off();
  off.push_back(cable.port);
  if (const Problems problems = place_.log.keep_off(off); !problems.empty()) {
    say_all(problems);
    refuse_off(cable, "refused: it cannot be written down that it is off");
    return join_routes(cable);
  }
  force(cable, 0);
  for (const PortId p : {cable.port, network().peer[cable.port]}) settle(p);
  enable(cable, false);
  enter(cable, CablePhase::off);
  say(cable_name(cable.port) + " is off");
}

void Agent::rise(CableState& cable) {
  enable(cable, true);
  enter(cable, CablePhase::rising);
  for (const PortId p : {cable.port, network().peer[cable.port]}) {
    if (controller_.agreed(channels_[p].control) == 0) force(cable, control_.ladder.size() - 1);
    settle(p);
  }
}

void Agent::await_link(CableState& cable) {
  if (is_up(cable)) {
    cable.failures = 0;
    join_routes(cable);
    say_all(place_.log.keep_off(cables_off()));
    return;
  }
  if (now_ - cable.since <= settings_.patience) return;
  ++cable.failures;
  say(fmt::format("{} does not come up again (tried for {}): traffic goes round it", cable_name(cable.port),
                  quantity_text(settings_.patience)));
  enter(cable, CablePhase::broken);
  cable.try_again = now_ + settings_.retry;
}

/// A link that went down by itself counts again when it has been up for a while, the longer the more often
/// it has failed.
void Agent::await_calm_link(CableState& cable) {
  if (!is_up(cable)) {
    cable.calm_since = now_;
    if (cable.phase == CablePhase::broken && now_ >= cable.try_again) {
      enable(cable, true);
      cable.try_again = now_ + settings_.retry;
    }
    return;
  }
  const Picoseconds calm =
      std::min(settings_.retry, settings_.quiet * (std::int64_t{1} << std::min(cable.failures, 10u)));
  if (now_ - cable.calm_since < calm) return;
  say(cable_name(cable.port) + " is up again");
  join_routes(cable);
}

bool Agent::wants_off(const CableState& cable) const {
  if (finishing_) return false;
  if (scheduled_) return !scheduled_->has(cable.port);
  if (!control_.ladder.has_off()) return false;
  return controller_.agreed(channels_[cable.port].control) == 0 &&
         controller_.agreed(channels_[network().peer[cable.port]].control) == 0;
}

std::string_view Agent::why_not_leave(const CableState& cable) const {
  if (!is_known(cable)) return "refused: its switch does not answer";
  if (now_ < cable.may_leave) return "refused: it came on a short time ago (hold-down)";
  CableSet left = routes_that_work();
  left.set(network(), cable.port, false);
  if (!survives(network(), left, 0)) return "refused: hosts would be cut off";
  if (!survives(network(), left, static_cast<std::uint32_t>(settings_.spare)))
    return "refused: the others would not survive the failures that they must";
  return {};
}

/// Goes from what is wished to the first step of a change.
void Agent::decide_cable(CableState& cable) {
  const bool off = wants_off(cable);
  switch (cable.phase) {
    case CablePhase::on:
      if (!off) break;
      if (const std::string_view why = why_not_leave(cable); !why.empty())
        refuse_off(cable, why);
      else
        leave_routes(cable, CablePhase::leaving);
      break;
    case CablePhase::leaving:
    case CablePhase::draining:
      if (!off) join_routes(cable);
      break;
    case CablePhase::off:
      if (!off && is_known(cable)) rise(cable);
      break;
    default:
      break;
  }
}

/// The policy begins anew with the cable as it is.
void Agent::refuse_off(CableState& cable, std::string_view why) {
  const PortId peer = network().peer[cable.port];
  for (const PortId p : {cable.port, peer}) {
    ChannelControl& control = channels_[p].control;
    const std::uint8_t rung = control.rung;
    if (!scheduled_ && control.wish != rung) {
      count_reason(why, true);
      ++decisions_;
      DecisionRecord refused;
      refused.at = now_, refused.channel = p, refused.from = control.wish, refused.to = rung;
      refused.why = why, refused.cause = name_of(Cause::time);
      place_.log.decided(refused);
    }
    control.wish = control.own = rung;
    channels_[network().peer[p]].control.other = rung;
    control.memory = {};
    control.closing = false;
    control.next_question = now_.v + control_.epoch.v;
    control.ask_missed = ChannelControl::never;
  }
}

void Agent::force(const CableState& cable, std::size_t rung) {
  for (const PortId p : {cable.port, network().peer[cable.port]}) {
    ChannelControl& control = channels_[p].control;
    if (rung > 0) {
      control.memory = {};
      control.next_question = now_.v + control_.epoch.v;
    }
    control.wish = control.own = control.other = static_cast<std::uint8_t>(rung);
  }
}

CableSet Agent::routes_that_work() const {
  CableSet working = routes_;
  for (const CableState& cable : cables_)
    if (cable.phase == CablePhase::returning && !loaded_.has(cable.port))
      working.set(network(), cable.port, false);
  return working;
}

std::vector<PortId> Agent::cables_off() const {
  std::vector<PortId> off;
  for (const CableState& cable : cables_)
    if (cable.phase == CablePhase::off || cable.phase == CablePhase::rising) off.push_back(cable.port);
  return off;
}

/// When cables fail, those that are off come to their aid.
void Agent::keep_connected() {
  const auto failed = [](const CableState& c) {
    return c.phase == CablePhase::lost || c.phase == CablePhase::broken;
  };
  if (std::none_of(cables_.begin(), cables_.end(), failed)) return;
  CableSet coming = routes_;
  for (const CableState& cable : cables_)
    if (cable.phase == CablePhase::rising) coming.set(network(), cable.port, true);
  for (CableState& cable : cables_) {
    const bool away = cable.phase == CablePhase::off || cable.phase == CablePhase::leaving ||
                      cable.phase == CablePhase::draining;
    if (!away || !is_known(cable)) continue;
    if (survives(network(), coming, static_cast<std::uint32_t>(settings_.spare))) return;
    coming.set(network(), cable.port, true);
    say(cable_name(cable.port) + " is needed, because another cable has failed");
    if (cable.phase == CablePhase::off) {
      force(cable, control_.ladder.size() - 1);
      rise(cable);
    } else {
      refuse_off(cable, "refused: another cable has failed meanwhile");
      join_routes(cable);
    }
  }
}

}  // namespace ebb::inline fabric
