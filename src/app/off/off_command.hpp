// `ebb off`: the parts of a network that can be off while it carries a demand.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_off_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
