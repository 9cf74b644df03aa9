// `ebb dmp`: requests a host's address from its switch.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_dmp_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
