// The founding documents' own figures, drawn as they are printed there: stacked bars, curves over a setting,
// rules over the size of a network. Each has a name, "abts-fig7", and is made from the rows of a
// reproduction.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/document/chart.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline reproduce {

/// Returns the figures that a reproduction has rows for, none where it has no such figure.
std::vector<Chart> founding_figures(const PageJson& reproduction);

/// Returns the reproduction that a figure is made from, empty for other names.
std::string_view reproduction_of_figure(std::string_view figure);
/// Returns all names, for hints.
std::vector<std::string> founding_figure_names();

}  // namespace ebb::inline reproduce
