// Commands that make many runs.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

/// `ebb sweep`: all runs of a parameter study, resumed where it stopped.
void add_sweep_command(Command& app, int& exit_code);
/// `ebb compare-policies`: one run under many power policies.
void add_compare_policies_command(Command& app, int& exit_code);
/// `ebb frontier`: the contest of tuned power policies.
void add_frontier_command(Command& app, int& exit_code);
/// `ebb reproduce`: the numbers of papers, computed again.
void add_reproduce_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
