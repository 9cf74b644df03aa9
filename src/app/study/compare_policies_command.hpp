// `ebb compare-policies`.
#pragma once

#include "app/command/command_tree.hpp"

namespace ebb::inline app {

void add_compare_policies_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
