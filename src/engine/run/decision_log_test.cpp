// Single decisions: they match what happened, in the same order on any executor.
#include "engine/run/decision_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/folder_testing.hpp"
#include "engine/engine_testing.hpp"
#include "engine/run/run.hpp"
#include "engine/storage/decision_buffer.hpp"
#include "power/policy/halve_double.hpp"
#include "power/policy/queue_aware.hpp"
#include "report/decisions/decision_writer.hpp"
#include "report/network/channel_names.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline engine {
namespace {

using testing::ElementsAre;

const RateLevels three_rates({10_Gbps, 20_Gbps, 40_Gbps});

/// Returns all decisions passed on; the texts of policies stay valid.
std::vector<DecisionRecord> decisions_of(Simulation& simulation, Picoseconds time,
                                         std::uint64_t limit = 1'000'000) {
  std::vector<DecisionRecord> all;
  DecisionLog log(simulation, limit, [&](std::span<const DecisionRecord> more) {
    all.insert(all.end(), more.begin(), more.end());
  });
  for (int i = 1; i <= 3; ++i) simulation.run_until({time.v * i / 3}), log.record(simulation);
  return all;
}

TEST(DecisionLog, SaysWhatAChannelWasSeenDoingAndWhatFollowed) {
  const Network net = star(2);
  ScriptedTraffic traffic;
  traffic.lines = {{0, {.at = 2_us, .destination = 1, .size = 1000_B, .tag = 0}}};
  const HalveDouble policy;
  const Control control(three_rates, policy, 10_us, 1_us);
  const Straight routing;
  SimulationOf<Straight> simulation({net, traffic, control, {}, {}}, routing);
  const auto all = decisions_of(simulation, 45_us);
  // Four channels go down two rate levels, at 10 us and 20 us, and later evaluations change nothing.
  ASSERT_EQ(all.size(), 8u);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].at, i < 4 ? 10_us : 20_us);
    EXPECT_EQ(all[i].channel, i % 4);
    EXPECT_EQ(all[i].from, i < 4 ? 2 : 1);
    EXPECT_EQ(all[i].to, i < 4 ? 1 : 0);
    EXPECT_EQ(all[i].why, "quieter than the target");
    EXPECT_EQ(all[i].cause, "time");
    EXPECT_EQ(all[i].since, 10_us);
    EXPECT_EQ(all[i].queued, Bytes{0});
  }
  // 1,000 bytes take 200 ns of 10 us, and the host's wire is idle from 2.2 us on.
  const DecisionRecord &first = all[2], &second = all[6];
  ASSERT_EQ(first.channel, net.host_port(0));
  EXPECT_EQ(first.utilisation, 0.02);
  EXPECT_EQ(first.sent, 1000_B);
  EXPECT_EQ(first.idle_for, Picoseconds{7'800'000});
  EXPECT_EQ(second.utilisation, 0);
  EXPECT_EQ(second.sent, 0_B);
  EXPECT_EQ(second.idle_for, Picoseconds{17'800'000});
  const Counters counters = simulation.counters();
  EXPECT_THAT(counters.reasons.sorted(), ElementsAre(ReasonCount{"quieter than the target", 16, 8}));
}

TEST(DecisionLog, FollowsEachChannelFromItsFirstWishToItsLast) {
  const Network net = butterfly(4, 4, 2);
  const UniformPoisson traffic = uniform(net, 0.4);
  const HalveDouble policy;
  Control control(three_rates, policy, 3_us, 100_ns);
  control.paired = control.staggered = true;
  const auto routing = prepared<MinimalAdaptive>(net);
  SimulationOf<MinimalAdaptive> simulation({net, traffic, control, {}, {}}, routing);
  std::vector<std::uint8_t> requested(net.channels(), 2);
  Picoseconds before{};
  for (const DecisionRecord& r : decisions_of(simulation, 60_us)) {
    EXPECT_GE(r.at, before);
    EXPECT_EQ(r.from, requested[r.channel]);
    EXPECT_NE(r.from, r.to);
    before = r.at, requested[r.channel] = r.to;
  }
  for (PortId c = 0; c < net.channels(); ++c)
    EXPECT_EQ(requested[c], simulation.state().control.channels[c].requested);
}

/// The bytes of the decision file of a run, on rank 0.
class FileOfRun {
 public:
  FileOfRun(const Network& net, const Control& control) : net_(net), control_(control) {}

