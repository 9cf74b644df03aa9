// Commands on traffic and its traces.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

/// `ebb traffic list | show | measure`.
void add_traffic_command(Command& app, int& exit_code);
/// `ebb trace record | info | convert | make`.
void add_trace_command(Command& app, int& exit_code);
/// `ebb trace make`: the traffic of well-known parallel programs as jobs.
void add_trace_make(Command& trace, int& exit_code);

}  // namespace ebb::inline app
