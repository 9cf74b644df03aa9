// What a run tells of a job beside its run time: exposed communication, and the gaps of its channels.
#include <gtest/gtest.h>

#include <algorithm>

#include "traffic/job/job_testing.hpp"

namespace ebb::inline experiment {
namespace {

class JobMetrics : public testing::Test, protected JobFolder {};

/// Host 0 computes for 10 us and sends 10 MB, 2 ms at 40 Gb/s; host 1 then computes for 5 us, and host 2 all
/// the while: for 50 us.
JobMaker small_job() {
  JobMaker job(3);
  job.compute(0, 10_us);
  job.transfer(0, 1, 10'000'000_B);
  job.compute(1, 5_us);
  job.compute(2, 50_us);
  return job;
}

TEST_F(JobMetrics, AreWhatTheNetworkAddsAndWhatRanksCompute) {
  const auto run = run_job(write("job.ebbtrace", small_job()), star_of_four);
  ASSERT_TRUE(run.ok()) << to_text(run.problems());
  EXPECT_EQ(run->job->without_network, 50_us);
  EXPECT_EQ(run->job->exposed(), run->job->run_time - 50_us);
  EXPECT_EQ(run->job->ranks, 3u);
  EXPECT_EQ(run->job->steps, 0u);
  EXPECT_DOUBLE_EQ(run->job->computing_ps, 65e6);
}

/// The channel of host 0 waits 10 us, sends without a gap, and waits while host 1 computes. That of host 2
/// has a single gap.
TEST_F(JobMetrics, CountGapsByLength) {
  const auto run = run_job(write("job.ebbtrace", small_job()), star_of_four);
  ASSERT_TRUE(run.ok());
  const auto hosts = std::find_if(run->gaps.begin(), run->gaps.end(),
                                  [](const GapResult& gaps) { return gaps.kind == "from host"; });
  ASSERT_NE(hosts, run->gaps.end());
  EXPECT_EQ(hosts->channels, 4u);
  EXPECT_EQ(hosts->time, run->job->run_time);
  EXPECT_EQ(hosts->count.gaps[1], 1u) << "5 us and the way of the last packet at the end of host 0's";
  EXPECT_EQ(hosts->count.gaps[2], 1u) << "its first 10 us";
  EXPECT_EQ(hosts->count.time[2], 10'000'000);
  EXPECT_EQ(hosts->count.gaps[4], 3u) << "those of the hosts 1 to 3: 2 ms and more";
  EXPECT_EQ(hosts->count.time[4], run->job->run_time.v * 3);
}

TEST_F(JobMetrics, GapsAndPacketsFillTheTime) {
  JobMaker job(4);
  for (HostId from = 0; from < 4; ++from)
    for (HostId to = 0; to < 4; ++to)
      if (from != to) job.compute(from, 3_us), job.transfer(from, to, 40'000_B);
  const auto run = run_job(write("all.ebbtrace", std::move(job)), star_of_four);
  ASSERT_TRUE(run.ok());
  for (const GapResult& gaps : run->gaps) {
    const auto kind = std::find_if(run->channels.begin(), run->channels.end(),
                                   [&](const ChannelKindResult& k) { return k.name == gaps.kind; });
    ASSERT_NE(kind, run->channels.end());
    std::int64_t sum = 0;
    for (const std::int64_t time : gaps.count.time) sum += time;
    const double busy = kind->run_utilisation_mean * static_cast<double>(run->simulated.v) * 4;
    EXPECT_NEAR(static_cast<double>(sum) + busy, static_cast<double>(gaps.time.v) * 4, 8) << gaps.kind;
  }
}

TEST(GapCounts, BoundWhatCanSleep) {
  GapCount count;
  count.add(500_ns);
  count.add(1_us);
  count.add(15_us);
  count.add(20'000'000_us);
  EXPECT_EQ(count.gaps, (decltype(count.gaps){1, 1, 1, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(count.asleep_at_most(0), 20'000'016_us + 500_ns);
  EXPECT_EQ(count.asleep_at_most(2), 5_us + 20'000'000_us - 10_us);
  EXPECT_EQ(count.asleep_at_most(8), 10'000'000_us);
}

}  // namespace
}  // namespace ebb::inline experiment
