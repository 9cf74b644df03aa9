#include "report/run/job_text.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace ebb::inline report {
namespace {

std::string text_after(Picoseconds simulated, const JobResult& job) {
  return job_text(job_json(job, simulated));
}

TEST(JobText, OfAFinishedJobIsItsRunTime) {
  const JobResult job{.operations = 88, .done = 88, .run_time = 1'234'500'000_ps};
  EXPECT_EQ(text_after(2_ms, job), "finished after 1.2345 ms: 88 operations");
  EXPECT_EQ(text_after(2_ms, {.operations = 1, .done = 1, .run_time = 307'448'427'000_ps}),
            "finished after 307.448 ms: 1 operations");
  EXPECT_EQ(job_json(job, 2_ms)["run_time_ps"], 1'234'500'000);
  EXPECT_TRUE(job_json(job, 2_ms)["expected_run_time_ps"].is_null());
}

TEST(JobText, OfAnUnfinishedJobSaysHowLongItWouldTake) {
  const JobResult job{.operations = 2824, .done = 706, .run_time = 19_ms};
  EXPECT_EQ(
      text_after(20_ms, job),
      "not finished: 706 of 2824 operations done; at that pace it takes about 80 ms: raise [run] most_time");
  EXPECT_TRUE(job_json(job, 20_ms)["run_time_ps"].is_null());
}

TEST(JobText, OfAJobThatHasDoneNothingForeseesNothing) {
  EXPECT_EQ(text_after(100_us, {.operations = 2824}),
            "not finished: 0 of 2824 operations done; raise [run] most_time");
}

}  // namespace
}  // namespace ebb::inline report
