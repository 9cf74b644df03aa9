// What `ebb agent` reads before it starts: the network and its switches, the policy, how the agent works, and
// under which power tables its energy is read.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

// Before the rooms of fabric: both it and power have a Transition, and this one means power's.
#include "experiment/read/control_config.hpp"
// The others.
#include "app/fabric/fabric_session.hpp"
#include "experiment/device/power_tables.hpp"
#include "fabric/agent/agent_settings.hpp"
#include "results/decisions.hpp"
#include "routing/graph/link_stages.hpp"

namespace ebb::inline app {

/// How often the files that an agent writes are completed: who ends it by force loses so much at most.
inline constexpr Picoseconds kept_every{1'000'000'000'000};

struct AgentSession {
  FabricSession fabric;
  ControlConfig control_config;
  std::optional<Control> control;
  AgentSettings settings;
  EnergyConfig energy;
  std::vector<PowerTable> tables;
  std::unique_ptr<LinkStages> stages;  ///< where the policy changes the topology
  DecisionsAbout about;

  const Network& network() const { return fabric.network(); }
};

/// What an agent is for.
struct AgentPurpose {
  bool decides = true;     ///< else it only watches, and the file needs no [control]
  bool sets_rates = true;  ///< else channels are at full rate or off, and counted so
};

/// Reads files only; no switch is asked. Behind a pointer: the control refers to its configuration.
Result<std::unique_ptr<AgentSession>> open_agent(const FabricArguments& arguments, AgentPurpose purpose);

}  // namespace ebb::inline app
