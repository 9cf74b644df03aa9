// The summary of a run as named lines and tables, made from its JSON. The terminal, Markdown and the page
// show the same blocks, for new and for stored runs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "report/document/document.hpp"

namespace ebb::inline report {

/// From the result of run_json(), new or read from a file. Missing parts are omitted.
std::vector<Block> run_summary(const nlohmann::ordered_json& summary);

}  // namespace ebb::inline report
