#include "tasks/lab/lab_report.hpp"

#include <gmock/gmock.h>

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

}  // namespace
}  // namespace ebb::inline tasks
