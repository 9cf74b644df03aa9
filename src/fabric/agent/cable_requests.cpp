#include "fabric/agent/cable_requests.hpp"

#include <algorithm>

#include "network/distance.hpp"

namespace ebb::inline fabric {

CableRequests::CableRequests(const AgentContext& context, CableMachine& cables, CableMachine::Parts parts)
    : context_(context), cables_(cables), parts_(parts), cut_off_(context.network.switches(), false) {}

void CableRequests::schedule(std::optional<CableSet> on) {
  scheduled_ = std::move(on);
  for (CableState& cable : cables_.all()) cable.refusals.clear();
}

void CableRequests::advance() {
  for (CableState& cable : cables_.all())
    if (const std::string_view why = cables_.advance(cable); !why.empty()) refuse(cable, why);
}

void CableRequests::decide() {
  for (CableState& cable : cables_.all()) decide(cable);
}

void CableRequests::decide(CableState& cable) {
  const bool off = requests_off(cable);
  switch (cable.phase) {
    case CablePhase::on:
      if (!off || waits_for_others()) break;
      if (const std::string_view why = why_not_leave(cable); !why.empty())
        refuse(cable, why);
      else
        cables_.leave(cable);
      break;
    case CablePhase::leaving:
    case CablePhase::draining:
      if (!off) cables_.join_routes(cable);
      break;
    case CablePhase::off:
      if (!off && parts_.poller.knows(cable.port)) cables_.rise(cable);
      break;
    default:
      break;
  }
}

bool CableRequests::requests_off(const CableState& cable) const {
  if (finishing_) return false;
  if (scheduled_) return !scheduled_->has(cable.port);
  if (!parts_.policies.settings().levels.has_off()) return false;
  const auto [one, other] = context_.ends(cable.port);
  return parts_.policies.agreed(one) == 0 && parts_.policies.agreed(other) == 0;
}

/// Make before break: when the hour changes, all cables of the new hour become routes before any cable goes
/// off. Failed cables are not waited for.
bool CableRequests::waits_for_others() const {
  if (!scheduled_) return false;
  return std::any_of(cables_.all().begin(), cables_.all().end(), [&](const CableState& cable) {
    return scheduled_->has(cable.port) && cable.phase != CablePhase::on && cable.phase != CablePhase::lost &&
           cable.phase != CablePhase::broken;
  });
}

std::string_view CableRequests::why_not_leave(const CableState& cable) const {
  if (!parts_.poller.knows(cable.port)) return "refused: its switch does not answer";
  if (context_.now < cable.may_leave)
    return "refused: it came on a short time ago (hold-down)";  // by the schedule
  CableSet left = cables_.working_routes();
  left.set(context_.network, cable.port, false);
  const CableSet best = cables_.alive();
  if (!keeps(context_.network, left, best, 0)) return "refused: hosts would be cut off";
  if (!keeps(context_.network, left, best, context_.settings.failures_to_survive()))
    return "refused: the cables left would not survive the failures of [agent] spare";
  return {};
}

/// Restarts the policy from the cable's current state. A schedule keeps requesting, so each reason is logged
/// once per hour.
void CableRequests::refuse(CableState& cable, std::string_view why) {
  if (scheduled_) {
    if (std::find(cable.refusals.begin(), cable.refusals.end(), why) != cable.refusals.end()) return;
    cable.refusals.push_back(why);
    return context_.report(context_.cable_name(cable.port) + " should be off by the schedule; " +
                           std::string(why));
  }
  for (const PortId p : context_.ends(cable.port)) parts_.policies.restart(p, why);
}

std::optional<Picoseconds> CableRequests::held_down(PortId port) const {
  if (scheduled_ || !joins_switches(context_.network, port)) return {};
  const CableState& cable = cables_.of(port);
  if (cable.phase != CablePhase::on || context_.now >= cable.may_leave) return {};
  return cable.may_leave;
}

void CableRequests::keep_connected() {
  const bool failed = cables_.any_failed();
  if (failed || std::find(cut_off_.begin(), cut_off_.end(), true) != cut_off_.end()) find_cut_off();
  if (!failed) return;
  const Network& network = context_.network;
  const std::uint32_t spare = context_.settings.failures_to_survive();
  CableSet coming = parts_.tables.routes();
  for (const CableState& cable : cables_.all())
    if (cable.phase == CablePhase::rising) coming.set(network, cable.port, true);
  const CableSet best = cables_.alive();
  for (CableState& cable : cables_.all()) {
    const bool away = cable.phase == CablePhase::off || cable.phase == CablePhase::leaving ||
                      cable.phase == CablePhase::draining;
    if (!away || !parts_.poller.knows(cable.port)) continue;
    if (keeps(network, coming, best, spare)) return;
    const SwitchId one = network.owner[cable.port], other = network.owner[network.peer[cable.port]];
    if (has_paths(network, coming, one, other, spare + 1)) continue;  // it would not improve connectivity
    coming.set(network, cable.port, true);
    bring_back(cable);
  }
}

void CableRequests::bring_back(CableState& cable) {
  context_.report_action(context_.cable_name(cable.port) + " is needed, because another cable has failed");
  if (cable.phase == CablePhase::off) {
    parts_.policies.request(cable.port, parts_.policies.full_level());
    cables_.rise(cable);
  } else {
    refuse(cable, "refused: another cable has failed meanwhile");
    cables_.join_routes(cable);
  }
}

/// Of the parts that no working cable connects, the one with the most hosts is the network; the others are
/// cut off.
void CableRequests::find_cut_off() {
  const Network& network = context_.network;
  const std::vector<SwitchId> part = parts_of(network, cables_.alive());
  const std::vector<std::uint32_t> hosts = hosts_by_switch(network);
  std::vector<std::uint32_t> hosts_in(network.switches(), 0);
  for (SwitchId s = 0; s < network.switches(); ++s) hosts_in[part[s]] += hosts[s];
  const auto most = std::max_element(hosts_in.begin(), hosts_in.end()) - hosts_in.begin();
  for (SwitchId s = 0; s < network.switches(); ++s) {
    const bool cut = hosts[s] > 0 && (part[s] != static_cast<SwitchId>(most) || parts_.poller.is_gone(s));
    if (cut == cut_off_[s]) continue;
    cut_off_[s] = cut;
    context_.report(switch_name(network, s) +
                    (cut ? " is cut off: no cable that works leads from it to the others"
                         : " is no longer cut off: a cable that works leads to the others"));
  }
}

}  // namespace ebb::inline fabric
