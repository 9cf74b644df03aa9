// `ebb agent`: the live agent beside real switches.
#pragma once

#include "app/command.hpp"

namespace ebb::inline app {

void add_agent_command(CLI::App& app, int& exit_code);

}  // namespace ebb::inline app
