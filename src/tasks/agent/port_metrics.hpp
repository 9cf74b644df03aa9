// The agent's figures of each switch and of each driven port, in the text format of Prometheus.
#pragma once

#include <string>

#include "fabric/agent/agent.hpp"
#include "tasks/agent/agent_energy.hpp"
#include "tasks/agent/agent_session.hpp"

namespace ebb::inline tasks {

/// Watts and joules by switch; rate, bytes sent and joules by port. Ports have the names of the inventory.
/// Without watts, where the power table states none.
std::string port_metrics(const Agent& agent, const AgentSession& session, const AgentEnergy& energy);

}  // namespace ebb::inline tasks
