// Decides which cables may go off, and which must come on.
#include <algorithm>

#include "fabric/agent/agent.hpp"

namespace ebb::inline fabric {

void Agent::schedule(std::optional<CableSet> on) {
  scheduled_ = std::move(on);
  for (CableState& cable : cables_) cable.refusals.clear();
}

bool Agent::wants_off(const CableState& cable) const {
  if (finishing_) return false;
  if (scheduled_) return !scheduled_->has(cable.port);
  if (!control_.levels.has_off()) return false;
  return controller_.agreed(channels_[cable.port].control) == 0 &&
         controller_.agreed(channels_[network().peer[cable.port]].control) == 0;
}

/// Make before break: when the hour changes, all cables of the new hour become routes before any cable goes
/// off. Failed cables are not waited for.
bool Agent::waits_for_others() const {
  if (!scheduled_) return false;
  return std::any_of(cables_.begin(), cables_.end(), [&](const CableState& cable) {
    return scheduled_->has(cable.port) && cable.phase != CablePhase::on && cable.phase != CablePhase::lost &&
           cable.phase != CablePhase::broken;
  });
}

std::string_view Agent::why_not_leave(const CableState& cable) const {
  if (!is_known(cable)) return "refused: its switch does not answer";
  if (now_ < cable.may_leave) return "refused: it came on a short time ago (hold-down)";  // by the schedule
  CableSet left = routes_that_work();
  left.set(network(), cable.port, false);
  const CableSet best = alive();
  if (!keeps(network(), left, best, 0)) return "refused: hosts would be cut off";
  if (!keeps(network(), left, best, spare()))
    return "refused: the others would not survive the failures that they must";
  return {};
}

/// Starts a change when the requested state of a cable differs from its phase.
void Agent::decide_cable(CableState& cable) {
  const bool off = wants_off(cable);
  switch (cable.phase) {
    case CablePhase::on:
      if (!off || waits_for_others()) break;
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

/// Restarts the policy from the cable's current state. A schedule keeps requesting, so each reason is logged
/// once per hour.
void Agent::refuse_off(CableState& cable, std::string_view why) {
  if (scheduled_) {
    if (std::find(cable.refusals.begin(), cable.refusals.end(), why) != cable.refusals.end()) return;
    cable.refusals.push_back(why);
    return say(cable_name(cable.port) + " should be off by the schedule; " + std::string(why));
  }
  for (const PortId p : {cable.port, network().peer[cable.port]}) begin_anew(p, why);
}

/// Cables that carry frames now, or will after a change of tables that no frame has to wait for.
CableSet Agent::routes_that_work() const {
  CableSet working = routes_;
  for (const CableState& cable : cables_)
    if (cable.phase == CablePhase::returning && !loaded_.has(cable.port))
      working.set(network(), cable.port, false);
  return working;
}

/// Cables that could be routes, on or off.
CableSet Agent::alive() const {
  CableSet set(network());
  for (const CableState& cable : cables_)
    if (cable.phase == CablePhase::lost || cable.phase == CablePhase::broken)
      set.set(network(), cable.port, false);
  return set;
}

/// A change of tables takes longer than a link that comes up. Where hosts are disconnected without that link,
/// the change waits briefly for it.
bool Agent::help_is_near() const {
  const auto is_near = [&](const CableState& c) {
    return c.phase == CablePhase::rising && now_ - c.since <= settings_.quiet;
  };
  return std::any_of(cables_.begin(), cables_.end(), is_near) && !keeps(network(), routes_, alive(), 0);
}

/// When cables fail, switches on cables that restore the required connectivity.
void Agent::keep_connected() {
  const auto failed = [](const CableState& c) {
    return c.phase == CablePhase::lost || c.phase == CablePhase::broken;
  };
  const bool any_failed = std::any_of(cables_.begin(), cables_.end(), failed);
  if (any_failed || std::find(cut_off_.begin(), cut_off_.end(), true) != cut_off_.end()) name_cut_off();
  if (!any_failed) return;
  CableSet coming = routes_;
  for (const CableState& cable : cables_)
    if (cable.phase == CablePhase::rising) coming.set(network(), cable.port, true);
  const CableSet best = alive();
  for (CableState& cable : cables_) {
    const bool away = cable.phase == CablePhase::off || cable.phase == CablePhase::leaving ||
                      cable.phase == CablePhase::draining;
    if (!away || !is_known(cable)) continue;
    if (keeps(network(), coming, best, spare())) return;
    const SwitchId one = network().owner[cable.port], other = network().owner[network().peer[cable.port]];
    if (has_ways(network(), coming, one, other, spare() + 1)) continue;  // it would not improve connectivity
    coming.set(network(), cable.port, true);
    say_done(cable_name(cable.port) + " is needed, because another cable has failed");
    if (cable.phase == CablePhase::off) {
      force(cable, control_.levels.size() - 1);
      rise(cable);
    } else {
      refuse_off(cable, "refused: another cable has failed meanwhile");
      join_routes(cable);
    }
  }
}

}  // namespace ebb::inline fabric
