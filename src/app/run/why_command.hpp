// `ebb why`: explains the decisions that `ebb run --decisions` recorded.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_why_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
