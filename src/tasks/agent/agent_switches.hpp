// The switches of an inventory as the agent's drivers: ports over OpenFlow, rates by tc, routes by rollouts;
// or all of it by FRR. In a dry run, counters are real and changes are only recorded.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/problem.hpp"
#include "fabric/agent/agent_driver.hpp"
#include "fabric/agent/off/detour_tables.hpp"
#include "fabric/agent/ports/openflow_ports.hpp"
#include "fabric/agent/ports/port_shaper.hpp"
#include "fabric/rollout/journal.hpp"
#include "fabric/rollout/rollout.hpp"
#include "network/network.hpp"
#include "tasks/agent/agent_options.hpp"
#include "tasks/agent/agent_session.hpp"
#include "tasks/agent/routed_switches.hpp"

namespace ebb::inline tasks {

class AgentSwitches {
 public:
  /// `unnumbered`: switches without an answer so far, whose port numbers are unknown.
  AgentSwitches(AgentSession& session, std::vector<SwitchId> unnumbered)
      : session_(session), unnumbered_(std::move(unnumbered)) {}

  /// Locks the switches against other writers, except in a dry run.
  Problems open(const AgentOptions& options);

  std::vector<PortDriver*> ports() const;  ///< in the order of the plan
  RouteDriver& routes() const { return *routes_; }
  const DetourTables& tables() const { return *tables_; }
  /// Makes the tables again for the ports of a switch that answers for the first time. Not while tables
  /// change.
  void number_ports();
  /// Ends waits for switches, at the end of the run.
  void stop() { stop_.request_stop(); }

 private:
  void open_ports(const AgentOptions& options);
  Problems open_routes(const AgentOptions& options);

  AgentSession& session_;
  std::vector<SwitchId> unnumbered_;
  PortShaper shaper_;
  std::vector<std::unique_ptr<OpenFlowPorts>> ports_;
  std::unique_ptr<RoutedSwitches> routed_;  ///< null: OpenFlow
  std::vector<std::unique_ptr<PortDriver>> dry_;
  std::unique_ptr<DetourTables> tables_;
  std::optional<Journal> journal_;
  std::stop_source stop_;
  RolloutClock clock_;
  std::unique_ptr<Rollout> rollout_;
  std::unique_ptr<RouteDriver> routes_;
};

}  // namespace ebb::inline tasks
