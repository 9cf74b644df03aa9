#include "fabric/agent/agent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "power/control/driver_check.hpp"
#include "power/control/policy_fault.hpp"

namespace ebb::inline fabric {
namespace {

constexpr const char* rates_hint =
    "run the agent where the interfaces are (in a lab: ebb lab exec fabric -- ebb agent …), as root; or with "
    "--rates none";

}  // namespace

Problems check_agent_policy(const Policy& policy, bool has_stages) {
  return check_driver(policy, {.queue = false, .added_delay = false, .stages = has_stages});
}

Agent::Agent(AgentPlace place, ControlSettings control, AgentSettings settings)
    : context_{place.network, std::move(place.switches), place.log, settings},
      poller_(context_),
      backlogs_(context_),
      tables_(context_, place.routes),
      policies_(context_, poller_, std::move(control), place.stages),
      rates_(context_, poller_, policies_),
      cables_(context_, parts()),
      requests_(context_, cables_, parts()),
      audit_(context_, poller_, tables_, rates_) {}

void Agent::step(Picoseconds now) {
  context_.now = now;
  poll();
  if (tables_.take_result()) audit_.end_damage();
  audit_.run([&](PortId port) { return cables_.of(port).off_by_us; });
  requests_.advance();
  if (!finishing_) evaluate();
  requests_.decide();
  requests_.keep_connected();
  rates_.apply_all(finishing_);
  rates_.end_step();
  change_tables();
}

Problems Agent::policy_fault() const {
  const auto bad = policies_.bad_rate();
  if (!bad) return {};
  return {bad_rate_problem(*control().policy, control().levels, *bad)};
}

/// After an outage, a switch may have lost its rules, its rates and the off state of its ports.
void Agent::poll() {
  const std::vector<bool> changing = cables_.changing_switches();
  poller_.poll([&](SwitchId s) { return finishing_ || changing[s] || policies_.is_due(s); });
  backlogs_.look(poller_);
  tables_.count_diverted(poller_, backlogs_);
  if (poller_.find_gone()) tables_.driver().exclude(poller_.gone());
  for (const SwitchId s : poller_.take_restarted()) {
    tables_.mark_outdated();
    cables_.forget_port_states(s);
    for (PortId p = network().first_port[s]; p < network().first_port[s + 1]; ++p) rates_.forget(p);
  }
}

void Agent::evaluate() {
  policies_.evaluate_due({.diverted = tables_.diverted(),
                          .loaded = tables_.loaded(),
                          .scheduled = requests_.has_schedule(),
                          .held_down = [&](PortId port) { return requests_.held_down(port); }});
}

/// A switch that does not answer may still forward, by its old tables and its old tag. New tables on the
/// other switches would cut off its hosts. So no table changes until it answers or counts as gone.
void Agent::change_tables() {
  if (!tables_.is_due() || poller_.any_unknown() || poller_.all_gone() || cables_.link_is_near()) return;
  if (tables_.load(cables_.alive())) audit_.end_damage();
}

void Agent::finish() {
  finishing_ = true;
  requests_.finish();
  rates_.retry_all();
}

bool Agent::finished() const {
  for (PortId p = 0; p < network().switch_ports(); ++p)
    if (!rates_.has_full_rate(p) && !rates_.waits(p)) return false;
  return finishing_ && tables_.in_step() &&
         std::all_of(cables().begin(), cables().end(),
                     [&](const CableState& cable) { return cables_.is_settled(cable); });
}

Problems Agent::not_on() const {
  Problems problems;
  for (SwitchId s = 0; s < network().switches(); ++s)
    if (is_silent(s))
      problems.push_back({switch_name(network(), s), "does not answer: what is on there is not known",
                          "see whether the switch runs, and whether the inventory names its socket"});
  for (const CableState& cable : cables()) {
    if (cable.phase == CablePhase::on || poller_.has_silent_end(cable.port)) continue;
    problems.push_back({context_.cable_name(cable.port), fmt::format("is not on: {}", name_of(cable.phase)),
                        "see whether it is plugged in, and whether somebody has switched a port off"});
  }
  for (const RefusedPorts& refused : refused_rates()) {
    std::string names;
    for (const PortId p : refused.ports)
      if (!rates_.has_full_rate(p)) names += (names.empty() ? "" : ", ") + port_name(network(), p);
    if (!names.empty()) problems.push_back({names, "may not be at full rate: " + refused.why, rates_hint});
  }
  problems.insert(problems.end(), table_trouble().begin(), table_trouble().end());
  std::set<std::string> hints;  // print each hint once
  for (Problem& p : problems)
    if (!hints.insert(p.hint).second) p.hint.clear();
  return problems;
}

ChangesFound Agent::found() const {
  ChangesFound found = audit_.found();
  found.ports += cables_.switched_on_by_others();
  return found;
}

}  // namespace ebb::inline fabric
