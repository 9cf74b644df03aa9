// `ebb trace record | info | convert`.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_trace_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
