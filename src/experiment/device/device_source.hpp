// One source for all numbers of a device file that do not say their own.
#pragma once

#include "config/node.hpp"

namespace ebb::inline experiment {

/// Where the file says `source = "measured"` at its head, `base = "50W"` is taken for
/// { value = "50W", source = "measured" }, and a number in braces may leave its source out.
void spread_source(Node& root);

}  // namespace ebb::inline experiment
