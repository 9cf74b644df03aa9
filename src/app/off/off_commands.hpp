// Commands that compute which links of a network are needed.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

/// `ebb off`: the parts of a network that can be off while it carries a demand.
void add_off_command(Command& app, int& exit_code);
/// `ebb trees`: a network with loops as several trees, each in its own VLAN.
void add_trees_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
