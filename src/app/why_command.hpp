// `ebb why`: reads the decisions that `ebb run --decisions` has written down.
#pragma once

#include "app/command.hpp"

namespace ebb::inline app {

void add_why_command(CLI::App& app, int& exit_code);

}  // namespace ebb::inline app
