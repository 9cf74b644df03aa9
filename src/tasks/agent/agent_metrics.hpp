// The agent's figures in the text format of Prometheus. Names, labels and units are a promise: dashboards and
// alert rules of users refer to them (examples/prometheus-rules.yml, examples/grafana-dashboard.json).
#pragma once

#include <string>

#include "fabric/agent/agent.hpp"
#include "tasks/agent/agent_energy.hpp"
#include "tasks/agent/agent_session.hpp"

namespace ebb::inline tasks {

/// Watts and joules by power domain, by switch and by port (port_metrics.hpp), ports by level, switches that
/// sleep and their wakes, decisions by reason.
std::string power_metrics(const Agent& agent, const AgentSession& session, const AgentEnergy& energy);

}  // namespace ebb::inline tasks
