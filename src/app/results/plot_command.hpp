// ebb plot WHAT RESULTS… -o FILE: one chart of a report as a figure, by gnuplot.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_plot_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
