// The live agent: it controls the channels that leave the ports of real switches, as the engine controls
// simulated ones, with the same controller and the same policies. At every step it reads all counters,
// evaluates the policies that are due, and switches cables off and on, changing the rules first.
//
// Guarantees. Before a cable leaves the routes, the other cables are proved to connect all hosts that can be
// connected, also after `spare` further failures. A port goes down only when no table uses it and no frame
// crosses it. A port that does not come back stays out of the routes. A switch that neither answers nor sends
// anything counts as gone, and the others continue without it.
//
// Its parts have one job each and can be used and tested alone:
//   SwitchPoller       counters and links of all ports; switches that do not answer
//   TableSynchroniser  tables that use exactly the cables that should be routes
//   ChannelPolicies    policy evaluations, decisions, time in state
//   RateSetter         rates of ports, and refusals
//   CableMachine       the phases of a cable, off and on
//   CableRequests      which cables may go off, and which must come on
//   ChangeAudit        what other parties have changed
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "fabric/agent/backlog_watch.hpp"
#include "fabric/agent/cable_requests.hpp"
#include "fabric/agent/change_audit.hpp"
#include "network/network.hpp"
#include "power/control/control_settings.hpp"
#include "power/control/switch_plan.hpp"
#include "power/policy/policy.hpp"
#include "results/decisions.hpp"
#include "routing/graph/link_stages.hpp"

namespace ebb::inline fabric {

/// The environment of an agent. All of it outlives the agent.
struct AgentPlace {
  const Network& network;
  std::vector<PortDriver*> switches;  ///< in the order of the plan
  RouteDriver& routes;
  const LinkStages* stages = nullptr;  ///< set where the policy changes the topology
  AgentLog& log;
};

/// Returns why the policy cannot control real ports; empty when it can.
Problems check_agent_policy(const Policy& policy, bool has_stages);

class Agent {
 public:
  Agent(AgentPlace place, ControlSettings control, AgentSettings settings);
  Agent(const Agent&) = delete;  // its parts refer to each other
  Agent& operator=(const Agent&) = delete;

  /// Reads the counters, evaluates the policy and acts. `now` is the time since the start and never
  /// decreases.
  void step(Picoseconds now);

  /// Call before the first step: names the cables that an earlier agent left off. They come on first.
  void left_off(const std::vector<PortId>& cables) { cables_.left_off(cables); }
  /// From now on exactly these cables are on, whatever the policy requests. nullopt: follow the policy.
  void schedule(std::optional<CableSet> on) { requests_.schedule(std::move(on)); }
  /// From now on everything comes on at full rate, to end the agent.
  void finish();
  /// True when everything is on that can be. not_on() names the rest: switches that do not answer, cables
  /// that are down, ports that refuse their rate. cables_off() names the cables that the agent itself has
  /// switched off.
  bool finished() const;
  /// Returns what the policy did against its contract: the agent must end. Empty: nothing.
  Problems policy_fault() const;
  Problems not_on() const;
  std::vector<PortId> cables_off() const { return cables_.off_by_us(); }

  const Network& network() const { return context_.network; }
  Picoseconds now() const { return context_.now; }
  const ControlSettings& control() const { return policies_.settings(); }
  const std::vector<ChannelPolicies::Channel>& channels() const { return policies_.channels(); }
  const PortCounters& counters(PortId port) const { return poller_.counters(port); }
  bool is_silent(SwitchId s) const { return poller_.is_silent(s); }
  const std::vector<CableState>& cables() const { return cables_.all(); }
  /// By switch: true when it has hosts and no working cable path connects it to the largest part of the
  /// network.
  const std::vector<bool>& cut_off() const { return requests_.cut_off(); }
  const CableSet& tables_for() const { return tables_.loaded(); }  ///< the cables that all tables use
  bool changes_tables() const { return tables_.is_loading(); }
  /// The problems of the last change of tables; empty when the tables are correct.
  const Problems& table_trouble() const { return tables_.problems(); }
  /// What is wrong with the rules of a switch, until they are repaired; empty: nothing known.
  const std::string& damage(SwitchId s) const { return audit_.damage(s); }
  std::uint64_t repairs() const { return audit_.repairs(); }  ///< of the rules of a switch
  ChangesFound found() const;
  std::vector<PortFinding> port_findings() const { return audit_.port_findings(); }
  std::vector<RefusedPorts> refused_rates() const { return rates_.refused(); }
  /// True when every port that is on and whose switch answers has accepted full rate.
  bool all_at_full_rate() const { return rates_.all_at_full_rate(); }
  const std::vector<ReasonCount>& reasons() const { return policies_.reasons(); }
  std::uint64_t decisions() const { return policies_.decisions(); }
  const SwitchPlan& switch_plan() const { return policies_.switch_plan(); }
  /// Adds the time in each state of a channel up to now to `sum`, as a StateMeter does.
  void add_times(PortId port, std::span<std::int64_t> sum) const { policies_.add_times(port, sum); }

 private:
  CableMachine::Parts parts() { return {poller_, tables_, policies_, rates_}; }
  void poll();
  void evaluate();
  void change_tables();

  AgentContext context_;
  SwitchPoller poller_;
  BacklogWatch backlogs_;
  TableSynchroniser tables_;
  ChannelPolicies policies_;
  RateSetter rates_;
  CableMachine cables_;
  CableRequests requests_;
  ChangeAudit audit_;
  bool finishing_ = false;
};

}  // namespace ebb::inline fabric
