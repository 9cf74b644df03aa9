// The processor time of a job's messages and the rendezvous protocol: run times by hand, random programs on
// all executors, refusals.
#include "traffic/job/mpi_protocol.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "experiment/run/small_run_testing.hpp"
#include "traffic/job/job_testing.hpp"

namespace ebb::inline traffic {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class MpiProtocols : public testing::Test, protected JobFolder {
 protected:
  Picoseconds time(JobMaker job, std::vector<std::string> settings = {}) const {
    for (std::string& setting : settings) setting = "traffic.workload." + setting;
    return run_time(write("job.ebbtrace", std::move(job)), star_of_four, settings);
  }
  /// Of one message, from handing over to arrival.
  Picoseconds way(Bytes size) const { return time(one_message(size)); }

  static JobMaker one_message(Bytes size) {
    JobMaker job(4);
    job.transfer(0, 1, size);
    return job;
  }
  /// Hosts 1 and 2 send to host 0 at the same time.
  static JobMaker two_to_one() {
    JobMaker job(4);
    const std::uint32_t a = job.send(1, 0, 100_B), b = job.send(2, 0, 100_B);
    job.receive(0, a), job.receive(0, b);
    return job;
  }
};

TEST_F(MpiProtocols, CostBothHostsTheirOverhead) {
  EXPECT_EQ(time(one_message(1'000_B), {"overhead=3us"}), way(1'000_B) + 6_us);
  EXPECT_EQ(time(one_message(1'000_B), {"overhead_per_byte=2ns"}), way(1'000_B) + 4_us);
  EXPECT_EQ(time(one_message(1'000_B), {"overhead=3us", "overhead_per_byte=2ns"}), way(1'000_B) + 10_us);
}

TEST_F(MpiProtocols, HandleOneMessageAfterTheOther) {
  const Picoseconds plain = time(two_to_one());  // the second one waits for the wire
  EXPECT_EQ(time(two_to_one(), {"overhead=10us"}), way(100_B) + 30_us);
  EXPECT_EQ(time(two_to_one(), {"overhead=10us", "processors=2"}), plain + 20_us);
}

TEST_F(MpiProtocols, KeepAGapBetweenMessages) {
  JobMaker burst(4);
  for (int i = 0; i < 3; ++i) burst.transfer(0, 1, 100_B);
  EXPECT_EQ(time(std::move(burst), {"gap=50us"}), 100_us + way(100_B));
  EXPECT_EQ(time(two_to_one(), {"gap=50us"}), 50_us + way(100_B));
}

TEST_F(MpiProtocols, AskTheReceiverBeforeALargeMessage) {
  const Picoseconds ask = way(rendezvous_message), large = way(50'000_B);
  EXPECT_EQ(time(one_message(50'000_B), {"eager=49999B"}), ask * 2 + large);
  EXPECT_EQ(time(one_message(50'000_B), {"eager=50000B"}), large);
  EXPECT_EQ(time(one_message(50'000_B), {"eager=1KiB", "overhead=1us"}), ask * 2 + large + 6_us);
}

TEST_F(MpiProtocols, WaitForAReceiverThatComputes) {
  JobMaker busy(4);
  busy.compute(1, 1_ms);
  busy.transfer(0, 1, 50'000_B);
  EXPECT_EQ(time(busy), 1_ms);  // it has arrived long before
  EXPECT_EQ(time(busy, {"eager=1KiB"}), 1_ms + way(rendezvous_message) + way(50'000_B));
}

/// Host 0 sends a large message to host 1, which computes, and then a small one to host 2.
TEST_F(MpiProtocols, LetTheSenderGoOn) {
  JobMaker job(3);
  const std::uint32_t large = job.send(0, 1, 50'000_B);
  job.transfer(0, 2, 100_B);
  const std::uint32_t step = job.add(1, 1, 0_B, {1_ms, {}});
  job.add(1, 1, 0_B, {{}, {large, step}});
  const TraceBlock before = job.finish(), after = with_rendezvous(before, 1_KiB);
  // request, answer, data; the small message; the end of host 0; that of host 2; the step of host 1; its end
  ASSERT_EQ(after.messages.size(), before.messages.size() + 2);
  EXPECT_EQ(after.messages[0], (SentMessage{0_us, 0, 1, rendezvous_message}));
  EXPECT_EQ(after.messages[1], (SentMessage{0_us, 1, 0, rendezvous_message}));
  EXPECT_EQ(after.messages[2], (SentMessage{0_us, 0, 1, 50'000_B}));
  EXPECT_EQ(after.messages[3], (SentMessage{0_us, 0, 2, 100_B}));
  EXPECT_THAT(after.waits[0].after, IsEmpty());
  EXPECT_THAT(after.waits[1].after, ElementsAre(0, 6));  // the request has come, and host 1 has computed
  EXPECT_THAT(after.waits[2].after, ElementsAre(1));
  EXPECT_THAT(after.waits[3].after, ElementsAre(0));  // host 0 goes on after its request
  EXPECT_EQ(after.waits[6].computing, 1_ms);
  EXPECT_THAT(after.waits[7].after, ElementsAre(2, 6));
}

/// Both send before they receive. With MPI_Send that would hang; jobs send as MPI_Isend does.
TEST_F(MpiProtocols, DoNotHangWhereTwoHostsSendFirst) {
  JobMaker job(4);
  for (int round = 0; round < 5; ++round) {
    const std::uint32_t a = job.send(0, 1, 5'000_B), b = job.send(1, 0, 5'000_B);
    job.receive(0, b), job.receive(1, a);
  }
  EXPECT_EQ(time(job, {"eager=1KiB"}), (way(rendezvous_message) * 2 + way(5'000_B)) * 5);
}

/// A program of processes and concurrent activities, two processes on a host.
JobMaker random_program() {
  JobMaker job(32, 2);
  std::vector<std::pair<ProcessId, ProcessId>> sides;
  const int operations = *rc::gen::inRange(1, 200);
  for (int i = 0; i < operations; ++i) {
    const auto from = *rc::gen::inRange<ProcessId>(0, 32), by = *rc::gen::inRange<ProcessId>(1, 32);
    if (*rc::gen::inRange(0, 3) == 0) job.compute(from, {*rc::gen::inRange<std::int64_t>(0, 3'000'000)});
    const ProcessId by_whom = *rc::gen::inRange(0, 4) == 0 ? job.fork(from) : from;
    if (by_whom != from) sides.emplace_back(from, by_whom);
    job.transfer(by_whom, (from + by) % 32, {*rc::gen::inRange<std::int64_t>(1, 20'000)});
    if (*rc::gen::inRange(0, 3) > 0 || sides.empty()) continue;
    job.join(sides.back().first, sides.back().second);
    sides.pop_back();
  }
  for (const auto& [process, side] : sides) job.join(process, side);
  return job;
}

RC_GTEST_PROP(MpiProtocolsOnThreads, FinishEveryProgramInTheSameTimeEverywhere, ()) {
  const JobFolder folder;
  const std::string trace = folder.write("random.ebbtrace", random_program());
  std::vector<std::string> settings;
  const auto maybe = [&](const std::string& setting) {
    if (*rc::gen::inRange(0, 3) > 0) settings.push_back("traffic.workload." + setting);
  };
  maybe(fmt::format("eager={}B", *rc::gen::inRange(1, 20'000)));
  maybe(fmt::format("gap={}ns", *rc::gen::inRange(0, 5'000)));
  settings.push_back(fmt::format("traffic.workload.overhead={}ns", *rc::gen::inRange(1, 5'000)));
  maybe(fmt::format("processors={}", *rc::gen::inRange(1, 5)));
  const auto run = [&](const std::string& more, ExecutorKind executor) {
    auto all = settings;
    all.push_back(more);
    return folder.run_job(trace, butterfly_of_sixteen, all, executor);
  };
  const auto one = run("run.threads=1", ExecutorKind::threads);
  RC_ASSERT(one.ok() && one->job && one->job->finished());
  for (const char* threads : {"run.threads=2", "run.threads=3"}) {
    const auto other = run(threads, ExecutorKind::threads);
    RC_ASSERT(other.ok() && other->job->run_time == one->job->run_time && other->digest == one->digest);
  }
  const auto plain = run("run.threads=1", ExecutorKind::plain);
  RC_ASSERT(plain.ok() && plain->job->run_time == one->job->run_time && plain->digest == one->digest);
}

TEST_F(MpiProtocols, AreRefusedWhereTheyHaveNoEffect) {
  const std::string job = write("job.ebbtrace", one_message(100_B)), trace = path("trace.ebbtrace");
  TraceWriter writer(trace, Existing::is_replaced);
  writer.add({1_us, 0, 1, 100_B});
  ASSERT_TRUE(writer.finish(4, {}).ok());
  const auto refusal = [&](const std::string& file, const std::string& setting) {
    const auto result = run_job(file, star_of_four, {"traffic.workload." + setting});
    return result.ok() ? "" : to_text(result.problems());
  };
  for (const char* setting : {"overhead=1us", "overhead_per_byte=1ns", "gap=1us", "eager=1KiB"}) {
    EXPECT_EQ(refusal(job, setting), "");
    EXPECT_THAT(refusal(trace, setting), HasSubstr("is no job"));
  }
  EXPECT_THAT(refusal(job, "processors=2"), HasSubstr("messages take hosts no time"));
  EXPECT_THAT(refusal(job, "processors=0"), HasSubstr("processors"));
  EXPECT_THAT(refusal(job, "overhead_per_byte=2us"), HasSubstr("overhead_per_byte"));
}

}  // namespace
}  // namespace ebb::inline traffic
