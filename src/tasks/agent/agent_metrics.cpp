#include "tasks/agent/agent_metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/quantity.hpp"
#include "tasks/agent/metric_text.hpp"
#include "tasks/agent/port_metrics.hpp"

namespace ebb::inline tasks {
namespace {

std::string domains_text(const AgentEnergy& energy) {
  if (!energy.known()) return "";
  std::string watts = metric_head("ebb_agent_domain_watts", "gauge",
                                  "Power of all switches by power domain, now and with all on, by a model."),
              joules = metric_head(
                  "ebb_agent_domain_energy_joules_total", "counter",
                  "Energy since the start by power domain, and of the same with all on, by a model.");
  for (const DomainEnergy& domain : energy.by_domain()) {
    for (const auto& [state, now, used] :
         {std::tuple{"now", domain.now.v, domain.used.v}, {"full", domain.full.v, domain.used_full.v}}) {
      const std::string labels = fmt::format("{{domain={},state=\"{}\"}}", in_quotes(domain.kind), state);
      watts += fmt::format("ebb_agent_domain_watts{} {}\n", labels, now);
      joules += fmt::format("ebb_agent_domain_energy_joules_total{} {}\n", labels, used);
    }
  }
  const PowerRamp ramp = energy.ramp();
  return watts + joules +
         metric_head(
             "ebb_agent_power_ramp_watts", "gauge",
             "Largest change of power from one second to the next in the last ten minutes, by a model.") +
         fmt::format("ebb_agent_power_ramp_watts {}\n", ramp.largest_w);
}

std::string levels_text(const Agent& agent) {
  const RateLevels& levels = agent.control().levels;
  std::vector<std::int64_t> ports(levels.size());
  for (PortId p = 0; p < agent.network().switch_ports(); ++p)
    if (agent.channels()[p].controlled) ++ports[agent.channels()[p].control.level % ports.size()];
  std::string text =
      metric_head("ebb_agent_ports", "gauge",
                  "Driven ports by rate level, in bits per second of the fastest ports; 0: off.");
  for (std::size_t level = 0; level < ports.size(); ++level)
    text += fmt::format("ebb_agent_ports{{level=\"{}\"}} {}\n", levels[level].v, ports[level]);
  return text;
}

std::string switches_text(const SwitchPlan& plan) {
  if (!plan.in_use()) return "";
  const SwitchPlanCounts& counts = plan.counts();
  std::string text = metric_head("ebb_agent_switches", "gauge", "Switches that may sleep, by phase.");
  const auto phases = plan.by_phase();
  for (std::size_t i = 0; i < phases.size(); ++i)
    text += fmt::format("ebb_agent_switches{{phase=\"{}\"}} {}\n", names_of(SwitchPhase{})[i], phases[i]);
  text += metric_head("ebb_agent_switch_sleeps_total", "counter", "Switches that fell asleep.") +
          fmt::format("ebb_agent_switch_sleeps_total {}\n", counts.sleeps);
  text +=
      metric_head("ebb_agent_switch_wakes_ordered_total", "counter", "Wakes of switches that were ordered.") +
      fmt::format("ebb_agent_switch_wakes_ordered_total {}\n", counts.wakes_ordered);
  text += metric_head(
              "ebb_agent_switch_wake_seconds", "summary",
              "Time from the order to wake until all tables use the switch; its count is the wakes done.") +
          fmt::format("ebb_agent_switch_wake_seconds_sum {}\nebb_agent_switch_wake_seconds_count {}\n",
                      counts.wake_time.seconds(), counts.wakes_done);
  text += metric_head("ebb_agent_switch_wake_longest_seconds", "gauge", "The longest of these times.") +
          fmt::format("ebb_agent_switch_wake_longest_seconds {}\n", counts.longest_wake.seconds());
  text += metric_head("ebb_agent_switch_drains_undone_total", "counter",
                      "Switches that were needed again before they slept.") +
          fmt::format("ebb_agent_switch_drains_undone_total {}\n", counts.drains_undone);
  return text;
}

std::string reasons_text(const Agent& agent) {
  if (agent.reasons().empty()) return "";
  std::string evaluations = metric_head("ebb_agent_evaluations_total", "counter",
                                        "Evaluations of the policy by reason."),
              changes = metric_head("ebb_agent_changes_total", "counter",
                                    "Decisions that changed a level by reason.");
  for (const ReasonCount& reason : agent.reasons()) {
    evaluations +=
        fmt::format("ebb_agent_evaluations_total{{why={}}} {}\n", in_quotes(reason.why), reason.evaluations);
    changes += fmt::format("ebb_agent_changes_total{{why={}}} {}\n", in_quotes(reason.why), reason.changes);
  }
  std::string text = evaluations + changes;
  if (agent.switch_plan().in_use()) {
    text += metric_head("ebb_agent_switch_decisions_total", "counter",
                        "Decisions about whole switches by reason.");
    for (const auto& [why, times] : agent.switch_plan().counts().reasons)
      text += fmt::format("ebb_agent_switch_decisions_total{{why={}}} {}\n", in_quotes(why), times);
  }
  return text;
}

/// Ports that failed to come up in a row, over all cables: back to 0 once they are up.
std::string failures_text(const Agent& agent) {
  std::uint64_t failures = 0;
  for (const CableState& cable : agent.cables()) failures += cable.failures;
  return metric_head("ebb_agent_cable_wake_failures", "gauge",
                     "Wakes of cables that failed and have not succeeded since.") +
         fmt::format("ebb_agent_cable_wake_failures {}\n", failures);
}

}  // namespace

std::string power_metrics(const Agent& agent, const AgentSession& session, const AgentEnergy& energy) {
  return domains_text(energy) + port_metrics(agent, session, energy) + levels_text(agent) +
         switches_text(agent.switch_plan()) + failures_text(agent) + reasons_text(agent);
}

}  // namespace ebb::inline tasks
