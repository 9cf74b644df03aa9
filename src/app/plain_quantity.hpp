// Quantities in tables: "64KiB" as the number that it is, so that sizes, rates and times sort and export as
// such.
#pragma once

#include <optional>
#include <string_view>

#include "report/table.hpp"

namespace ebb::inline app {

struct PlainQuantity {
  double value = 0;
  std::string_view unit;  ///< for the end of a name: "bytes", "bits_per_s", "ps", "w", "j"
};

/// Nothing for a text that is no quantity.
std::optional<PlainQuantity> plain_quantity(const Cell& cell);

}  // namespace ebb::inline app
