// A condition of [sweep] on one parameter, and whether a value satisfies it.
#pragma once

#include <string_view>

#include "base/problem.hpp"
#include "config/node.hpp"

namespace ebb::inline study {

/// A table of above, below, at_least, at_most.
bool is_comparison(const Node& node);

/// Reports comparisons with values that have no order.
void check_comparison(const Node& node, std::string_view path, Problems& problems);

/// Whether the value is the wanted one, one of the wanted list, or within the wanted bounds. A named table
/// also matches its bare name; no value (null) matches nothing.
bool matches(const Node* value, const Node& wanted);

}  // namespace ebb::inline study
