// Collectives in the simulator against their closed forms: a message of m bytes takes alpha + m x beta, and a
// collective as many of these one after the other as its algorithm has rounds.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "traffic/job/job_testing.hpp"
#include "training/rank_groups.hpp"
#include "training/stage_actions.hpp"

namespace ebb::inline training {
namespace {

constexpr std::int64_t all_bytes = 8'000'000;

class CollectiveForms : public testing::Test, protected JobFolder {
 protected:
  static std::string star(std::uint32_t hosts) {
    return fmt::format("[topology]\nname = 'star'\nhosts = {}\n[routing]\nname = 'shortest_path'\n", hosts);
  }
  double run(JobMaker job, std::uint32_t hosts) const {
    return static_cast<double>(run_time(write("job.ebbtrace", std::move(job)), star(hosts)).v);
  }
  double time_of_message(std::int64_t bytes) const {
    JobMaker job(2);
    job.transfer(0, 1, {bytes});
    return run(std::move(job), 2);
  }
  double time_of(const CollectiveStyle& style, Call call, std::uint32_t members, std::int64_t bytes) const {
    JobMaker job(members);
    StageActions stage(job, {.tensor = members}, style);
    stage.call({call, bytes, Axis::tensor});
    return run(std::move(job), members);
  }
  void SetUp() override {
    const double one = time_of_message(1'000'000), two = time_of_message(2'000'000);
    beta_ = (two - one) / 1e6, alpha_ = one - 1e6 * beta_;
    EXPECT_GT(alpha_, 0);
    EXPECT_NEAR(beta_, 200, 10) << "ps for a byte at 40 Gb/s, with headers";
  }
  /// `rounds` messages one after the other, with `share` of all bytes all together.
  double form(double rounds, double share) const { return rounds * alpha_ + share * all_bytes * beta_; }
  void expect(const CollectiveStyle& style, Call call, std::uint32_t n, double rounds, double share) const {
    const double took = time_of(style, call, n, all_bytes), should = form(rounds, share);
    EXPECT_NEAR(took / should, 1, 0.01)
        << name_of(call) << " by " << names_of(style.how)[static_cast<std::size_t>(style.how)] << " of " << n;
  }

  double alpha_ = 0, beta_ = 0;  // ps, ps for a byte
};

TEST_F(CollectiveForms, RingDirectAndHalving) {
  for (const std::uint32_t n : {2u, 6u, 8u}) {
    const double others = n - 1, part = others / n;
    expect(TrainingCollectives::ring, Call::all_reduce, n, 2 * others, 2 * part);
    expect(TrainingCollectives::ring, Call::all_gather, n, others, others);
    expect(TrainingCollectives::ring, Call::reduce_scatter, n, others, part);
    expect(TrainingCollectives::direct, Call::all_reduce, n, 2, 2 * part);
    expect(TrainingCollectives::direct, Call::all_gather, n, 1, others);
    expect(TrainingCollectives::direct, Call::reduce_scatter, n, 1, part);
    expect(TrainingCollectives::direct, Call::all_to_all, n, 1, part);
    if (!std::has_single_bit(n)) continue;
    const double rounds = std::log2(n);
    expect(TrainingCollectives::halving_doubling, Call::all_reduce, n, 2 * rounds, 2 * part);
    expect(TrainingCollectives::halving_doubling, Call::all_gather, n, rounds, others);
    expect(TrainingCollectives::halving_doubling, Call::reduce_scatter, n, rounds, part);
  }
}

TEST_F(CollectiveForms, BinomialTree) {
  for (const std::uint32_t n : {2u, 4u, 8u}) {
    const double rounds = std::log2(n), others = n - 1;
    expect(TrainingCollectives::tree, Call::all_reduce, n, 2 * rounds, 2 * rounds);
    expect(TrainingCollectives::tree, Call::all_gather, n, 2 * rounds,
           others + rounds * n);  // runs of parts up, all of them down
    expect(TrainingCollectives::tree, Call::reduce_scatter, n, 2 * rounds, rounds + others / n);
  }
}

/// g members in each of s servers: inside, then across, then inside.
TEST_F(CollectiveForms, Hierarchical) {
  CollectiveStyle style(TrainingCollectives::hierarchical);
  for (const auto& [g, s] : {std::pair{4u, 2u}, {2u, 4u}, {4u, 3u}}) {
    style.per_server = g;
    const std::uint32_t n = g * s;
    const double inside = g - 1, across = s - 1;
    expect(style, Call::all_reduce, n, 2 * inside + 2 * across, 2 * inside / g + 2 * across / n);
    expect(style, Call::all_gather, n, inside + across, across + inside * s);
    expect(style, Call::reduce_scatter, n, inside + across, inside / g + across / n);
    expect(style, Call::all_to_all, n, 2, inside * s / n + across * g / n);
  }
}

/// The member that gets most sets the time: its channel carries 1 + skew times the mean. That is a bound only
/// where there are others: messages behind one to that member wait with it at their sources.
TEST_F(CollectiveForms, AllToAllWithSkew) {
  for (const double skew : {0.25, 0.5}) {
    CollectiveStyle style(TrainingCollectives::direct);
    style.skew = skew;
    expect(style, Call::all_to_all, 2, 1, (1 + skew) / 2);
    const double took = time_of(style, Call::all_to_all, 8, all_bytes), bound = form(1, 7.0 / 8 * (1 + skew));
    EXPECT_GT(took, bound);
    EXPECT_LT(took, bound * (1 + skew)) << "the hottest one's messages do not all wait for each other";
  }
}

/// Groups that share no host do not disturb each other.
TEST_F(CollectiveForms, SeveralGroupsAtOnce) {
  JobMaker job(8);
  StageActions stage(job, {.tensor = 2, .data = 4}, TrainingCollectives::ring);
  stage.call({Call::all_reduce, all_bytes, Axis::data});
  EXPECT_NEAR(run(std::move(job), 8) / form(6, 1.5), 1, 0.01);
}

/// Calls of different axes go on at the same time. Each host sends to two others, and its channel is shared.
TEST_F(CollectiveForms, AxesOverlapAndShareTheirChannels) {
  JobMaker job(4);
  StageActions stage(job, {.tensor = 2, .data = 2}, TrainingCollectives::ring);
  stage.begin({Call::all_gather, all_bytes, Axis::data});
  stage.call({Call::all_gather, all_bytes, Axis::tensor});
  stage.join();
  EXPECT_NEAR(run(std::move(job), 4) / form(1, 2), 1, 0.01);
}

/// A pipeline of four stages and eight messages: the last one leaves the first stage after seven others.
TEST_F(CollectiveForms, PipelineSends) {
  JobMaker job(4);
  std::vector<StageActions> stages;
  for (HostId h = 0; h < 4; ++h) stages.emplace_back(job, RankGroups{.first = h}, TrainingCollectives::ring);
  for (int message = 0; message < 8; ++message)
    for (std::size_t s = 0; s + 1 < stages.size(); ++s)
      stages[s + 1].receive(stages[s].send(stages[s + 1].groups(), all_bytes));
  EXPECT_NEAR(run(std::move(job), 4) / form(3, 10), 1, 0.01);
}

}  // namespace
}  // namespace ebb::inline training
