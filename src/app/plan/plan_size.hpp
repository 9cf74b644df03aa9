// `ebb plan size`: the networks of a switch that hold a number of hosts, and their costs.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

/// Returns the subcommand, so that `ebb plan` knows whether it was called.
Command* add_plan_size(Command& plan, int& exit_code);

}  // namespace ebb::inline app
