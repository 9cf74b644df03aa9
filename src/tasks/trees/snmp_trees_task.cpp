#include "tasks/trees/snmp_trees_task.hpp"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "base/problem.hpp"
#include "fabric/inventory/inventory.hpp"
#include "fabric/snmp/snmp_session.hpp"
#include "fabric/snmp/switch_vlans.hpp"
#include "fabric/snmp/tree_vlans.hpp"
#include "fabric/snmp/vlan_steps.hpp"
#include "network/network.hpp"
#include "tasks/fabric/snmp_access.hpp"

namespace ebb::inline tasks {
namespace {

/// Longer than a frame can wait in the queues of a path.
constexpr std::chrono::milliseconds drain_time{500};

std::vector<std::string> texts_of(const std::vector<SwitchVlanSteps>& switches) {
  std::vector<std::string> texts;
  for (const VlanPhase phase : vlan_phases)
    for (const SwitchVlanSteps& to : switches)
      for (const VlanStep& step : to.steps)
        if (step.phase == phase) texts.push_back(fmt::format("{}: {}", to.name, step.what));
  return texts;
}

}  // namespace

Result<SnmpTreesResult> configure_trees(const TreesResult& trees, const SnmpTreesOptions& options) {
  const auto inventory = read_inventory(options.inventory, trees.network(), InventoryUse::snmp);
  if (!inventory) return inventory.problems();
  std::vector<std::unique_ptr<SnmpSession>> sessions;
  std::vector<SwitchVlanSteps> switches;
  Problems problems;
  const auto failed = [&](const auto& result) {
    if (!result) problems.insert(problems.end(), result.problems().begin(), result.problems().end());
    return !result;
  };
  for (SwitchId s = 0; s < trees.network().switches(); ++s) {
    const InventorySwitch& entry = inventory->switches[s];
    auto session = open_snmp(*inventory, options.inventory, entry);
    if (failed(session)) continue;
    sessions.push_back(std::move(*session));
    auto steps = plan_switch_vlans(
        {entry.name, entry.ports, tree_vlan_ports(trees.network(), trees.plan, s, trees.first_vlan())},
        *sessions.back(), options.stp_off);
    if (!failed(steps)) switches.push_back(std::move(*steps));
  }
  if (!problems.empty()) return problems;
  SnmpTreesResult result{texts_of(switches), {}};
  if (!options.plan)
    result.rollout = roll_out_vlans(switches, [] { std::this_thread::sleep_for(drain_time); });
  return result;
}

}  // namespace ebb::inline tasks
