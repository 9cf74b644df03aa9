// One default source for all numbers of a device file that have none of their own.
#pragma once

#include "config/node.hpp"

namespace ebb::inline experiment {

/// With `source = "measured"` at the head of the file, `base = "50W"` means { value = "50W", source =
/// "measured" }, and a number in braces may leave its source out.
void spread_source(Node& root);

}  // namespace ebb::inline experiment
