// A chart as a gnuplot script with its data in it: a figure for a paper or a slide, and a place to go on
// from.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "report/document/chart.hpp"

namespace ebb::inline report {

/// The terminal that a file's ending asks for: svg, pdf, png. Figures with many names are taller.
Result<std::string> gnuplot_terminal(const std::string& file, const Chart& chart);

/// The script writes the file `output`, when there is one, with that terminal.
std::string gnuplot_script(const Chart& chart, const std::string& terminal, const std::string& output);

}  // namespace ebb::inline report
