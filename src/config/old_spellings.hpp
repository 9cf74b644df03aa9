// Spellings of earlier releases that are still accepted. Each is replaced by the current one when a file is
// parsed, so that no other code knows them.
#pragma once

#include <string>
#include <vector>

#include "config/node.hpp"

namespace ebb::inline config {

/// Replaces old names of keys and values in the whole tree. Returns a notice for each: its position, and the
/// new spelling.
std::vector<std::string> renew_spellings(Node& root);

}  // namespace ebb::inline config
