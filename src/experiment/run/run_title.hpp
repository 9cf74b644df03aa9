// The title of a run: its parts in readable form, for the head of a summary.
#pragma once

#include <string>

#include "config/node.hpp"
#include "experiment/run/prepared_run.hpp"
#include "results/cell.hpp"
#include "results/run_title.hpp"

namespace ebb::inline experiment {

/// "uniform", "hot_spot (fraction = 0.2)": a name, or a named table with the other keys that the user gave.
std::string described(const Node& node);
/// Returns a number or a boolean as it is, anything else as described().
Cell cell_of(const Node& node);

/// "load 0.5, pattern uniform": each part that the user gave.
std::string described_parts(const Node& section);

/// `file` is what the user wrote, without the defaults.
RunTitle title_of(const std::string& path, const PreparedRun& prepared, const Node& file);

}  // namespace ebb::inline experiment
