#include "report/run/lane_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ebb::inline report {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// The deadline of a video frame is a thirtieth of a second, which is no whole number of any unit.
TEST(DeadlineText, RoundsTheTimeThatIsAllowed) {
  PageJson d{{"allowed_ps", 33'333'333'333}, {"in_time", 990}, {"late", 0}, {"unfinished", 0}};
  EXPECT_EQ(deadline_text(d), "all 990 messages were whole within 33.3 ms");
  d["late"] = 8, d["unfinished"] = 2;
  d["missed_percent"] = 1.0, d["missing_mean_us"] = 12.5, d["missing_most_us"] = 40.0;
  EXPECT_THAT(deadline_text(d),
              StartsWith("10 of 1,000 messages (1.00 %) missed theirs of 33.3 ms: by 12.500 us"));
  EXPECT_THAT(deadline_text(d), HasSubstr("; 2 of them were not sent"));
  d["in_time"] = d["late"] = d["unfinished"] = 0;
  EXPECT_EQ(deadline_text(d), "nothing was due");
}

}  // namespace
}  // namespace ebb::inline report
