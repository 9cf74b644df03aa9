// ebb reproduce list | NAME… | all [--json | --csv | --markdown]
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_reproduce_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
