// `ebb check`: proves for a network and its routing that every pair is reached and that no deadlock can
// occur.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_check_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
