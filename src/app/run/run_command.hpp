// ebb run FILE: a simulation, from its file to its results.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_run_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
