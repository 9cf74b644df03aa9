#include "report/run/rate_table.hpp"

#include <gtest/gtest.h>

#include "report/document/render.hpp"

namespace ebb::inline report {
namespace {

std::string shown(std::vector<double> gbps) {
  Table table{.title = "rates", .columns = rate_columns(), .rows = {}};
  for (const double rate : gbps) table.add({rate, 50.0, 0.0});
  show_rates_whole(table);
  std::string text;
  for (const auto& row : table.rows) text += cell_text(row[0], table.columns[0]) + " ";
  return text;
}

TEST(RateTable, OfARunWithoutControlIsLeftAlone) {
  Table none{.title = "rates", .columns = {}, .rows = {}};
  show_rates_whole(none);
  EXPECT_TRUE(none.rows.empty());
}

TEST(RateTable, ShowsEachRateAsItIs) {
  EXPECT_EQ(shown({2.5, 5, 40}), "2.50 5.00 40.00 ");
  EXPECT_EQ(shown({0, 0.025, 0.1}), "0.000 0.025 0.100 ");
  EXPECT_EQ(shown({0.625, 10}), "0.625 10.000 ");
  EXPECT_EQ(shown({1.0 / 3}), "0.333333 ");
}

}  // namespace
}  // namespace ebb::inline report
