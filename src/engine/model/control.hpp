// The settings of control, with what only a simulated network has: cables that leave its routes.
#pragma once

#include "power/control/control_settings.hpp"
#include "routing/graph/link_stages.hpp"

namespace ebb::inline engine {

struct Control : ControlSettings {
  using ControlSettings::ControlSettings;

  /// Where the topology changes: the stages in which cables leave the routes. Null where it does not.
  const LinkStages* stages = nullptr;
  /// Where the policy goes by tables: that of each switch.
  std::vector<LinkWays> ways;

  /// From now on cables leave the routes in these stages, which must outlive the settings.
  void use_stages(const LinkStages& all, const Network& network);
};

}  // namespace ebb::inline engine
