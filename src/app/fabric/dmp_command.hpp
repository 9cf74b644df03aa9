// `ebb dmp`: a host asks its switch for its address.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_dmp_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
