// Quantities in tables: "64KiB" as the number that it is, so that sizes, rates and times sort and export as
// such.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/document/table.hpp"

namespace ebb::inline app {

struct PlainQuantity {
  double value = 0;
  std::string_view unit;  ///< for the end of a name: "bytes", "bits_per_s", "ps", "w", "j"
};

/// Nothing for a text that is no quantity.
std::optional<PlainQuantity> plain_quantity(const Cell& cell);

/// Numbers before texts, in their order, and quantities in theirs; nothing before all. Below 0: a is first.
int compare_cells(const Cell& a, const Cell& b);

/// Of the columns with these keys, those whose cells are all quantities of one kind become numbers; the unit
/// goes to the end of the key.
void make_quantities_plain(Table& table, const std::vector<std::string>& keys);

}  // namespace ebb::inline app
