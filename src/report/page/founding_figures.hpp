// The founding documents' own figures, drawn as they are printed there: bars in parts, curves by a setting,
// rules by the size of a network. Each has its name, "abts-fig7", and is made from the rows of a
// reproduction.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/document/chart.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline report {

/// Those that a reproduction has the rows for; none where it has no such figure.
std::vector<Chart> founding_figures(const PageJson& reproduction);

/// The reproduction that a figure is made from; empty for what is no figure of these.
std::string_view reproduction_of_figure(std::string_view figure);
/// All names, for hints.
std::vector<std::string> founding_figure_names();

}  // namespace ebb::inline report
