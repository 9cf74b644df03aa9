// Quantities in tables: "64KiB" as a plain number, so that sizes, rates and times sort and export as numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/document/table.hpp"
#include "results/cell.hpp"

namespace ebb::inline tasks {

struct PlainQuantity {
  double value = 0;
  std::string_view unit;  ///< suffix of a name: "bytes", "bits_per_s", "ps", "w", "j"
};

/// Nothing for a text that is not a quantity.
std::optional<PlainQuantity> plain_quantity(const Cell& cell);

/// Orders empty cells first, then numbers, then texts. Quantities of one kind are ordered by value. Below 0:
/// a is first.
int compare_cells(const Cell& a, const Cell& b);

/// Converts the columns with these keys whose cells are all quantities of one kind to numbers. The unit is
/// appended to the key.
void make_quantities_plain(Table& table, const std::vector<std::string>& keys);

}  // namespace ebb::inline tasks
