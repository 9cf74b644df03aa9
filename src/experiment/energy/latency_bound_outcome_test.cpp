#include "experiment/energy/latency_bound_outcome.hpp"

#include <gtest/gtest.h>

#include "base/folder_testing.hpp"
#include "config/data_files.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "experiment/run/small_run_testing.hpp"
#include "power/policy/halve_double.hpp"
#include "power/policy/latency_bound_policy.hpp"

namespace ebb::inline experiment {
namespace {

RunStatistics with_latency(double mean_ps, double p99_ps) {
  RunStatistics s;
  s.verdict = Verdict::steady;
  s.packet_latency.samples = 1, s.packet_latency.mean_ps = mean_ps;
  s.packet_latency.p99_interpolated_ps = p99_ps;
  s.packet_latency.p99 = {static_cast<std::int64_t>(p99_ps) + 1'000};  // the end of its step
  return s;
}

const RunStatistics full = with_latency(10e6, 40e6), later = with_latency(13e6, 90e6);

TEST(LatencyBoundOutcome, IsNothingWhereNothingIsPromised) {
  const HalveDouble policy;
  EXPECT_FALSE(latency_bound_outcome(&policy, full, later));
  EXPECT_FALSE(latency_bound_outcome(nullptr, full, later));
}

TEST(LatencyBoundOutcome, OfABoundIsKnownOnlyBesideARunAtFullRate) {
  LatencyBoundPolicy policy;
  policy.bound = 3_us;
  EXPECT_FALSE(latency_bound_outcome(&policy, {}, later)->kept());
  EXPECT_EQ(latency_bound_outcome(&policy, {}, later)->bound, 3_us);
  EXPECT_EQ(latency_bound_outcome(&policy, full, later)->kept(), true);
  EXPECT_EQ(latency_bound_outcome(&policy, full, with_latency(13e6 + 1, 0))->kept(), false);
  policy.of = BoundedFigure::p99;
  EXPECT_EQ(latency_bound_outcome(&policy, full, later)->kept(), false);
  EXPECT_EQ(latency_bound_outcome(&policy, full, later)->increase_ps, 50e6);
}

TEST(LatencyBoundOutcome, OfAPercentageIsOfWhatThePolicyWasToldOrOfWhatTheUserStated) {
  LatencyBoundPolicy policy;
  policy.percent = 25;
  EXPECT_EQ(latency_bound_outcome(&policy, full, later)->bound, Picoseconds{2'500'000});
  EXPECT_EQ(latency_bound_outcome(&policy, full, later)->kept(), false);
  policy.baseline = 12_us;
  const auto stated = latency_bound_outcome(&policy, {}, later);
  EXPECT_EQ(stated->bound, 3_us);
  EXPECT_EQ(stated->increase_ps, 1e6);
  EXPECT_FALSE(stated->full_rate_run);
  policy.baseline = {}, policy.of = BoundedFigure::p99;
  EXPECT_EQ(latency_bound_outcome(&policy, full, later)->bound, Picoseconds{10'000'250});
}

TEST(LatencyBoundOutcome, ComesWithEveryRunOfSuchAPolicy) {
  const TestFolder folder;
  const std::string path = folder.write("run.toml", small_butterfly + std::string(R"([traffic]
load = 0.1
[run]
most_time = "300us"
[control]
policy = { name = "latency_bound", percent = 100 }
)"));
  const auto result_of = [&](const std::vector<std::string>& settings) {
    auto input = read_run(path, settings);
    EXPECT_TRUE(input) << to_text(input.problems());
    auto prepared = prepare_run(std::move(*input));
    return *run_or_problems(**prepared);
  };
  const RunResult relative = result_of({}),
                  absolute = result_of({"control.policy={name=\"latency_bound\",bound=\"5us\"}"});
  ASSERT_TRUE(relative.latency_bound && relative.latency_bound->full_rate_ps);
  EXPECT_NEAR(static_cast<double>(relative.latency_bound->bound.v), *relative.latency_bound->full_rate_ps, 1);
  EXPECT_TRUE(relative.latency_bound->kept());
  ASSERT_TRUE(absolute.latency_bound);
  EXPECT_TRUE(absolute.latency_bound->kept());
  const RunResult alone = result_of({"control.policy={name=\"latency_bound\",bound=\"5us\",part=0.3}"});
  EXPECT_FALSE(alone.latency_bound.value().kept());  // there was no run at full rate: unknown
  EXPECT_FALSE(result_of({"control.policy=halve_double"}).latency_bound);
}

/// A latency bound that the run at full rate proves impossible is reported at its position in the file.
TEST(LatencyBoundOutcome, ThatIsRefusedAfterTheRunAtFullRateNamesItsLine) {
  const TestFolder folder;
  const std::string path = folder.write("run.toml", small_butterfly + std::string(R"([traffic]
load = 0.1
[run]
most_time = "100us"
[control]
epoch = "10us"
policy.name = "latency_bound"
policy.of = "p99"
policy.percent = 1
)"));
  auto input = read_run(path, {});
  ASSERT_TRUE(input) << to_text(input.problems());
  auto prepared = prepare_run(std::move(*input));
  ASSERT_TRUE(prepared) << to_text(prepared.problems());
  const auto result = run_or_problems(**prepared);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.problems().at(0).where, path + ":16:8: control.policy.percent");
}

TEST(LatencyBoundOutcome, ThatIsToldOfFullRateNeedsNoRunForIt) {
  const TestFolder folder;
  const std::string path = folder.write("run.toml", small_butterfly + std::string(R"([traffic]
load = 0.1
[run]
most_time = "100us"
[control]
policy = { name = "latency_bound", bound = "5us" }
)"));
  const auto runs_and_digest = [&](std::optional<FullRateLatency>& known) {
    auto prepared = prepare_run(std::move(*read_run(path, {})));
    (*prepared)->full_rate_latency = known;
    int runs = 1;
    Picoseconds last{};
    const auto result = run_or_problems(**prepared, {.progress = [&](const Progress& p) {
      runs += p.now < last;
      last = p.now;
    }});
    known = (*prepared)->full_rate_latency;
    return std::pair(runs, result->digest);
  };
  std::optional<FullRateLatency> known;
  const auto first = runs_and_digest(known);
  ASSERT_TRUE(known);
  const auto second = runs_and_digest(known);
  EXPECT_EQ(first.first, 2);
  EXPECT_EQ(second.first, 1);
  EXPECT_EQ(second.second, first.second);
}

/// Networks with long paths, where packets wait for each other.
TEST(LatencyBoundOutcome, IsKeptOnOtherNetworksThanTheOneItWasMadeFor) {
  for (const char* file :
       {"run-mesh-8x8", "run-torus-8x8", "run-dragonfly-adv-piggyback", "run-clos-adaptive"})
    for (const char* bound : {"10us", "50us"}) {
      SCOPED_TRACE(file);
      auto input = read_run(
          data_file(std::string("examples/") + file + ".toml"),
          {"run.most_time=500us", "run.least_time=500us",
           std::string(
               "control={rates=[\"2.5Gb/s\",\"5Gb/s\",\"10Gb/s\",\"20Gb/s\",\"40Gb/s\"],epoch=\"10us\","
               "reactivation=\"1us\",policy={name=\"latency_bound\",bound=\"") +
               bound + "\"}}"});
      ASSERT_TRUE(input) << to_text(input.problems());
      auto prepared = prepare_run(std::move(*input));
      ASSERT_TRUE(prepared) << to_text(prepared.problems());
      const auto result = run_or_problems(**prepared);
      ASSERT_TRUE(result && result->latency_bound);
      EXPECT_EQ(result->latency_bound->kept(), true)
          << bound << ": " << *result->latency_bound->increase_ps / 1e6;
    }
}

}  // namespace
}  // namespace ebb::inline experiment
