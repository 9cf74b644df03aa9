#include "engine/run/channel_use.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "engine/engine_testing.hpp"
#include "engine/run/channel_results.hpp"
#include "engine/run/run.hpp"
#include "power/policy/halve_double.hpp"
#include "power/policy/static_rate.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline engine::channel_use_test {
namespace {

const RateLevels three({10_Gbps, 20_Gbps, 40_Gbps});

std::int64_t sum_of(const std::vector<Picoseconds>& times) {
  return std::accumulate(times.begin(), times.end(), Picoseconds{}).v;
}

TEST(ChannelUse, CountsWhatLiesBetweenTwoMomentsAndNothingElse) {
  const Network net = star(2);
  ScriptedTraffic traffic;
  traffic.lines = {{0, {.at = Picoseconds{9'900'000}, .destination = 1, .size = 1000_B, .tag = 0}}};
  StaticRate slowest;
  const Control control(three, slowest, 10_us, 1_us);
  const Straight routing;
  SimulationOf<Straight> simulation({net, traffic, control, {}, {}}, routing);
  UseLog log;
  for (const Picoseconds at : {5_us, 10_us, 20_us}) {
    simulation.run_until(at);
    log.record(simulation);
  }
  // The packet occupies the wire from 9.9 to 10.1 us at 40 Gb/s. That host's channel is in transition from
  // then to 11.1 us, the other host's from 10 to 11 us.
  const KindUse before = log.between(simulation.exchange(), 5_us, 10_us).back();
  EXPECT_EQ(before.channels, 2);
  EXPECT_EQ(before.busy, 100'000);
  EXPECT_EQ(before.bytes, 500);
  EXPECT_EQ(before.time_in, (std::vector<std::int64_t>{0, 0, 10'000'000, 0, 0, 0}));
  const KindUse after = log.between(simulation.exchange(), 10_us, 20_us).back();
  EXPECT_EQ(after.busy, 100'000);
  EXPECT_EQ(after.bytes, 500);
  EXPECT_EQ(after.time_in, (std::vector<std::int64_t>{17'900'000, 0, 100'000, 0, 0, 2'000'000}));
  EXPECT_EQ(log.nearest(Picoseconds{10'000'001}), 20_us);
  EXPECT_EQ(log.nearest(99_us), 20_us);
}

TEST(ChannelUse, TimeThatIsMissingOrTooMuchIsFound) {
  UseByKind use(2);
  use[0].channels = 3, use[0].time_in = {10, 20};
  use[1].channels = 1, use[1].time_in = {9, 0};
  EXPECT_EQ(check_use(use, Picoseconds{10}).size(), 1u);
  use[1].time_in[1] = 1;
  EXPECT_TRUE(check_use(use, Picoseconds{10}).empty());
  for (const std::int64_t wrong : {-1, 11}) {
    use[1].busy = wrong;
    EXPECT_EQ(check_use(use, Picoseconds{10}).size(), 1u);
  }
  use[1].busy = 10;
  EXPECT_TRUE(check_use(use, Picoseconds{10}).empty());
}

/// Books a wire as the engine never does: what the checks are for.
OutPort& booked(SimulationOf<Straight>& simulation, PortId channel) {
  return const_cast<NetworkState&>(simulation.state()).out[channel];
}

TEST(ChannelUse, ABookingWithAGapIsFound) {
  const Network net = star(2);
  const ScriptedTraffic traffic;
  const Control control(40_Gbps);
  const Straight routing;
  SimulationOf<Straight> simulation({net, traffic, control, {}, {}}, routing);
  UseLog log;
  simulation.run_until(10_us);
  log.record(simulation);
  EXPECT_EQ(check_conservation(simulation), std::vector<std::string>{});
  // 1 us of the wire from 12 us on, booked at 10 us: at 11 us it counts as busy for less than before.
  booked(simulation, 0).busy = 1'000'000, booked(simulation, 0).free_at = 13'000'000;
  simulation.run_until(11_us);
  EXPECT_EQ(check_conservation(simulation),
            (std::vector<std::string>{"channel 0 was busy for -1000000 of 11000000 ps"}));
  log.record(simulation);
  ASSERT_EQ(log.check().size(), 1u);
  EXPECT_NE(log.check()[0].find("from 10000000 to 11000000 ps: channels of kind"), std::string::npos);
  EXPECT_NE(log.check()[0].find("busy for -1000000 ps in"), std::string::npos) << log.check()[0];
}

TEST(ChannelUse, TheStartAtFullRateIsNotMeteredAfterTheWarmUp) {
  const Network net = butterfly(2, 4, 2);
  const UniformPoisson traffic = uniform(net, 0.05);
  StaticRate slowest;
  const Control control(three, slowest, 10_us, 1_us);
  const auto routing = prepared<MinimalAdaptive>(net);
  SimulationOf<MinimalAdaptive> simulation({net, traffic, control, {}, {}}, routing);
  RunSettings settings;
  settings.warm_up = 20_us, settings.least_time = settings.most_time = 100_us;
  const auto result = run_to_verdict(simulation, settings);
  ASSERT_TRUE(result);
  const Picoseconds from = result->statistics.measured_from;
  EXPECT_GE(from, 20_us);
  EXPECT_LT(from, 20_us + simulation.batch() * 2);
  EXPECT_EQ(result->metered_until, result->statistics.measured_until);
  EXPECT_DOUBLE_EQ(result->rates[0].share, 1);
  for (const ChannelKindResult& kind : result->channels) {
    const auto channels = static_cast<std::int64_t>(kind.channels);
    const Picoseconds time = result->metered_until - from;
    EXPECT_EQ(kind.time_in[0], time * channels);  // always slow
    EXPECT_GE(kind.run_time_in[2], 10_us * channels);
    EXPECT_EQ(kind.run_time_in[5], 1_us * channels);
    EXPECT_EQ(sum_of(kind.run_time_in), (simulation.now() * channels).v);
    EXPECT_LT(kind.bytes, kind.run_bytes);
  }
}

TEST(ChannelUse, OfAFiniteWorkloadUnderControlEndsWithTheBatchOfItsLastByte) {
  const Network net = star(2);
  ScriptedTraffic traffic;
  traffic.lines = {{0, {.at = 1_us, .destination = 1, .size = 1000_B, .tag = 0}},
                   {1, {.at = 35_us, .destination = 0, .size = 1000_B, .tag = 0}}};
  StaticRate slowest;
  const Control control(three, slowest, 10_us, 1_us);
  const Straight routing;
  SimulationOf<Straight> simulation({net, traffic, control, {}, {}}, routing);
  RunSettings settings;
  settings.most_time = 10_ms;
  const auto result = run_to_verdict(simulation, settings);
  ASSERT_TRUE(result);
  // At 10 Gb/s 1,000 bytes take 0.8 us; two cables of 25 ns and a switch of 100 ns.
  EXPECT_EQ(result->statistics.verdict, Verdict::finished);
  EXPECT_EQ(result->statistics.measured_until, Picoseconds{35'950'000});
  EXPECT_EQ(result->metered_until, 36_us);
  EXPECT_LT(result->simulated, 100_us);
  for (const ChannelKindResult& kind : result->channels) {
    EXPECT_EQ(kind.time_in[2], 20_us);
    EXPECT_EQ(kind.time_in[5], 2_us);
    EXPECT_EQ(kind.time_in[0], 50_us);
  }
}

/// The same run repeated by a simulation that is stopped at both ends of the measured time.
struct Retold {
  std::vector<ChannelResult> from, until;
};

void expect_each(const std::vector<ChannelResult>& measured, const Retold& retold) {
  ASSERT_EQ(measured.size(), retold.from.size());
  for (std::size_t c = 0; c < measured.size(); ++c) {
    const ChannelResult &from = retold.from[c], &until = retold.until[c];
    EXPECT_EQ(measured[c].kind, until.kind);
    EXPECT_EQ(measured[c].busy, until.busy - from.busy);
    EXPECT_EQ(measured[c].bytes, until.bytes - from.bytes);
    for (std::size_t i = 0; i < until.time_in.size(); ++i)
      EXPECT_EQ(measured[c].time_in.at(i), until.time_in[i] - from.time_in[i]);
  }
}

TEST(ChannelUse, OfARunIsTheDifferenceOfItsTwoEndsOnAnyNumberOfThreads) {
  const Network net = butterfly(3, 3, 3);
  const UniformPoisson traffic = uniform(net, 0.4);
  const HalveDouble policy;
  const Control control(three, policy, 3_us, 1_us);
  const auto routing = prepared<MinimalAdaptive>(net);
  SimulationSetup setup{net, traffic, control, {}, {}};
  RunSettings settings;
  settings.most_time = Picoseconds{130'700'000};  // not the end of a batch
  settings.precision = 0.001;
  std::optional<Retold> retold;
  for (const std::size_t threads : {1, 2, 4}) {
    setup.threads = threads;
    SimulationOf<MinimalAdaptive> simulation(setup, routing);
    const auto result =
        run_to_verdict(simulation, settings, {.progress = {}, .stop = nullptr, .each_channel = true});
    ASSERT_TRUE(result);
    const RunStatistics& s = result->statistics;
    ASSERT_EQ(result->metered_until, s.measured_until);
    ASSERT_LT(s.measured_until, simulation.now());
    if (!retold) {
      SimulationOf<MinimalAdaptive> again(setup, routing);
      retold.emplace();
      again.run_until(s.measured_from);
      retold->from = each_channel(again);
      again.run_until(s.measured_until);
      retold->until = each_channel(again);
    }
    std::vector<Picoseconds> sum(6), expected(6);
    for (const ChannelKindResult& kind : result->channels) {
      EXPECT_EQ(sum_of(kind.time_in),
                ((s.measured_until - s.measured_from) * static_cast<std::int64_t>(kind.channels)).v);
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += kind.time_in[i];
    }
    for (std::size_t c = 0; c < retold->from.size(); ++c)
      for (std::size_t i = 0; i < sum.size(); ++i)
        expected[i] += retold->until[c].time_in[i] - retold->from[c].time_in[i];
    EXPECT_EQ(sum, expected) << threads << " threads";
    expect_each(result->each_channel, *retold);
  }
}

/// Holds for any length of the run and any begin of its measured time: batches double several times here.
TEST(ChannelUse, OfEachChannelAddsUpToTheMeasuredTimeAndToItsKind) {
  const Network net = butterfly(3, 3, 2);
  const UniformPoisson traffic = uniform(net, 0.3);
  const HalveDouble policy;
  const Control control(three, policy, 3_us, 1_us);
  const auto routing = prepared<MinimalAdaptive>(net);
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.batch = 300_ns;
  RunSettings settings;
  settings.precision = 0.001;
  for (const Picoseconds warm_up : {Picoseconds{-1}, 0_us, 7_us, 50_us})
    for (const Picoseconds most_time : {5_us, 61_us, 200_us}) {
      if (warm_up >= most_time) continue;
      SCOPED_TRACE(fmt::format("warm-up {} ps, {} ps", warm_up.v, most_time.v));
      settings.warm_up = warm_up, settings.most_time = most_time;
      SimulationOf<MinimalAdaptive> simulation(setup, routing);
      const auto result =
          run_to_verdict(simulation, settings, {.progress = {}, .stop = nullptr, .each_channel = true});
      ASSERT_TRUE(result);
      ASSERT_EQ(result->each_channel.size(), net.channels());
      const Picoseconds measured = result->metered_until - result->statistics.measured_from;
      Picoseconds fastest{};
      std::uint64_t bytes = 0;
      for (const ChannelResult& channel : result->each_channel) {
        EXPECT_EQ(sum_of(channel.time_in), measured.v);
        EXPECT_LE(channel.busy, measured);
        fastest += channel.time_in[2], bytes += channel.bytes;
      }
      for (const ChannelKindResult& kind : result->channels) fastest -= kind.time_in[2], bytes -= kind.bytes;
      EXPECT_EQ(fastest.v, 0);
      EXPECT_EQ(bytes, 0u);
    }
}

TEST(ChannelUse, OfEachChannelOfAWorkloadThatEndedIsToldToo) {
  const Network net = star(2);
  ScriptedTraffic traffic;
  traffic.lines = {{0, {.at = 1_us, .destination = 1, .size = 1000_B, .tag = 0}}};
  const Control control(40_Gbps);
  const Straight routing;
  SimulationOf<Straight> simulation({net, traffic, control, {}, {}}, routing);
  const auto result = run_to_verdict(simulation, {}, {.progress = {}, .stop = nullptr, .each_channel = true});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->statistics.verdict, Verdict::finished);
  const ChannelResult& host = result->each_channel.at(net.host_port(0));
  EXPECT_EQ(host.bytes, 1000u);
  EXPECT_EQ(host.busy, 200_ns);
  EXPECT_EQ(sum_of(host.time_in), result->metered_until.v);
  EXPECT_EQ(result->each_channel.at(net.host_port(1)).bytes, 0u);
}

}  // namespace
}  // namespace ebb::inline engine::channel_use_test
