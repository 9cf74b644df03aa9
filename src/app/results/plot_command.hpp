// ebb plot WHAT RESULTS… -o FILE: plots one chart of a report with gnuplot.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_plot_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
