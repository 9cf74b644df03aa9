#include "study/sweep/point_group.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/document/render.hpp"

namespace ebb::inline study {
namespace {

SweepPoint point(const std::string& id) {
  SweepPoint one;
  one.id = id, one.config = "of " + id, one.seed = 7;
  return one;
}

/// What a process of two points wrote: one has a result.
ChildProcess::Ended ended() {
  StoredRun run;
  run.verdict = "steady", run.digest = "12", run.wall_s = 3;
  ChildProcess::Ended how;
  how.well = true, how.cpu_seconds = 8, how.wall_seconds = 5;
  how.output = nlohmann::ordered_json({json_text(to_json(run)), "no memory"}).dump();
  return how;
}

TEST(PointGroup, HasARecordForEachPoint) {
  const SweepPoint a = point("a"), b = point("b");
  const auto records = records_of("study.toml", {&a, &b}, ended());
  ASSERT_EQ(records.size(), 2);
  EXPECT_EQ(records[0].id, "a");
  EXPECT_EQ(records[0].verdict, "steady");
  EXPECT_EQ(records[0].digest, "12");
  EXPECT_EQ(records[0].wall_s, 3);
  EXPECT_EQ(records[0].cpu_s, 4);
  EXPECT_EQ(records[1].id, "b");
  EXPECT_EQ(records[1].verdict, failed_verdict);
  EXPECT_EQ(records[1].why, "no memory");
  EXPECT_EQ(records[1].config, "of b");
  EXPECT_EQ(records[1].seed, 7);
}

TEST(PointGroup, FailsAsAWholeWhereTheProcessDid) {
  const SweepPoint a = point("a"), b = point("b");
  ChildProcess::Ended killed = ended();
  killed.well = false, killed.why = "killed by signal 9";
  for (const StoredRun& record : records_of("study.toml", {&a, &b}, killed)) {
    EXPECT_FALSE(record.finished());
    EXPECT_EQ(record.why, "killed by signal 9");
    EXPECT_EQ(record.wall_s, 5);
  }
}

}  // namespace
}  // namespace ebb::inline study
