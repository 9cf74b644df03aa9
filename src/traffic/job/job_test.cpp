// Jobs: their dependencies, their run times, and that a damaged one is refused.
#include "traffic/job/job.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "experiment/run/small_run_testing.hpp"
#include "traffic/job/job_testing.hpp"
#include "traffic/trace/trace_text.hpp"

namespace ebb::inline traffic {
namespace {

using testing::HasSubstr;

class Jobs : public testing::Test, protected JobFolder {};

/// Ping-pong: host 0 computes for 10 us and sends a request; host 1 computes for 5 us and responds; 2 us at
/// the end.
JobMaker question_and_answer() {
  JobMaker job(4);
  job.compute(0, 10_us);
  job.transfer(0, 1, 1'000_B);
  job.compute(1, 5_us);
  job.transfer(1, 0, 1'000_B);
  job.compute(0, 2_us);
  return job;
}

JobMaker one_message() {
  JobMaker job(4);
  job.transfer(0, 1, 1'000_B);
  return job;
}

TEST_F(Jobs, TakeAsLongAsTheyComputeAndAsTheNetworkTakes) {
  const Picoseconds way = run_time(write("one.ebbtrace", one_message()), star_of_four);
  EXPECT_GT(way, 0_us);
  EXPECT_EQ(run_time(write("two.ebbtrace", question_and_answer()), star_of_four), 17_us + way * 2);
}

TEST_F(Jobs, TakeLongerOnASlowerNetwork) {
  const std::string trace = write("two.ebbtrace", question_and_answer());
  const Picoseconds fast = run_time(trace, star_of_four),
                    slow = run_time(trace, star_of_four, {"cables.rate=1Gb/s"});
  EXPECT_GT(slow, fast + 15_us);  // 1,000 bytes take 8 us each way, and are not cut through at the host
}

/// Two messages that arrive, in any order, are both waited for; own messages only have to be handed over.
TEST_F(Jobs, WaitForAllThatTheyName) {
  JobMaker job(4);
  job.compute(1, 50_us);
  const std::uint32_t late = job.send(1, 0, 100_B), early = job.send(2, 0, 100_B);
  job.receive(0, early), job.receive(0, late);
  job.transfer(0, 3, 100_B);
  JobMaker alone(4);
  alone.transfer(0, 3, 100_B);
  const Picoseconds way = run_time(write("alone.ebbtrace", std::move(alone)), star_of_four);
  EXPECT_EQ(run_time(write("all.ebbtrace", std::move(job)), star_of_four), 50_us + way * 2);
}

TEST_F(Jobs, ComputeFasterWhenTheyArePlayedFaster) {
  const std::string trace = write("two.ebbtrace", question_and_answer());
  const Picoseconds way = run_time(write("one.ebbtrace", one_message()), star_of_four);
  EXPECT_EQ(run_time(trace, star_of_four, {"traffic.workload.speed=2"}), Picoseconds{8'500'000} + way * 2);
}

TEST_F(Jobs, CopyBetweenProcessesOfOneHost) {
  JobMaker job(4, 2, {8'000'000'000});
  job.transfer(0, 1, 1'000_B);
  job.transfer(1, 0, 1'000_B);
  EXPECT_EQ(job.hosts(), 2u);
  EXPECT_EQ(run_time(write("copy.ebbtrace", std::move(job)), star_of_four), 2_us);
}

/// Host 0 computes for 10 us, host 1 for 5 us after the request, host 0 for 2 us after the response.
TEST_F(Jobs, KnowWhenTheirHostsComputed) {
  const Picoseconds way = run_time(write("one.ebbtrace", one_message()), star_of_four);
  const RankHistory history = rank_history(write("two.ebbtrace", question_and_answer()), star_of_four);
  ASSERT_EQ(history.ranks, 4u);
  EXPECT_EQ(history.length, 1_us);
  const auto computing = [&](std::uint32_t host, std::uint32_t span) {
    return unsigned{history.computing[host * history.spans + span]};
  };
  for (std::uint32_t span = 0; span < 10; ++span) EXPECT_EQ(computing(0, span), RankHistory::whole) << span;
  unsigned first = 0, second = 0;
  for (std::uint32_t span = 10; span < history.spans; ++span) first += computing(0, span);
  for (std::uint32_t span = 0; span < history.spans; ++span) second += computing(1, span);
  EXPECT_NEAR(first, 2 * RankHistory::whole, 2);  // rounded down in two spans
  EXPECT_NEAR(second, 5 * RankHistory::whole, 2);
  EXPECT_EQ(computing(1, 0), 0u);
  EXPECT_EQ(computing(2, 0), 0u);
  EXPECT_EQ(history.spans, static_cast<std::uint32_t>(((17_us + way * 2).v + 999'999) / 1'000'000));
}

/// Random programs: all executors must agree to the picosecond.
RC_GTEST_PROP(JobsOnThreads, TakeTheSameTimeEverywhere, ()) {
  const JobFolder folder;
  JobMaker job(16);
  const int operations = *rc::gen::inRange(1, 200);
  for (int i = 0; i < operations; ++i) {
    const auto from = *rc::gen::inRange<ProcessId>(0, 16), by = *rc::gen::inRange<ProcessId>(1, 16);
    if (*rc::gen::inRange(0, 3) == 0) job.compute(from, {*rc::gen::inRange<std::int64_t>(0, 3'000'000)});
    job.transfer(from, (from + by) % 16, {*rc::gen::inRange<std::int64_t>(1, 20'000)});
  }
  const std::string trace = folder.write("random.ebbtrace", std::move(job));
  const auto one = folder.run_job(trace, butterfly_of_sixteen);
  RC_ASSERT(one.ok() && one->job && one->job->finished());
  const auto agrees = [&](const Result<RunResult>& other) {
    return other.ok() && other->job->run_time == one->job->run_time && other->digest == one->digest;
  };
  RC_ASSERT(agrees(folder.run_job(trace, butterfly_of_sixteen, {"run.threads=2"})));
  RC_ASSERT(agrees(folder.run_job(trace, butterfly_of_sixteen, {"run.threads=3"})));
  RC_ASSERT(agrees(folder.run_job(trace, butterfly_of_sixteen, {}, ExecutorKind::plain)));
}

TEST_F(Jobs, ThatAreNotDoneInTimeSaySo) {
  const auto result =
      run_job(write("two.ebbtrace", question_and_answer()), star_of_four, {"run.most_time=12us"});
  ASSERT_TRUE(result.ok()) << to_text(result.problems());
  ASSERT_TRUE(result->job);
  EXPECT_FALSE(result->job->finished());
}

std::string bytes_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
Result<std::shared_ptr<const TraceFile>> open_text(const std::string& bytes) {
  return TraceFile::open(bytes_in_memory(std::as_bytes(std::span(bytes))), "x.ebbtrace");
}

TEST_F(Jobs, AreRefusedWhateverByteIsChangedOrMissing) {
  const std::string good = bytes_of(write("two.ebbtrace", question_and_answer()));
  const auto opened = open_text(good);
  ASSERT_TRUE(opened.ok());
  EXPECT_TRUE((*opened)->is_job());
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const int flip : {0x01, 0x03, 0x80}) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ flip);
      EXPECT_FALSE(open_text(bad).ok()) << i;
    }
    EXPECT_FALSE(open_text(good.substr(0, i)).ok()) << i;
  }
}

TEST_F(Jobs, KnowOnlyOfMessagesOfTheirOwnHost) {
  TraceWriter writer(path("foreign.ebbtrace"), Existing::is_replaced, TraceForm::job);
  writer.add({0_us, 0, 1, 10_B}, {});
  writer.add({0_us, 2, 3, 10_B}, {{}, {0}});
  ASSERT_TRUE(writer.finish(4, {}).ok());
  const auto trace = TraceFile::open(path("foreign.ebbtrace"));
  ASSERT_FALSE(trace.ok());
  EXPECT_THAT(trace.problems()[0].what, HasSubstr("neither sent nor was sent"));
}

TEST_F(Jobs, ComeBackFromTextAsTheyWere) {
  const std::string trace = write("two.ebbtrace", question_and_answer());
  const auto opened = TraceFile::open(trace);
  ASSERT_TRUE(opened.ok());
  WholeFile text(path("two.csv"));
  ASSERT_TRUE(write_trace_text(**opened, text, "two.csv").empty());
  std::ifstream in(path("two.csv"), std::ios::binary);
  ASSERT_EQ(form_of_text(in), TraceForm::job);
  TraceWriter again(path("again.ebbtrace"), Existing::is_replaced, TraceForm::job);
  TraceExtent extent;
  const Problems problems = read_trace_text(in, "two.csv", again, extent);
  EXPECT_TRUE(problems.empty()) << to_text(problems);
  ASSERT_TRUE(again.finish(extent.hosts, extent.length).ok());
  EXPECT_EQ(bytes_of(path("again.ebbtrace")), bytes_of(trace));
}

TEST_F(Jobs, AsTextAreRefusedByLine) {
  const auto refusal = [&](const std::string& line) {
    std::istringstream in("time_ps,source,destination,bytes,computing_ps,after\n0,0,1,10,0,\n" + line + "\n");
    TraceWriter out(path("never.ebbtrace"), Existing::is_replaced, TraceForm::job);
    TraceExtent extent;
    return to_text(read_trace_text(in, "x.csv", out, extent));
  };
  EXPECT_EQ(refusal("5,1,1,0,5,0"), "");
  EXPECT_THAT(refusal("5,2,1,10,0,0"), HasSubstr("x.csv:3"));
  EXPECT_THAT(refusal("5,2,1,10,0,0"), HasSubstr("waits for message 0, which host 2 neither sent"));
  EXPECT_THAT(refusal("5,1,2,10,0,1"), HasSubstr("numbers of earlier messages"));
  EXPECT_THAT(refusal("5,1,2,10,0,0 0"), HasSubstr("only once"));
  EXPECT_THAT(refusal("5,1,2,10,-3,0"), HasSubstr("computing time"));
  EXPECT_THAT(refusal("5,1,1,7,0,0"), HasSubstr("0 bytes"));
  EXPECT_THAT(refusal("5,1,2,0,0,0"), HasSubstr("a whole number from 1"));
  EXPECT_THAT(refusal("5,1,2,10"), HasSubstr("has 4 fields, but 6 are expected"));
}

/// A step replaces too many dependencies of one operation.
TEST_F(Jobs, MayWaitForAnyNumberOfMessages) {
  JobMaker job(2);
  std::vector<std::uint32_t> sent;
  for (int i = 0; i < 70'000; ++i) sent.push_back(job.send(0, 1, 1_B));
  for (const std::uint32_t message : sent) job.receive(1, message);
  const auto trace = TraceFile::open(write("many.ebbtrace", std::move(job)));
  ASSERT_TRUE(trace.ok()) << to_text(trace.problems());
  EXPECT_GT((*trace)->blocks(), 1u);
}

}  // namespace
}  // namespace ebb::inline traffic
