// The settings of control, with what exists only in a simulated network: cables that leave its routes.
#pragma once

#include "network/network.hpp"
#include "power/control/control_settings.hpp"
#include "power/control/switch_plan.hpp"
#include "power/policy/next_hops.hpp"
#include "routing/graph/link_stages.hpp"

namespace ebb::inline engine {

struct Control : ControlSettings {
  using ControlSettings::ControlSettings;

  /// The stages in which cables leave the routes; null where the topology does not change.
  const LinkStages* stages = nullptr;
  /// The forwarding table of each switch, for a policy that uses them.
  std::vector<NextHopTable> next_hops;

  /// Switches that can replace each other, for a policy that lets whole switches sleep.
  std::vector<SwitchGroup> switch_groups;

  /// Sets the stages in which cables leave the routes. They must outlive the settings.
  void use_stages(const LinkStages& all, const Network& network);
};

}  // namespace ebb::inline engine
