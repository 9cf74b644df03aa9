// `ebb rules`: the tables of a network's switches, to read and to load.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_rules_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
