// The settings of control, with what only a simulated network has: cables that leave its routes.
#pragma once

#include "power/control_settings.hpp"
#include "routing/link_stages.hpp"

namespace ebb::inline engine {

struct Control : ControlSettings {
  using ControlSettings::ControlSettings;

  /// Where the topology changes: the stages in which cables leave the routes. Null where it does not.
  const LinkStages* stages = nullptr;
};

}  // namespace ebb::inline engine
