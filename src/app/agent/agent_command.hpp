// `ebb agent`: the live agent beside real switches.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_agent_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
