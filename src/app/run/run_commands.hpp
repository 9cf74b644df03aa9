// Commands on one simulation.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

/// `ebb run FILE`: a simulation, from its file to its results.
void add_run_command(Command& app, int& exit_code);
/// `ebb rerun`: repeats a stored run and reports whether the result is the same.
void add_rerun_command(Command& app, int& exit_code);
/// `ebb why`: explains the decisions that `ebb run --decisions` recorded.
void add_why_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
