// `ebb trace make`: the traffic of well-known parallel programs as jobs.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_trace_make(Command& trace, int& exit_code);

}  // namespace ebb::inline app
