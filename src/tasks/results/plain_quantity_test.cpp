#include "tasks/results/plain_quantity.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace ebb::inline tasks {
namespace {

TEST(PlainQuantity, SortsSizesRatesAndTimesByWhatTheyAre) {
  std::vector<Cell> cells{"1MiB", "64KiB", "512KiB"};
  std::sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) { return compare_cells(a, b) < 0; });
  EXPECT_EQ(std::get<std::string>(cells[0].value()), "64KiB");
  EXPECT_EQ(std::get<std::string>(cells[2].value()), "1MiB");
  EXPECT_LT(compare_cells("2.5Gb/s", "10Gb/s"), 0);
  EXPECT_LT(compare_cells("100ns", "1us"), 0);
  EXPECT_GT(compare_cells("uniform", "permutation"), 0);
}

TEST(PlainQuantity, ExportsNumbersWithTheUnitInTheName) {
  Table table{.title = "",
              .columns = {{"traffic.message", "traffic.message"}, {"policy", "policy"}},
              .rows = {{"64KiB", "ewma"}, {"1MiB", "holt"}}};
  make_quantities_plain(table, {"traffic.message"});
  EXPECT_EQ(table.columns[0].key, "traffic.message_bytes");
  EXPECT_EQ(std::get<double>(table.rows[0][0].value()), 65536);
  EXPECT_EQ(std::get<double>(table.rows[1][0].value()), 1048576);
  EXPECT_EQ(std::get<std::string>(table.rows[0][1].value()), "ewma");
}

TEST(PlainQuantity, LeavesAColumnOfDifferentKindsAsItIs) {
  Table table{.title = "", .columns = {{"x", "x"}}, .rows = {{"64KiB"}, {"10Gb/s"}}};
  make_quantities_plain(table, {"x"});
  EXPECT_EQ(table.columns[0].key, "x");
  EXPECT_EQ(std::get<std::string>(table.rows[1][0].value()), "10Gb/s");
}

}  // namespace
}  // namespace ebb::inline tasks
