// `ebb plan size`: which networks of a switch hold a number of hosts, and what each takes.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

/// Returns the subcommand, so that `ebb plan` knows whether it was asked for.
Command* add_plan_size(Command& plan, int& exit_code);

}  // namespace ebb::inline app
