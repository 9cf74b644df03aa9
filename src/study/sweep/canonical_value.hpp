// One spelling for one thing: however a file writes a parameter, tables, exports and stores call it the same.
#pragma once

#include <string_view>
#include <vector>

#include "config/node.hpp"
#include "report/document/figures.hpp"

namespace ebb::inline study {

/// The same document with one spelling of each quantity; everything else as it is.
Node with_quantities_alike(Node document);

/// The value of a parameter by its dotted name. A named part is its name, with those of its parameters that
/// are not at their default: { name = "hot_spot" } and "hot_spot" are one. Quantities have one unit: "16384B"
/// is "16KiB". Nothing when the document has no such parameter.
Cell canonical_cell(const Node& document, std::string_view name);

/// Gives each of these parameters of the document its one spelling.
void spell_alike(const Node& document, std::vector<NamedFigure>& parameters);

}  // namespace ebb::inline study
