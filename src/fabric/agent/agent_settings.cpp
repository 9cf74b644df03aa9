#include "fabric/agent/agent_settings.hpp"

#include <fmt/core.h>

#include "base/quantity.hpp"

namespace ebb::inline fabric {

Problems AgentSettings::check() const {
  if (quiet >= poll * 2) return {};
  return {{"quiet",
           fmt::format("is {}, less than two polls ({} each)", quantity_text(quiet), quantity_text(poll)),
           fmt::format("for example: quiet = \"{}\"", quantity_text(poll * 3))}};
}

}  // namespace ebb::inline fabric
