// How the channels of a simulated network are controlled.
#pragma once

#include "power/control_settings.hpp"
#include "routing/link_stages.hpp"

namespace ebb::inline engine {

struct Control : ControlSettings {
  using ControlSettings::ControlSettings;

  /// The topology changes: cables are taken from the routes before they go off, in stages. Null: it does not.
  const LinkStages* stages = nullptr;
};

}  // namespace ebb::inline engine
