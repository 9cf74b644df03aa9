// The time series of a run: its spans add up to the whole run.
#include "engine/run/time_series.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numeric>

#include "engine/engine_testing.hpp"
#include "engine/run/run.hpp"
#include "power/policy/halve_double.hpp"
#include "report/document/series_json.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline engine {
namespace {

/// The same small run, on this many threads.
RunResult run_on(std::size_t threads, Picoseconds most_time = 400_us,
                 const RateLevels& levels = RateLevels({10_Gbps, 20_Gbps, 40_Gbps})) {
  const Network net = butterfly(3, 4, 3);
  const UniformPoisson traffic = uniform(net, 0.4);
  const HalveDouble policy;
  const Control control(levels, policy, 10_us, 1_us);
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.threads = threads;
  const auto routing = prepared<MinimalAdaptive>(net);
  SimulationOf<MinimalAdaptive> simulation(setup, routing);
  RunSettings settings;
  settings.most_time = most_time, settings.least_time = most_time;
  return *run_to_verdict(simulation, settings, {.progress = {}, .stop = nullptr, .each_channel = true});
}

TEST(TimeSeries, HasTheSameBitsOnAnyNumberOfThreads) {
  const RunResult one = run_on(1), three = run_on(3);
  EXPECT_EQ(time_series_json(one), time_series_json(three));
  EXPECT_EQ(one.history.busy, three.history.busy);
  EXPECT_EQ(one.history.rate, three.history.rate);
  EXPECT_EQ(one.history.state, three.history.state);
}

TEST(TimeSeries, LosesNoPicosecondAndNoByte) {
  const RunResult result = run_on(1);
  const RunTimeSeries& time_series = result.time_series;
  ASSERT_GT(time_series.spans.size(), 16u);
  std::uint64_t channels = 0, changes = 0, packets = 0;
  for (const ChannelKindResult& kind : result.channels) channels += kind.channels;
  for (const SeriesSpan& span : time_series.spans) {
    std::int64_t time = 0;
    for (const KindInBatch& kind : span.kinds)
      for (const Picoseconds t : kind.time_in) time += t.v;
    EXPECT_EQ(time, static_cast<std::int64_t>(channels) * time_series.length.v);
    EXPECT_GE(span.source_backlog_bytes, 0);
    changes += span.changes, packets += span.packets;
  }
  EXPECT_GT(changes, 0u);
  EXPECT_LE(packets, result.work.packets);
  EXPECT_GT(packets, result.work.packets * 9 / 10);
}

TEST(TimeSeries, OfALongRunHasNoMoreSpansThanThatOfAShortOne) {
  const RunResult result = run_on(1, 3_ms);
  EXPECT_LE(result.time_series.spans.size(), 64u);
  EXPECT_LE(result.history.spans, 64u);
  EXPECT_EQ(result.history.busy.size(), std::size_t{result.history.spans} * result.history.channels);
}

TEST(TimeSeries, TellsOfEachChannelHoweverManyRatesThereAre) {
  std::vector<BitsPerSecond> rates;
  for (std::int64_t i = 101; i <= 400; ++i) rates.push_back({i * 100'000'000});  // the last is the links' own
  const RunResult result = run_on(1, 400_us, RateLevels(rates));
  const Picoseconds measured = result.metered_until - result.statistics.measured_from;
  ASSERT_FALSE(result.each_channel.empty());
  for (const ChannelResult& channel : result.each_channel)
    EXPECT_EQ(std::accumulate(channel.time_in.begin(), channel.time_in.end(), Picoseconds{}), measured);
}

TEST(TimeSeries, HistoriesAgreeWithWhatTheChannelsDidInAll) {
  const RunResult result = run_on(1);
  const ChannelHistory& history = result.history;
  double shares = 0, busy = 0;
  for (const std::uint8_t share : history.busy) shares += share / double{ChannelHistory::whole};
  std::uint64_t channels = 0;
  for (const ChannelKindResult& kind : result.channels) channels += kind.channels;
  for (const ChannelKindResult& kind : result.channels)
    busy += kind.utilisation_mean * static_cast<double>(kind.channels) / static_cast<double>(channels);
  EXPECT_NEAR(shares / static_cast<double>(history.busy.size()), busy, 0.05);
}

}  // namespace
}  // namespace ebb::inline engine
