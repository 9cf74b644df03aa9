// `ebb results`: lists, shows, compares and exports stored runs.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_results_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
