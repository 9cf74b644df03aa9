// ebb plan FILE | compare FILE FILE… [--set KEY=VALUE] [--json | --csv | --markdown]
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_plan_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
