// Commands on results that are there.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

/// `ebb results`: lists, shows, compares, exports and checks stored runs.
void add_results_command(Command& app, int& exit_code);
/// `ebb report RESULTS… -o FILE`: results as one page.
void add_report_command(Command& app, int& exit_code);
/// `ebb plot WHAT RESULTS… -o FILE`: one chart of a report, drawn by gnuplot.
void add_plot_command(Command& app, int& exit_code);
/// `ebb serve RESULTS…`: a local page over results.
void add_serve_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
