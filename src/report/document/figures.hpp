// A result as a flat list of named figures, made from its JSON, for stores and CSV lines. There is no
// separate list of columns, so a new figure appears everywhere by itself.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "report/document/table.hpp"
#include "results/named_figure.hpp"

namespace ebb::inline report {

/// Returns every scalar of the document, each under a unique name. Members of objects are joined by dots. A
/// row of a table is named by the texts at its beginning: "messages", "per_bit.switches.crossbar"; or by its
/// first number, "rate_gbps_40", and further whole ones where rows share that. A list of texts is one figure.
std::vector<NamedFigure> figures_of(const nlohmann::ordered_json& document);

/// Returns a table with one column per figure and one row.
Table figures_row(const std::vector<NamedFigure>& figures);

}  // namespace ebb::inline report
