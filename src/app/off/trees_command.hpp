// `ebb trees`: a network with loops as several trees, each in its own VLAN.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_trees_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
