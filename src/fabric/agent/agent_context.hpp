// What all parts of an agent use: the network, the drivers of its switches, the settings, the time of the
// current step, and the log.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "fabric/agent/agent_driver.hpp"
#include "fabric/agent/agent_log.hpp"
#include "fabric/agent/agent_settings.hpp"
#include "fabric/inventory/names.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

struct AgentContext {
  const Network& network;
  std::vector<PortDriver*> switches;  ///< in the order of the plan
  AgentLog& log;
  AgentSettings settings;
  Picoseconds now{};  ///< of the current step

  PortDriver& driver(PortId port) const { return *switches[network.owner[port]]; }
  std::uint32_t local(PortId port) const { return port - network.first_port[network.owner[port]]; }
  /// The two ports of a cable between switches.
  std::array<PortId, 2> ends(PortId cable) const { return {cable, network.peer[cable]}; }
  std::string cable_name(PortId port) const {
    return port_name(network, port) + " - " + port_name(network, network.peer[port]);
  }

  /// Logs an event that was observed, and an action of the agent.
  void report(const std::string& event) const { log.happened(now, event); }
  void report_action(const std::string& action) const { log.did(now, action); }
  void report_all(const Problems& problems) const {
    for (const Problem& p : problems)
      report(p.where + ": " + p.what + (p.hint.empty() ? "" : " (" + p.hint + ")"));
  }
};

}  // namespace ebb::inline fabric
