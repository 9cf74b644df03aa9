// The engine on several ranks: the same bits as on one.
#include <gtest/gtest.h>

#include <array>

#include "engine/channel_results.hpp"
#include "engine/deadlock.hpp"
#include "engine/engine_testing.hpp"
#include "engine/exchange_testing.hpp"
#include "engine/run.hpp"
#include "power/halve_double.hpp"

namespace ebb {
namespace {

/// What a run shows, seen from one rank.
struct Sight {
  std::array<std::uint64_t, 3> digests{};
  std::vector<std::string> wrong, circle;
  bool operator==(const Sight&) const = default;
};

Sight sight_of(Simulation& simulation) {
  const Tally tally = simulation.tally();
  return {{tally.digest, tally.batches.digest(), tally.events},
          check_books(simulation),
          find_deadlock(simulation)};
}

/// As on one rank and thread, on every rank.
void expect_same_on_ranks(SimulationSetup setup, Picoseconds time) {
  MinimalAdaptive routing;
  routing.prepare(setup.network);
  SimulationOf<MinimalAdaptive> one(setup, routing);
  one.run_until(time);
  const Sight expected = sight_of(one);
  EXPECT_EQ(expected.wrong, std::vector<std::string>{});
  for (const std::size_t ranks : {2, 3, 4})
    for (const std::size_t threads : {1, 2}) {
      setup.threads = threads;
      std::vector<Sight> seen(ranks);
      Village(ranks).live([&](Exchange& exchange) {
        SimulationSetup mine = setup;
        mine.exchange = &exchange;
        SimulationOf<MinimalAdaptive> simulation(mine, routing);
        simulation.run_until({time.v / 3});
        simulation.run_until(time);
        seen[exchange.rank()] = sight_of(simulation);
      });
      for (const Sight& sight : seen) {
        EXPECT_EQ(sight.digests, expected.digests) << ranks << " ranks, " << threads << " threads";
        EXPECT_EQ(sight.wrong, expected.wrong);
        EXPECT_EQ(sight.circle, expected.circle);
      }
    }
}

TEST(Ranks, HaveTheSameBitsAtModerateLoad) {
  const Network net = butterfly(4, 4, 3);
  const UniformPoisson traffic = uniform(net, 0.5);
  const Control control(net.classes[0].rate);
  expect_same_on_ranks({net, traffic, control, {}, {}}, 60_us);
}

TEST(Ranks, HaveTheSameBitsWithTightBuffersAndChangingRates) {
  const Network net = butterfly(4, 4, 3);
  const UniformPoisson traffic = uniform(net, 0.6);
  const HalveDouble policy;
  Control control(RateLadder({10_Gbps, 20_Gbps, 40_Gbps}), policy, 10_us, 1_us);
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.switches.input_buffer = 3000_B, setup.switches.output_queue = 2100_B;
  expect_same_on_ranks(setup, 60_us);
  control.paired = true;
  expect_same_on_ranks(setup, 60_us);
}

TEST(Ranks, RunToTheSameResultWithTheChannelsOnTheFirst) {
  const Network net = butterfly(3, 4, 3);
  const UniformPoisson traffic = uniform(net, 0.4);
  const HalveDouble policy;
  const Control control(RateLadder({10_Gbps, 20_Gbps, 40_Gbps}), policy, 10_us, 1_us);
  MinimalAdaptive routing;
  routing.prepare(net);
  const SimulationSetup setup{net, traffic, control, {}, {}};
  RunSettings settings;
  settings.most_time = 100_us;
  SimulationOf<MinimalAdaptive> one(setup, routing);
  const auto expected = run(one, settings);
  ASSERT_TRUE(expected);
  const std::vector<ChannelResult> channels = each_channel(one);
  Village(3).live([&](Exchange& exchange) {
    SimulationSetup mine = setup;
    mine.exchange = &exchange;
    SimulationOf<MinimalAdaptive> simulation(mine, routing);
    const auto result = run(simulation, settings);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->digest, expected->digest);
    EXPECT_EQ(result->statistics.why, expected->statistics.why);
    EXPECT_EQ(result->work.events, expected->work.events);
    if (exchange.rank() != 0) return;
    ASSERT_EQ(result->channels.size(), expected->channels.size());
    for (std::size_t i = 0; i < result->channels.size(); ++i)
      EXPECT_EQ(result->channels[i].utilisation_mean, expected->channels[i].utilisation_mean);
    const std::vector<ChannelResult> mine_too = each_channel(simulation);
    for (std::size_t c = 0; c < channels.size(); ++c) {
      EXPECT_EQ(mine_too[c].bytes, channels[c].bytes);
      EXPECT_EQ(mine_too[c].time_in, channels[c].time_in);
    }
  });
}

TEST(Ranks, StopTogetherWhenOneIsAskedTo) {
  const Network net = butterfly(3, 3, 3);
  const UniformPoisson traffic = uniform(net, 0.4);
  const Control control(net.classes[0].rate);
  MinimalAdaptive routing;
  routing.prepare(net);
  std::array<std::int64_t, 2> stopped_at{};
  Village(2).live([&](Exchange& exchange) {
    SimulationSetup mine{net, traffic, control, {}, {}};
    mine.exchange = &exchange;
    SimulationOf<MinimalAdaptive> simulation(mine, routing);
    const std::atomic<bool> stop{exchange.rank() == 1};
    simulation.run_until(1_ms, &stop);
    EXPECT_TRUE(simulation.stopped());
    stopped_at[exchange.rank()] = simulation.now().v;
    EXPECT_EQ(check_books(simulation), std::vector<std::string>{});
  });
  EXPECT_EQ(stopped_at[0], stopped_at[1]);
  EXPECT_LT(stopped_at[0], 1'000'000'000);
}

}  // namespace
}  // namespace ebb
