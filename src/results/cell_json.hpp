// A value of a result as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "results/cell.hpp"

namespace ebb::inline results {

/// A value that is no finite number becomes null.
nlohmann::ordered_json json_value(const Cell& cell);
/// The inverse. What is no single value becomes nothing.
Cell json_cell(const nlohmann::ordered_json& value);

}  // namespace ebb::inline results
