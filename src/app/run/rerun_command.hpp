// `ebb rerun`: repeats a stored run and reports whether the result is the same.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_rerun_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
