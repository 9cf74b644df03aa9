// Chakra traces: read, refused by byte and by node, and replayed in the times of the literature.
#include "training/chakra_job.hpp"

#include <gmock/gmock.h>

#include <filesystem>

#include "traffic/job/job_testing.hpp"
#include "training/chakra_file.hpp"
#include "training/chakra_testing.hpp"
#include "training/chakra_totals.hpp"

namespace ebb::inline training {
namespace {

using testing::HasSubstr;
constexpr std::uint64_t all_reduce = 0, all_gather = 2, all_to_all = 6, reduce_scatter = 7;

/// What is printed for the problems of reading these files of ranks, or of making their job.
std::string refusal(const std::vector<std::string>& files) {
  ChakraRanks ranks;
  for (const std::string& bytes : files) {
    auto nodes = read_chakra(bytes, "x.et");
    if (!nodes) return to_text(nodes.problems());
    ranks.push_back(std::move(*nodes));
  }
  const auto made = chakra_job(ranks, TrainingCollectives::ring);
  return made.ok() ? "accepted" : to_text(made.problems());
}

/// The attributes of both ends of a message.
std::string ends(std::uint64_t from, std::uint64_t to) {
  return attribute("comm_src", from) + attribute("comm_dst", to) + attribute("comm_size", 1'000'000) +
         attribute("comm_tag", 3);
}

class Chakra : public testing::Test, protected JobFolder {
 protected:
  Picoseconds time_of(const std::vector<std::string>& files,
                      TrainingCollectives collectives = TrainingCollectives::ring) const {
    ChakraRanks ranks;
    for (const std::string& bytes : files) ranks.push_back(*read_chakra(bytes, "x.et"));
    auto made = chakra_job(ranks, collectives);
    EXPECT_TRUE(made.ok()) << to_text(made.problems());
    return run_time(write("job.ebbtrace", std::move(made->job)), star_of_four);
  }
  /// Four ranks that all execute this.
  Picoseconds time_of_four(const std::vector<WrittenNode>& nodes,
                           TrainingCollectives collectives = TrainingCollectives::ring) const {
    return time_of(std::vector<std::string>(4, written(nodes)), collectives);
  }
  Picoseconds time_of_message(std::int64_t bytes) const {
    JobMaker job(4);
    job.transfer(0, 1, {bytes});
    return run_time(write("one.ebbtrace", std::move(job)), star_of_four);
  }
};

TEST_F(Chakra, ComputesInOrderOfDependenciesOneKernelAtATime) {
  EXPECT_EQ(time_of({written({computing(1, 5), computing(2, 7, {1})})}), 12_us);
  EXPECT_EQ(time_of({written({computing(1, 5), computing(2, 7)})}), 12_us) << "one accelerator";
  EXPECT_EQ(time_of({written({computing(1, 5), computing(2, 7, {}, true)})}), 7_us) << "beside its host";
  EXPECT_EQ(time_of({written({computing(9, 5, {4}), computing(4, 7, {77})})}), 12_us)
      << "a file without node 77";
}

/// As in traces that frameworks record: 1 waits for 2, and 2 for 1 and for itself.
TEST_F(Chakra, DropsCyclesWithinARankAndSaysHowMany) {
  const std::string circle = written({computing(1, 5, {2}), computing(2, 7, {1, 2}), computing(3, 1, {2})});
  EXPECT_EQ(time_of({circle}), 13_us);
  EXPECT_THAT(chakra_job({*read_chakra(circle, "x.et")}, TrainingCollectives::ring)->about,
              HasSubstr("2 dependencies in cycles within a rank were dropped"));
}

TEST_F(Chakra, CollectivesTakeTheTimesOfTheirFormulas) {
  constexpr std::int64_t size = 4'000'000;
  const double part = static_cast<double>(time_of_message(size / 4).v),
               half = static_cast<double>(time_of_message(size / 2).v),
               whole = static_cast<double>(time_of_message(size).v);
  const auto expect = [&](std::uint64_t type, TrainingCollectives how, double formula) {
    const double took = static_cast<double>(time_of_four({collective(1, type, size)}, how).v);
    EXPECT_NEAR(took / formula, 1, 0.01) << type << " by " << static_cast<int>(how);
  };
  using enum TrainingCollectives;
  expect(all_reduce, ring, 6 * part);
  expect(all_reduce, direct, 6 * part);
  expect(all_reduce, halving_doubling, 2 * (half + part));
  expect(all_gather, ring, 3 * whole);
  expect(all_gather, direct, 3 * whole);
  expect(all_gather, halving_doubling, 3 * whole);
  expect(reduce_scatter, ring, 3 * part);
  expect(reduce_scatter, direct, 3 * part);
  expect(reduce_scatter, halving_doubling, half + part);
  expect(all_to_all, ring, 3 * part);
}

TEST_F(Chakra, AddsUpWhatATraceHolds) {
  const auto totals = chakra_totals(
      ChakraRanks(2, *read_chakra(written({computing(1, 5), computing(2, 7, {}, true),
                                           collective(3, all_gather, 100), collective(4, all_gather, 50)}),
                                  "x.et")));
  ASSERT_EQ(totals.size(), 3u);
  EXPECT_EQ(totals[0].what, "all_gather");
  EXPECT_EQ(totals[0].nodes, 4u);
  EXPECT_EQ(totals[0].bytes, 300);
  EXPECT_EQ(totals[1].what, "computing");
  EXPECT_EQ(totals[1].time, 10_us);
  EXPECT_EQ(totals[2].what, "computing on the host");
  EXPECT_EQ(totals[2].time, 14_us);
}

TEST_F(Chakra, OverlapsWhatDoesNotDepend) {
  const Picoseconds alone = time_of_four({collective(1, all_reduce, 4'000'000)});
  const std::uint64_t longer = static_cast<std::uint64_t>(alone.v / 1'000'000) + 100;
  EXPECT_EQ(time_of_four({computing(1, longer), collective(2, all_reduce, 4'000'000)}),
            1_us * static_cast<std::int64_t>(longer));
  EXPECT_EQ(time_of_four({computing(1, longer), collective(2, all_reduce, 4'000'000, {1})}),
            1_us * static_cast<std::int64_t>(longer) + alone);
}

TEST_F(Chakra, MessagesWaitForTheirSend) {
  const std::string sender = written({computing(1, 50), {2, 5, 0, {1}, ends(0, 1)}}),
                    receiver = written({{1, 6, 0, {}, ends(0, 1)}, computing(2, 20, {1})});
  EXPECT_EQ(time_of({sender, receiver}), 70_us + time_of_message(1'000'000));
  EXPECT_THAT(refusal({receiver, receiver}), HasSubstr("rank 0, node 1: has rank 0 as its peer"));
  EXPECT_THAT(refusal({written({computing(1, 1)}), receiver}),
              HasSubstr("rank 1, node 1: receives what rank 0 does not send with tag 3"));
}

TEST_F(Chakra, RefusesRanksThatDoNotAgree) {
  const std::string one = written({collective(7, all_reduce, 100)}),
                    two = written({collective(7, all_gather, 100)});
  EXPECT_THAT(
      refusal({one, two}),
      HasSubstr("rank 1, node 7: is all_gather of 100 B, but rank 0 makes all_reduce of 100 B in node 7"));
  const std::string more = written({collective(7, all_reduce, 100), collective(8, all_reduce, 100)});
  EXPECT_THAT(refusal({more, one}),
              HasSubstr("rank 0, node 8: is all_reduce of 100 B, but only 1 of 2 ranks make it"));
  EXPECT_THAT(refusal({one, more}),
              HasSubstr("rank 1, node 8: is all_reduce of 100 B, but rank 0 makes no more"));
  const auto answers = [](std::uint64_t own, std::uint64_t other) {
    return written({{1, 6, 0, {}, ends(other, own)}, {2, 5, 0, {1}, ends(own, other)}});
  };
  EXPECT_THAT(refusal({answers(0, 1), answers(1, 0)}), HasSubstr("rank 0, node 1: waits for itself"));
  EXPECT_THAT(refusal({written({computing(1, 1), computing(1, 1)})}),
              HasSubstr("has the number of another node"));
  EXPECT_THAT(refusal({written({collective(1, 99, 1)})}), HasSubstr("collective of the unknown type 99"));
}

TEST_F(Chakra, RefusesMoreTimeThanItCounts) {
  std::vector<WrittenNode> long_ones;
  for (std::uint64_t id = 1; id <= 10; ++id) long_ones.push_back(computing(id, 900'000'000'000));
  EXPECT_THAT(refusal({written(long_ones)}), HasSubstr("compute 104 days in all, more than 100"));
  EXPECT_THAT(refusal({written({computing(1, 2'000'000'000'000)})}), HasSubstr("more than eleven days"));
}

TEST_F(Chakra, RefusesEveryCutByItsByte) {
  const std::string whole = written({computing(1, 5), collective(2, all_reduce, 1000, {1})});
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    const auto nodes = read_chakra(std::string_view(whole).substr(0, bytes), "x.et");
    if (nodes.ok())
      EXPECT_EQ(nodes->size(), 1u) << bytes << ": the cut is behind a node";
    else
      EXPECT_THAT(to_text(nodes.problems()), HasSubstr("x.et, byte ")) << bytes;
  }
}

/// The examples of ASTRA-sim, and a training step that PyTorch recorded, where this machine has them.
TEST_F(Chakra, ReadsRealTraces) {
  const char* place = std::getenv("EBB_TRACES");
  const std::string folder = place ? place : "../shared/data/traces";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no traces in " << folder << " (EBB_TRACES)";
  for (const std::string call : {"all_gather", "all_reduce"}) {
    const auto ranks = read_chakra_ranks(folder + "/astra-sim/" + call + "/" + call + ".3.et", 0);
    ASSERT_TRUE(ranks.ok()) << to_text(ranks.problems());
    ASSERT_EQ(ranks->size(), 8u);
    EXPECT_EQ(ranks->back().front().bytes, 1 << 20);
    auto made = chakra_job(*ranks, TrainingCollectives::ring);
    ASSERT_TRUE(made.ok()) << to_text(made.problems());
    const auto totals = chakra_totals(*ranks);
    ASSERT_EQ(totals.size(), 1u);
    EXPECT_EQ(totals[0].what + " " + std::to_string(totals[0].bytes), call + " 8388608");
    EXPECT_THAT(made->about, HasSubstr("8 nodes of 8 ranks: 0 of computing, 8 of collectives"));
    // At 50 GB/s, as ASTRA-sim plays them: a ring reduces in 14 rounds of an eighth, and gathers in 7 of all.
    const std::string star =
        "[topology]\nname = 'star'\nhosts = 8\n[routing]\nname = 'shortest_path'\n[cables]\nrate = "
        "'400Gb/s'\n";
    const bool reduces = call == "all_reduce";
    JobMaker one(8);
    one.transfer(0, 1, {reduces ? 1 << 17 : 1 << 20});
    const Picoseconds round = run_time(write("round.ebbtrace", std::move(one)), star);
    EXPECT_EQ(run_time(write("all.ebbtrace", std::move(made->job)), star), round * (reduces ? 14 : 7));
  }
}

}  // namespace
}  // namespace ebb::inline training
