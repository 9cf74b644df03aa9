// Spellings of earlier releases that are still read. Each is replaced by today's when a file is parsed, so
// that nothing else has to know them.
#pragma once

#include <string>
#include <vector>

#include "config/node.hpp"

namespace ebb::inline config {

/// Replaces old names of keys and values all over the tree. Returns a notice for each: where it stands, and
/// what to write.
std::vector<std::string> renew_spellings(Node& root);

}  // namespace ebb::inline config
