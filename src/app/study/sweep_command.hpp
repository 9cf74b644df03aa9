// `ebb sweep`: all runs of a parameter study, resumed where it was stopped.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_sweep_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
