// Canonical spelling of parameters: tables, exports and stores use the same, however a file writes them.
#pragma once

#include <string_view>
#include <vector>

#include "config/node.hpp"
#include "results/cell.hpp"
#include "results/named_figure.hpp"

namespace ebb::inline study {

/// Returns the document with canonical quantities; everything else is unchanged.
Node with_quantities_alike(Node document);

/// The value of a parameter by its dotted name. A named part is its name, with those of its parameters that
/// are not at their default: { name = "hot_spot" } and "hot_spot" are one. Quantities have one unit: "16384B"
/// is "16KiB". Nothing when the document has no such parameter.
Cell canonical_cell(const Node& document, std::string_view name);

/// Replaces the values of these parameters by their canonical spelling.
void spell_alike(const Node& document, std::vector<NamedFigure>& parameters);

}  // namespace ebb::inline study
