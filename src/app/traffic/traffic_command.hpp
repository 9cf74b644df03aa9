// `ebb traffic list | show | measure`.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_traffic_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
