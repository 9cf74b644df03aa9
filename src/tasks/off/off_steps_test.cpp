#include "tasks/off/off_steps.hpp"

#include <gtest/gtest.h>

#include "base/folder_testing.hpp"
#include "fabric/agent/agent_networks_testing.hpp"
#include "report/document/render.hpp"

namespace ebb::inline tasks {
namespace {

TEST(OffPower, TakesWhatIsTypedBeforeWhatADeviceSays) {
  const TestTables t(small_butterfly());
  const auto none = off_power(t.network, {"", {}, {}});
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->known());
  const auto typed = off_power(t.network, {"", 1.5, 20});
  ASSERT_TRUE(typed);
  EXPECT_EQ(typed->cable_w(t.network, t.network.first_port[1] - 1), 3);
  EXPECT_EQ(typed->base_w, 20);
  const auto unknown = off_power(t.network, {"no-such-switch", {}, {}});
  EXPECT_FALSE(unknown);
}

TEST(OffSteps, HoursThatFollowEachOtherAreASpan) {
  EXPECT_EQ(hours_text({0, 1, 2, 5, 8, 9, 21, 22, 23}), "0-2 5 8 9 21-23");
  EXPECT_EQ(hours_text({7}), "7");
}

/// docs/design/energy.md: no saving is claimed without data.
TEST(OffPower, APortWhoseOffPowerNobodyStatesCountsAsOn) {
  const TestTables t(small_butterfly());
  TestFolder folder;
  const std::string links = "[[link]]\nrate = '40Gb/s'\nport = '2W'\n";
  const std::string head =
      "kind = 'switch'\ntitle = 'x'\nsource = 'assumed'\nfrom = 'x'\nports = 8\nbase = '100W'\n";
  const std::string without = folder.write("without.toml", head + links);
  const std::string with =
      folder.write("with.toml", head + links + "[[link]]\nrate = '0b/s'\nport = '0.5W'\n");
  const auto unstated = off_power(t.network, {without, {}, {}});
  ASSERT_TRUE(unstated) << to_text(unstated.problems());
  EXPECT_EQ(unstated->cable_w(t.network, 2), 0);
  EXPECT_NE(unstated->from.find("it counts as on"), std::string::npos) << unstated->from;
  const auto stated = off_power(t.network, {with, {}, {}});
  ASSERT_TRUE(stated) << to_text(stated.problems());
  EXPECT_EQ(stated->cable_w(t.network, 2), 3);
}

/// Six cables join four switches; a tree of three remains, and every step adds detours or removes them.
TEST(OffSteps, SayWhichCableGoesAndHowManyRulesChange) {
  const TestTables t(small_butterfly());
  const std::vector<HostDemand> demand;
  const OffPlan plan = search_off({t.network, t.tables, demand});
  Table table = off_steps_table(true);
  add_off_steps(table, "3", t.network, t.tables, plan, *off_power(t.network, {"", 1.5, {}}));
  ASSERT_EQ(table.rows.size(), plan.order.size());
  const auto text = [&](std::size_t row, std::size_t column) { return csv_field(table.rows[row][column]); };
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    EXPECT_EQ(text(i, 0), "3");
    EXPECT_EQ(text(i, 1), std::to_string(i + 1));
    EXPECT_NE(text(i, 6), "0");
    EXPECT_EQ(text(i, 7), "3");
    EXPECT_EQ(text(i, 4), i > 0 ? text(i - 1, 5) : text(0, 4)) << "after one step is before the next";
  }
}

}  // namespace
}  // namespace ebb::inline tasks
