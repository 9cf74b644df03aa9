// Logs become jobs that wait for what the processes waited for.
#include "record/log_to_job.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traffic/job/job_testing.hpp"

namespace ebb::inline record {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t world = 7;

RecordedCall call(Call what, std::uint32_t peer, std::int64_t bytes, std::int64_t computed_ns = 0,
                  std::uint32_t tag = 0) {
  RecordedCall c;
  c.call = what, c.peer = peer, c.bytes = bytes, c.computed_ns = computed_ns, c.tag = tag, c.group = world;
  return c;
}
RecordedCall request(Call what, std::uint32_t number, std::uint32_t peer = 0, std::uint32_t tag = 0) {
  RecordedCall c = call(what, peer, 0, 0, tag);
  c.request = number;
  return c;
}

struct Made {
  std::string wrong;
  TraceBlock job;
};
Made job_of(const std::vector<ProcessLog>& logs,
            CollectiveRules rules = CollectiveRules::recursive_doubling) {
  Group all{world, {}};
  for (std::uint32_t p = 0; p < logs.size(); ++p) all.members.push_back(p);
  JobMaker job(static_cast<std::uint32_t>(logs.size()));
  const std::string wrong = log_to_job(logs, {all}, job, rules);
  return {wrong, job.finish()};
}
std::size_t messages_in(const TraceBlock& job) {
  return static_cast<std::size_t>(std::count_if(job.messages.begin(), job.messages.end(),
                                                [](const SentMessage& m) { return !m.is_step(); }));
}

TEST(LogToJob, AnswersComeAfterTheirQuestions) {
  const Made made =
      job_of({{{call(Call::send, 1, 100, 5'000), request(Call::post, 0), request(Call::complete, 0, 1)}, {}},
              {{request(Call::post, 0), request(Call::complete, 0, 0), call(Call::send, 0, 50, 3'000)}, {}}});
  EXPECT_EQ(made.wrong, "");
  ASSERT_GE(made.job.messages.size(), 2u);
  EXPECT_EQ(made.job.messages[0], (SentMessage{5_us, 0, 1, 100_B}));
  EXPECT_EQ(made.job.messages[1], (SentMessage{8_us, 1, 0, 50_B}));
  EXPECT_EQ(made.job.waits[1].after, (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(made.job.waits[1].computing, 3_us);
}

/// The second posted receive completes first; the messages are still matched by their order.
TEST(LogToJob, ReceivesAreMatchedInTheOrderInWhichTheyWerePosted) {
  const Made made = job_of({{{call(Call::send, 1, 100), call(Call::send, 1, 200, 1'000)}, {}},
                            {{request(Call::post, 0), request(Call::post, 1), request(Call::complete, 1, 0),
                              call(Call::send, 0, 7), request(Call::complete, 0, 0)},
                             {}}});
  EXPECT_EQ(made.wrong, "");
  for (std::size_t i = 0; i < made.job.messages.size(); ++i)
    if (made.job.messages[i].size == 7_B) {
      ASSERT_EQ(made.job.waits[i].after.size(), 1u);
      EXPECT_EQ(made.job.messages[made.job.waits[i].after[0]].size, 200_B);
    }
}

TEST(LogToJob, CollectiveCallsBecomeTheMessagesOfTheirAlgorithms) {
  const auto messages = [](Call what, std::uint32_t processes) {
    std::vector<ProcessLog> logs(processes, {{call(what, 0, 1'000)}, {}});
    const Made made = job_of(logs);
    EXPECT_EQ(made.wrong, "");
    return messages_in(made.job);
  };
  EXPECT_EQ(messages(Call::barrier, 8), 8u * 3);
  EXPECT_EQ(messages(Call::broadcast, 7), 6u);
  EXPECT_EQ(messages(Call::reduce, 7), 6u);
  EXPECT_EQ(messages(Call::all_reduce, 8), 8u * 3);
  EXPECT_EQ(messages(Call::all_reduce, 6), 10u);
  EXPECT_EQ(messages(Call::all_gather, 5), 5u * 4);
  EXPECT_EQ(messages(Call::all_to_all, 5), 5u * 4);
  EXPECT_EQ(messages(Call::gather, 5), 4u);
  EXPECT_EQ(messages(Call::scatter, 5), 4u);
  EXPECT_EQ(messages(Call::scan, 5), 4u);
}

TEST(LogToJob, EachPairHasItsOwnSizeInAllToAllV) {
  std::vector<ProcessLog> logs;
  for (std::int64_t p = 0; p < 3; ++p)
    logs.push_back({{call(Call::all_to_all_v, 0, 0)}, {10 * p, 10 * p + 1, 10 * p + 2}});
  const Made made = job_of(logs);
  std::vector<std::int64_t> sizes;
  for (const SentMessage& m : made.job.messages)
    if (!m.is_step()) sizes.push_back(m.size.v);
  std::sort(sizes.begin(), sizes.end());
  EXPECT_EQ(sizes, (std::vector<std::int64_t>{1, 2, 10, 12, 20, 21}));
}

RecordedCall begun(Call what, std::uint32_t number, std::int64_t bytes) {
  RecordedCall c = call(what, 0, bytes);
  c.begins = 1, c.request = number;
  return c;
}
RecordedCall ended(std::uint32_t number, std::int64_t computed_ns) {
  RecordedCall c = call(Call::ended, 0, 0, computed_ns);
  c.request = number;
  return c;
}

/// Both compute for 9 us meanwhile. The messages of the reduction go at once, and what they send afterwards
/// waits for both.
TEST(LogToJob, CollectiveCallsThatDoNotWaitGoOnBesideComputing) {
  const std::vector<RecordedCall> both{begun(Call::all_reduce, 0, 8), ended(0, 9'000)};
  std::vector<ProcessLog> logs{{both, {}}, {both, {}}};
  logs[0].calls.push_back(call(Call::send, 1, 100));
  const Made made = job_of(logs);
  EXPECT_EQ(made.wrong, "");
  std::vector<std::int64_t> waited;
  for (std::size_t i = 0; i < made.job.messages.size(); ++i) {
    const SentMessage& m = made.job.messages[i];
    if (m.size == 8_B) {
      EXPECT_EQ(m.at, 0_us);
    }
    if (m.size != 100_B) continue;
    EXPECT_EQ(m.at, 9_us);
    for (const std::uint32_t before : made.job.waits[i].after)
      waited.push_back(made.job.messages[before].size.v);
  }
  std::sort(waited.begin(), waited.end());
  EXPECT_EQ(waited, (std::vector<std::int64_t>{0, 8, 8}));  // its computing, what it sent and what it got
}

/// They end in reverse order, and are matched by the order in which they began.
TEST(LogToJob, CallsThatDoNotWaitBelongTogetherInTheirOrder) {
  const std::vector<RecordedCall> one{begun(Call::all_reduce, 0, 8), begun(Call::broadcast, 1, 500),
                                      ended(1, 0), ended(0, 0)},
      other{begun(Call::all_reduce, 4, 8), ended(4, 0), begun(Call::broadcast, 9, 500), ended(9, 0)};
  const Made made = job_of({{one, {}}, {other, {}}, {one, {}}});
  EXPECT_EQ(made.wrong, "");
  EXPECT_EQ(messages_in(made.job), 4u + 2);
  const Made alone = job_of({{one, {}}, {{other[0], other[1]}, {}}, {one, {}}});
  EXPECT_THAT(alone.wrong, HasSubstr("process 0 waits in its call 2 of 4"));
}

TEST(LogToJob, AlgorithmsAreThoseOfTheRulesAndCounted) {
  JobMaker job(4);
  // Elements of 8 bytes. A single element is too few for a ring.
  const std::uint32_t element = 8;
  std::vector<ProcessLog> logs(
      4, {{call(Call::all_reduce, 0, 8'192, 0, element), call(Call::all_reduce, 0, 8, 0, element),
           call(Call::all_reduce, 0, 4'000, 0, element), call(Call::barrier, 0, 0)},
          {}});
  AlgorithmUses used;
  EXPECT_EQ(log_to_job(logs, {{world, {0, 1, 2, 3}}}, job, CollectiveRules::open_mpi, &used), "");
  EXPECT_EQ(to_text(used),
            "barrier by linear: 1 calls\n"
            "all_reduce of 8 to 4000 B by recursive_doubling: 2 calls\n"
            "all_reduce of 8192 B by rabenseifner: 1 calls\n");
  // 6 of the barrier, twice 2 rounds of 4, and 2 x 2 rounds of 4.
  EXPECT_EQ(messages_in(job.finish()), 6u + 2 * 8 + 16);
}

/// The first thread computes for 5 us and sends. A second one, which begins after that, computes for 7 us and
/// sends. The first one has waited for its end when it sends again.
TEST(LogToJob, ThreadsGoOnSideBySide) {
  ProcessLog one{
      {call(Call::send, 1, 100, 5'000), call(Call::send, 1, 300, 2'000), call(Call::send, 1, 200, 7'000)},
      {},
      {{0, 2, 0, 0}, {2, 3, 1, 1}}};
  const Made made = job_of({one, {{}, {}}});
  EXPECT_EQ(made.wrong, "");
  const auto time_of = [&](Bytes size) {
    for (const SentMessage& m : made.job.messages)
      if (m.size == size) return m.at;
    return Picoseconds{-1};
  };
  EXPECT_EQ(time_of(100_B), 5_us);
  EXPECT_EQ(time_of(200_B), 12_us);
  EXPECT_EQ(time_of(300_B), 12_us);  // its own 2 us are over earlier
}

/// Both processes' first threads are in a barrier while their second threads exchange a message: merged into
/// one sequence, they would deadlock.
TEST(LogToJob, AThreadThatWaitsDoesNotStopTheOthers) {
  const auto threads = [](std::size_t first) {
    return std::vector<ThreadCalls>{{0, first, 0, 0}, {first, first + 1, 0, first}};
  };
  ProcessLog sends{{call(Call::barrier, 0, 0), call(Call::send, 1, 100)}, {}, threads(1)};
  ProcessLog receives{
      {request(Call::post, 0), request(Call::complete, 0, 0), call(Call::barrier, 0, 0)}, {}, {{0, 3, 0, 0}}};
  const Made made = job_of({sends, receives});
  EXPECT_EQ(made.wrong, "");
  EXPECT_EQ(messages_in(made.job), 3u);
}

/// Two threads use the same tag. The first message sent matches the first receive posted, whichever threads
/// send, post and complete.
TEST(LogToJob, MessagesOfThreadsAreMatchedInTheOrderInWhichTheyWereMade) {
  const auto numbered = [](RecordedCall c, std::uint32_t number) {
    c.request = number;
    return c;
  };
  ProcessLog sender{{numbered(call(Call::send, 1, 20), 1), numbered(call(Call::send, 1, 10), 0)},
                    {},
                    {{0, 1, 0, 0}, {1, 2, 0, 1}}};
  ProcessLog receiver{{request(Call::complete, 8), numbered(call(Call::send, 0, 5), 9),
                       request(Call::post, 7), request(Call::post, 8), request(Call::complete, 7)},
                      {},
                      {{0, 2, 0, 0}, {2, 5, 0, 2}}};
  const Made made = job_of({sender, receiver});
  EXPECT_EQ(made.wrong, "");
  for (std::size_t i = 0; i < made.job.messages.size(); ++i)
    if (made.job.messages[i].size == 5_B) {
      ASSERT_EQ(made.job.waits[i].after.size(), 1u);
      EXPECT_EQ(made.job.messages[made.job.waits[i].after[0]].size, 20_B);
    }
}

TEST(LogToJob, SaysWhoWaitsForNothing) {
  const Made made = job_of({{{request(Call::post, 0), request(Call::complete, 0, 1)}, {}}, {{}, {}}});
  EXPECT_THAT(made.wrong, HasSubstr("process 0 waits in its call 1 of 2"));
}

}  // namespace
}  // namespace ebb::inline record
