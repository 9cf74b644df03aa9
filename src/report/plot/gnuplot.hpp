// A chart as a gnuplot script with its data: a figure for a paper or a slide that can be edited.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "report/document/chart.hpp"

namespace ebb::inline report {

/// Returns the terminal for a file's ending: svg, pdf, png. Figures with many names are taller.
Result<std::string> gnuplot_terminal(const std::string& file, const Chart& chart);

/// The script writes the file `output`, if any, with that terminal.
std::string gnuplot_script(const Chart& chart, const std::string& terminal, const std::string& output);

}  // namespace ebb::inline report
