// Whole switches that sleep in a real network: what the plan sees of their cables, and what their channels
// see of the plan. Tables change before ports do: a cable counts as on only when all tables use it.
#pragma once

#include <functional>

#include "fabric/agent/agent_context.hpp"
#include "fabric/agent/cable_set.hpp"
#include "fabric/agent/switch_poller.hpp"
#include "network/network.hpp"
#include "power/control/controller.hpp"
#include "power/control/switch_plan.hpp"
#include "power/policy/policy.hpp"

namespace ebb::inline fabric {

class SwitchWatch {
 public:
  /// No switch sleeps where the policy is null or switches none off. Everything must outlive it.
  SwitchWatch(const AgentContext& context, const SwitchPoller& poller, const Policy* policy);

  const SwitchPlan& plan() const { return plan_; }
  /// Lets the plan decide if it is time, from the counters of both ends. `is_off` says whether the channel of
  /// a port is off and in no transition.
  void close(const CableSet& loaded, const std::function<bool(PortId)>& is_off);
  /// Returns what the channel of a port sees of the plan. Both ends may go off together.
  StageView stage_of(PortId port) const;

 private:
  const AgentContext& context_;
  const SwitchPoller& poller_;
  SwitchPlan plan_;
};

}  // namespace ebb::inline fabric
