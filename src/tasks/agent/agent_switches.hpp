// The switches of an inventory as the agent's drivers: ports over OpenFlow or SNMP, rates by tc, routes by
// rollouts of rules or of VLAN trees; or all of it by FRR. In a dry run, counters are real and changes are
// only recorded.
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
#include "fabric/agent/ports/snmp_ports.hpp"
#include "fabric/agent/route_tables.hpp"
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
  const RouteTables& tables() const { return *tables_; }
  /// Makes the tables again for the ports of a switch that answers for the first time. Not while tables
  /// change.
  void number_ports();
  /// Ends waits for switches, at the end of the run.
  void stop() { stop_.request_stop(); }

 private:
  void open_openflow(const AgentOptions& options);
  Problems open_managed();
  Problems open_routes(const AgentOptions& options);

  AgentSession& session_;
  std::vector<SwitchId> unnumbered_;
  PortShaper shaper_;
  std::vector<std::unique_ptr<PortDriver>> ports_;
  std::vector<OpenFlowPorts*> openflow_;    ///< the same, or empty
  std::vector<SnmpPorts*> managed_;         ///< the same, or empty
  std::unique_ptr<RoutedSwitches> routed_;  ///< null: no routers
  std::vector<std::unique_ptr<PortDriver>> dry_;
  std::unique_ptr<RouteTables> tables_;
  DetourTables* detours_ = nullptr;  ///< the same with OpenFlow
  std::optional<Journal> journal_;
  std::stop_source stop_;
  RolloutClock clock_;
  std::unique_ptr<Rollout> rollout_;
  std::unique_ptr<RouteDriver> routes_;
};

}  // namespace ebb::inline tasks
