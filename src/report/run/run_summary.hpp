// What a run tells of itself, as named lines and tables, made from its JSON: the terminal, Markdown and the
// page show the same blocks, whether the run has just ended or was kept for a year.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "report/document/document.hpp"

namespace ebb::inline report {

/// From what run_json() gives, or a file holds that it was written into; what is missing is left out.
std::vector<Block> run_summary(const nlohmann::ordered_json& summary);

}  // namespace ebb::inline report
