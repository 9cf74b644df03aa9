// GOAL texts: read, refused by line, and written so that the job takes as long as before.
#include "traffic/trace/goal_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traffic/job/job_testing.hpp"
#include "traffic/kernels/kernel_list.hpp"

namespace ebb::inline traffic {
namespace {

using testing::HasSubstr;

class Goal : public testing::Test, protected JobFolder {
 protected:
  static Result<JobMaker> read(const std::string& text) {
    std::istringstream in(text);
    return read_goal(in, "x.goal");
  }
  std::string written(const std::string& name, const std::string& text) const {
    auto job = read(text);
    EXPECT_TRUE(job.ok()) << to_text(job.problems());
    return write(name, std::move(*job));
  }
  static std::string refusal(const std::string& text) {
    const auto job = read(text);
    return job.ok() ? "accepted" : to_text(job.problems());
  }
};

/// Rank 0 computes and sends a request, rank 1 waits for it and responds.
constexpr const char* question = R"(num_ranks 4
rank 0 {
l1: calc 10000 cpu 0
l2: send 1000b to 1 tag 5 cpu 0 nic 0
l3: recv 1000b from 1 tag 6
l2 requires l1  // first it thinks
l4: calc 2000
l4 requires l3
}
rank 1 {
a: recv 1000b from 0 tag 5
b: calc 5000
c: send 1000b to 0 tag 6
b requires a
c requires b
}
)";

TEST_F(Goal, TakesAsLongAsItsWaysAndItsComputing) {
  const Picoseconds way = run_time(
      written("one.ebbtrace", "num_ranks 4\nrank 0 {\nsend 1000b to 1\n}\nrank 1 {\nrecv 1000b from 0\n}\n"),
      star_of_four);
  EXPECT_EQ(run_time(written("question.ebbtrace", question), star_of_four), 17_us + way * 2);
}

TEST_F(Goal, StartsTogetherWithWhatItOnlyHasToFollow) {
  const char* text =
      "num_ranks 2\nrank 0 {\na: calc 3000\nb: calc 5000\nc: calc 7000\nb requires a\nc irequires b\n}\n";
  EXPECT_EQ(run_time(written("start.ebbtrace", text), star_of_four), 10_us);
}

TEST_F(Goal, ComesBackFromATraceWithTheSameRunTime) {
  KernelSettings settings;
  settings.processes = 16, settings.iterations = 1, settings.size = 'A';
  for (const Kernel& kernel : kernels()) {
    if (kernel.name == "nas-lu" || kernel.name == "hpl") continue;  // many messages, or long ones
    auto job = make_job(kernel, settings);
    ASSERT_TRUE(job.ok()) << to_text(job.problems());
    const std::string first = write("first.ebbtrace", std::move(*job));
    const auto trace = TraceFile::open(first);
    ASSERT_TRUE(trace.ok());
    const std::string again = written("again.ebbtrace", goal_text(**Job::load(**trace)));
    const auto was = run_time(first, butterfly_of_sixteen), is = run_time(again, butterfly_of_sixteen);
    // Its times are rounded to nanoseconds, in each of some hundred steps.
    EXPECT_NEAR(was.seconds(), is.seconds(), 1e-6 + was.seconds() * 1e-5) << kernel.name;
  }
}

TEST_F(Goal, IsRefusedByLine) {
  const std::string head = "num_ranks 2\n";
  EXPECT_THAT(refusal(""), HasSubstr("num_ranks"));
  EXPECT_THAT(refusal(head + "rank 2 {\n}\n"), HasSubstr("x.goal:2"));
  EXPECT_THAT(refusal(head + "rank 0 {\n}\nrank 0 {\n}\n"), HasSubstr("begins rank 0 again"));
  EXPECT_THAT(refusal(head + "rank 0 {\n"), HasSubstr("cut off"));
  EXPECT_THAT(refusal(head + "calc 5\n"), HasSubstr("outside of any rank"));
  EXPECT_THAT(refusal(head + "rank 0 {\nl1: jump 5\n}\n"), HasSubstr("is not an operation"));
  EXPECT_THAT(refusal(head + "rank 0 {\nl1: calc -5\n}\n"), HasSubstr("is not an operation"));
  EXPECT_THAT(refusal(head + "rank 0 {\nl1: calc 5\nl1 requires l2\n}\n"), HasSubstr("label \"l2\""));
  EXPECT_THAT(refusal(head + "rank 0 {\nl1: calc 5\nl1: calc 6\n}\n"), HasSubstr("again"));
  EXPECT_THAT(refusal(head + "rank 0 {\nsend 5b to 1\n}\n"), HasSubstr("does not receive"));
  EXPECT_THAT(refusal(head + "rank 0 {\nrecv 5b from 1\n}\n"), HasSubstr("rank 1 does not send"));
  EXPECT_THAT(refusal(head + "rank 0 {\na: calc 1\nb: calc 1\na requires b\nb requires a\n}\n"),
              HasSubstr("waits for itself"));
}

}  // namespace
}  // namespace ebb::inline traffic
