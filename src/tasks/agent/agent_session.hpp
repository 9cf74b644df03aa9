// What `ebb agent` reads before it starts: the network and its switches, the policy, the agent's settings,
// and the power tables for its energy.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

// Before the headers of fabric: both fabric and power have a Transition, and this one means power's.
#include "base/result.hpp"
#include "base/units.hpp"
#include "engine/model/control.hpp"
#include "experiment/read/control_config.hpp"
#include "network/network.hpp"
// The others.
#include "experiment/device/power_tables.hpp"
#include "fabric/agent/agent_settings.hpp"
#include "results/decisions.hpp"
#include "routing/graph/link_stages.hpp"
#include "tasks/fabric/fabric_session.hpp"

namespace ebb::inline tasks {

/// How often an agent completes its files: the most that is lost when it is killed.
inline constexpr Picoseconds kept_every{1'000'000'000'000};

struct AgentSession {
  FabricSession fabric;
  ControlConfig control_config;
  std::optional<Control> control;
  AgentSettings settings;
  EnergyConfig energy;
  std::vector<PowerTable> tables;
  std::unique_ptr<LinkStages> stages;  ///< for policies that change the topology
  DecisionsAbout about;

  const Network& network() const { return fabric.network(); }
};

/// The purpose of an agent.
struct AgentPurpose {
  bool decides = true;     ///< else it only records, and the file needs no [control]
  bool sets_rates = true;  ///< else channels are either at full rate or off
};

/// Reads files only, and contacts no switch. Returns a pointer, because the control refers to its
/// configuration.
Result<std::unique_ptr<AgentSession>> open_agent(const FabricArguments& arguments, AgentPurpose purpose);

}  // namespace ebb::inline tasks
