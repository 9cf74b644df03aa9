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

TEST(JobText, OfTrainingStepsSaysWhatTheNetworkCosts) {
  const JobResult job{.operations = 8,
                      .done = 8,
                      .run_time = 25_ms,
                      .ranks = 2,
                      .steps = 4,
                      .without_network = 20_ms,
                      .computing_ps = 30e9};
  EXPECT_EQ(text_after(25_ms, job),
            "finished after 25 ms: 8 operations; 4 steps of 6.25 ms\n"
            "exposed communication 5 ms (20.0 %); ranks compute for 60.0 % of the time");
  const auto json = job_json(job, 25_ms);
  EXPECT_EQ(json["step_time_ps"], 6.25e9);
  EXPECT_EQ(json["exposed_communication_ps"], 5'000'000'000);
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
