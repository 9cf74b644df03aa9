#include "tasks/lab/lab_report.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "report/document/render.hpp"

namespace ebb::inline tasks {
namespace {

using ::testing::HasSubstr;

TEST(LabReport, CopiesOfFramesAreNoNegativeLosses) {
  LabLosses losses;
  losses.segments = 100, losses.not_sent_on = 3;
  EXPECT_THAT(to_csv(losses_table("mine", losses)), HasSubstr("100,0,0,3,0,0"));
  losses.not_sent_on = -17;
  const Table copied = losses_table("mine", losses);
  EXPECT_THAT(to_csv(copied), HasSubstr("100,0,0,,0,0"));
  EXPECT_THAT(to_text(copied), HasSubstr("Switches sent 17 frames more than they received"));
}

TEST(LabReport, NamesEachHostWithItsAddress) {
  LabReport report;
  report.table.columns = {{"check", "check"}}, report.table.add({"switches"}), report.hosts = 6;
  EXPECT_THAT(render(report, Format::text),
              HasSubstr("\n  h0 10.86.0.2   h1 10.86.0.3   h2 10.86.0.4   h3 10.86.0.5"
                        "\n  h4 10.86.0.6   h5 10.86.0.7"));
  const auto json = nlohmann::json::parse(render(report, Format::json));
  EXPECT_EQ(json["rows"][0]["check"], "switches");
  ASSERT_EQ(json["hosts"].size(), 6u);
  EXPECT_EQ(json["hosts"][5]["host"], "h5");
  EXPECT_EQ(json["hosts"][5]["address"], "10.86.0.7");
  report.hosts = 0;
  EXPECT_FALSE(nlohmann::json::parse(render(report, Format::json)).contains("hosts"));
}

}  // namespace
}  // namespace ebb::inline tasks
