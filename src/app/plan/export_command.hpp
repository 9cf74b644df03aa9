// `ebb export`: a network for other programs.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_export_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
