#include "tasks/sleep/day_of_load.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>

#include "base/folder_testing.hpp"

namespace ebb::inline tasks {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string day(const std::string& of_hour_7) {
  std::string text = "hour,load\n";
  for (int hour = 0; hour < 24; ++hour)
    text += fmt::format("{},{}\n", hour, hour == 7 ? of_hour_7 : hour < 12 ? "0.05" : "30%");
  return text;
}

TEST(DayOfLoad, ReadsSharesAndPercent) {
  const TestFolder folder;
  const auto loads = read_day_of_load(folder.write("day.csv", day("12.5 %")));
  ASSERT_TRUE(loads) << to_text(loads.problems());
  EXPECT_DOUBLE_EQ((*loads)[7], 0.125);
  EXPECT_DOUBLE_EQ((*loads)[6], 0.05);
  EXPECT_DOUBLE_EQ((*loads)[23], 0.3);
  EXPECT_THAT(simulated_loads(*loads), ElementsAre(0.05, 0.125, 0.3));
}

TEST(DayOfLoad, NamesTheLineOfAMistake) {
  const TestFolder folder;
  const auto said = [&](const std::string& text) {
    const auto loads = read_day_of_load(folder.write("day.csv", text));
    return loads ? std::string() : to_text(loads.problems());
  };
  EXPECT_THAT(said(day("1.2")), HasSubstr("day.csv:9: has the load \"1.2\""));
  EXPECT_THAT(said("hour,load\n24,0.1\n"), HasSubstr("hour \"24\""));
  EXPECT_THAT(said("hour,load\n0,0.1\n0,0.1\n"), HasSubstr("hour 0 again"));
  EXPECT_THAT(said("hour,load\n0,0.1\n"), HasSubstr("no load for hour 1"));
  EXPECT_THAT(said("0,0.1\n"), HasSubstr("not hour,load"));
  EXPECT_THAT(to_text(read_day_of_load("/no/such.csv").problems()), HasSubstr("there is no such file"));
}

TEST(DayOfLoad, SimulatesFiveLoadsOfManyAndDrawsLinesBetween) {
  std::vector<double> many;
  for (int hour = 0; hour < 24; ++hour) many.push_back(0.01 * hour);
  const auto loads = simulated_loads(many);
  ASSERT_EQ(loads.size(), most_simulated_loads);
  EXPECT_DOUBLE_EQ(loads.front(), 0);
  EXPECT_DOUBLE_EQ(loads.back(), 0.23);
  const std::vector<double> values{10, 20, 40}, at{0.1, 0.2, 0.4};
  EXPECT_DOUBLE_EQ(at_load(0.1, at, values), 10);
  EXPECT_DOUBLE_EQ(at_load(0.15, at, values), 15);
  EXPECT_DOUBLE_EQ(at_load(0.3, at, values), 30);
  EXPECT_DOUBLE_EQ(at_load(0.4, at, values), 40);
}

}  // namespace
}  // namespace ebb::inline tasks
