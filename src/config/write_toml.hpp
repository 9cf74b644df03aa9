// A tree of nodes as TOML text that reads back to the same tree.
#pragma once

#include <string>

#include "config/node.hpp"

namespace ebb::inline config {

/// Returns a value as written after "key = "; tables are written inline.
std::string toml_value(const Node& node);

/// A whole document: values first, then each table as a section.
std::string toml_document(const Node& root);

}  // namespace ebb::inline config
