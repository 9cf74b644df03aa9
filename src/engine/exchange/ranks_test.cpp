// The engine on several ranks gives the same bits as on one.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/engine_testing.hpp"
#include "engine/run/channel_results.hpp"
#include "engine/run/run.hpp"
#include "power/policy/halve_double.hpp"
#include "power/policy/latency_bound_policy.hpp"
#include "report/document/series_json.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline engine {
namespace {

TEST(Ranks, HaveTheSameBitsAtModerateLoad) {
  const Network net = butterfly(4, 4, 3);
  const UniformPoisson traffic = uniform(net, 0.5);
  const Control control(net.classes[0].rate);
  expect_same_bits({net, traffic, control, {}, {}}, prepared<MinimalAdaptive>(net), 60_us, on_ranks);
}

TEST(Ranks, HaveTheSameBitsWithTightBuffersAndChangingRates) {
  const Network net = butterfly(4, 4, 3);
  const UniformPoisson traffic = uniform(net, 0.6);
  const HalveDouble policy;
  Control control(RateLevels({10_Gbps, 20_Gbps, 40_Gbps}), policy, 10_us, 1_us);
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.switches.input_buffer = 3000_B, setup.switches.output_queue = 2100_B;
  expect_same_bits(setup, prepared<MinimalAdaptive>(net), 60_us, on_ranks);
  control.paired = true;
  expect_same_bits(setup, prepared<MinimalAdaptive>(net), 60_us, on_ranks);
}

TEST(Ranks, HaveTheSameBitsWhenAllShareTheAccountOfAPromise) {
  const Network net = butterfly(3, 3, 3);
  const UniformPoisson traffic = uniform(net, 0.2);
  LatencyBoundPolicy policy;
  policy.bound = 2_us, policy.credit = 10, policy.baseline = 1_us;
  const RateLevels levels({10_Gbps, 20_Gbps, 40_Gbps});
  ASSERT_TRUE(policy.fit(levels, {.epoch = 2_us, .output_queue = {}, .longest_change = 100_ns}).empty());
  const Control control(levels, policy, 2_us, 100_ns);
  const SimulationSetup setup{net, traffic, control, {}, {}};
  std::atomic<int> slow = 0;  // all ranks count at the same time
  expect_same_bits(setup, prepared<MinimalAdaptive>(net), 60_us, on_ranks, [&](const Simulation& simulation) {
    slow += simulation.state().control.delay_budget.balance != 0;
  });
  EXPECT_GT(slow.load(), 0);  // the delay budget was in use
}

TEST(Ranks, RunToTheSameResultWithTheChannelsOnTheFirst) {
  const Network net = butterfly(3, 4, 3);
  const UniformPoisson traffic = uniform(net, 0.4);
  const HalveDouble policy;
  const Control control(RateLevels({10_Gbps, 20_Gbps, 40_Gbps}), policy, 10_us, 1_us);
  const auto routing = prepared<MinimalAdaptive>(net);
  const SimulationSetup setup{net, traffic, control, {}, {}};
  RunSettings settings;
  settings.most_time = 100_us;
  SimulationOf<MinimalAdaptive> one(setup, routing);
  const RunHooks send_each{.progress = {}, .stop = nullptr, .each_channel = true};
  const auto expected = run_to_verdict(one, settings, send_each);
  ASSERT_TRUE(expected);
  const std::vector<ChannelResult> channels = each_channel(one);
  on_each_rank(setup, routing, {.ranks = 3}, [&](Simulation& simulation) {
    const auto result = run_to_verdict(simulation, settings, send_each);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->digest, expected->digest);
    EXPECT_EQ(result->statistics.why, expected->statistics.why);
    EXPECT_EQ(result->work.events, expected->work.events);
    ASSERT_EQ(result->channels.size(), expected->channels.size());
    for (std::size_t i = 0; i < result->channels.size(); ++i) {
      EXPECT_EQ(result->channels[i].name, expected->channels[i].name);
      EXPECT_EQ(result->channels[i].run_utilisation_least, expected->channels[i].run_utilisation_least);
      EXPECT_EQ(result->channels[i].run_utilisation_most, expected->channels[i].run_utilisation_most);
      EXPECT_EQ(result->channels[i].utilisation_mean, expected->channels[i].utilisation_mean);
      EXPECT_EQ(result->channels[i].bytes, expected->channels[i].bytes);
      EXPECT_EQ(result->channels[i].time_in, expected->channels[i].time_in);
      EXPECT_EQ(result->channels[i].run_time_in, expected->channels[i].run_time_in);
    }
    EXPECT_EQ(time_series_json(*result), time_series_json(*expected));
    if (simulation.exchange().rank() == 0) {
      EXPECT_EQ(result->history.busy, expected->history.busy);
      EXPECT_EQ(result->history.rate, expected->history.rate);
      EXPECT_EQ(result->history.state, expected->history.state);
    }
    const std::vector<ChannelResult> all = each_channel(simulation);
    ASSERT_EQ(all.size(), simulation.exchange().rank() == 0 ? channels.size() : 0);
    ASSERT_EQ(result->each_channel.size(), all.size());
    for (std::size_t c = 0; c < all.size(); ++c) {
      EXPECT_EQ(all[c].kind, channels[c].kind);
      EXPECT_EQ(all[c].busy, channels[c].busy);
      EXPECT_EQ(all[c].bytes, channels[c].bytes);
      EXPECT_EQ(all[c].time_in, channels[c].time_in);
      EXPECT_EQ(result->each_channel[c].bytes, expected->each_channel[c].bytes);
      EXPECT_EQ(result->each_channel[c].time_in, expected->each_channel[c].time_in);
    }
  });
}

TEST(Ranks, StopTogetherWhenOneIsAskedTo) {
  const Network net = butterfly(3, 3, 3);
  const UniformPoisson traffic = uniform(net, 0.4);
  const Control control(net.classes[0].rate);
  std::array<std::int64_t, 2> stopped_at{};
  const SimulationSetup setup{net, traffic, control, {}, {}};
  on_each_rank(setup, prepared<MinimalAdaptive>(net), {.ranks = 2}, [&](Simulation& simulation) {
    const std::size_t rank = simulation.exchange().rank();
    const std::atomic<bool> stop{rank == 1};
    simulation.run_until(1_ms, &stop);
    EXPECT_TRUE(simulation.stopped());
    stopped_at[rank] = simulation.now().v;
    expect_balanced(simulation);
  });
  EXPECT_EQ(stopped_at[0], stopped_at[1]);
  EXPECT_LT(stopped_at[0], 1'000'000'000);
}

}  // namespace
}  // namespace ebb::inline engine