  std::string bytes(Simulation& simulation, std::uint64_t limit = 1'000'000) const {
    const TestFolder folder;
    const std::string path = (folder.path / "run.why").string();
    DecisionsAbout about{.program = "test",
                         .run = "here",
                         .network = "small",
                         .policy = "some",
                         .epoch = control_.epoch,
                         .paired = control_.paired,
                         .first_level = static_cast<std::uint8_t>(control_.first_level),
                         .levels = {},
                         .channels = ends_of_channels(net_)};
    for (std::size_t i = 0; i < control_.levels.size(); ++i) about.levels.push_back(control_.levels[i]);
    DecisionWriter writer(path, about);
    RunSettings settings;
    settings.most_time = 60_us;
    RunHooks hooks;
    hooks.decisions = limit, hooks.decided = [&](auto more) { writer.add(more); };
    const auto result = run_to_verdict(simulation, settings, hooks);
    EXPECT_TRUE(result && result->decisions);
    if (simulation.exchange().rank() != 0) return "";
    EXPECT_TRUE(writer.finish({*result->decisions, result->reasons, result->simulated, false, result->digest})
                    .empty());
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  /// The plain executor, and the fast one with any number of threads and ranks, give the same file.
  void expect_same(SimulationSetup setup, const MinimalAdaptive& routing, std::uint64_t limit) const {
    setup.executor = ExecutorKind::plain;
    SimulationOf<MinimalAdaptive> plain(setup, routing);
    const std::string expected = bytes(plain, limit);
    EXPECT_GT(expected.size(), 300u);
    setup.executor = ExecutorKind::threads;
    std::vector<Sharing> sharings = on_ranks;
    for (const std::size_t threads : {2, 4}) sharings.push_back({.threads = threads, .blocks = 7});
    for (const Sharing& way : sharings)
      on_each_rank(setup, routing, way, [&](Simulation& simulation) {
        const std::string seen = bytes(simulation, limit);
        if (simulation.exchange().rank() != 0) return;
        EXPECT_TRUE(seen == expected)
            << way.ranks << " ranks, " << way.threads << " threads, limit " << limit;
      });
  }

 private:
  const Network& net_;
  const Control& control_;
};

TEST(DecisionLog, HasTheSameBytesWhoeverRunsIt) {
  const Network net = butterfly(4, 4, 2);
  const UniformPoisson traffic = uniform(net, 0.3);
  const HalveDouble policy;
  Control control(three_rates, policy, 3_us, 500_ns);
  const auto routing = prepared<MinimalAdaptive>(net);
  for (const bool paired : {false, true}) {
    control.paired = paired;
    for (const std::uint64_t limit : {1'000'000, 100, 1})
      FileOfRun(net, control).expect_same({net, traffic, control, {}, {}}, routing, limit);
  }
}

TEST(DecisionLog, HasTheSameBytesWhereQueuesAskAndChannelsGoOff) {
  const Network net = butterfly(4, 4, 2);
  const UniformPoisson traffic = uniform(net, 0.1);
  QueueAware policy;
  policy.idle_state = IdleState::off;
  const RateLevels levels({{0}, 10_Gbps, 20_Gbps, 40_Gbps});
  ASSERT_TRUE(policy.fit(levels, {}).empty());
  const Control control(levels, policy, 3_us, 200_ns);
  FileOfRun(net, control)
      .expect_same({net, traffic, control, {}, {}}, prepared<MinimalAdaptive>(net), 1'000'000);
}

TEST(DecisionLog, KeepsTheFirstOnesAndCountsTheOthers) {
  const Network net = butterfly(4, 4, 2);
  const UniformPoisson traffic = uniform(net, 0.3);
  const HalveDouble policy;
  const Control control(three_rates, policy, 3_us, 500_ns);
  const auto routing = prepared<MinimalAdaptive>(net);
  SimulationSetup setup{net, traffic, control, {}, {}};
  SimulationOf<MinimalAdaptive> one(setup, routing);
  const auto all = decisions_of(one, 60_us);
  setup.threads = 3;
  SimulationOf<MinimalAdaptive> other(setup, routing);
  const auto some = decisions_of(other, 60_us, 150);
  ASSERT_GT(all.size(), 300u);
  ASSERT_EQ(some.size(), 150u);
  EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin()));
}

/// A decision of a channel at a time; the other fields do not matter here.
struct Some {
  Evaluation answer;
  Some() { answer.requested = 1, answer.decision.why = "because"; }
  Decided at(std::int64_t time, PortId channel) const { return {channel, time, answer}; }
};

TEST(DecisionBuffer, HasTheEarliestWhateverTheOrderTheyComeIn) {
  const Some some;
  DecisionBuffer buffer;
  buffer.add(some.at(1, 1));  // the limit is still 0
  buffer.open(3);
  for (const std::int64_t time : {90, 20, 80, 30, 70, 40, 60, 50, 10}) buffer.add(some.at(time, 5));
  const auto kept = buffer.take();
  ASSERT_EQ(kept.size(), 3u);
  EXPECT_EQ(kept[0].at, 10_ps);
  EXPECT_EQ(kept[1].at, 20_ps);
  EXPECT_EQ(kept[2].at, 30_ps);
  EXPECT_TRUE(buffer.take().empty());
}

TEST(DecisionBuffer, LeavesOutWhatChangesNothing) {
  Some same;
  same.answer.before = 1;
  DecisionBuffer buffer;
  buffer.open(3);
  buffer.add(same.at(1, 1));
  EXPECT_TRUE(buffer.take().empty());
}

}  // namespace
}  // namespace ebb::inline engine
