// No verdict before the slow processes of a run have shown themselves.
#include "engine/run/watched.hpp"

#include <gtest/gtest.h>

#include "engine/engine_testing.hpp"
#include "engine/run/run.hpp"
#include "power/policy/halve_double.hpp"
#include "power/policy/idle_sleep.hpp"
#include "power/policy/latency_bound_policy.hpp"
#include "power/policy/queue_aware.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline engine {
namespace {

/// A run under this policy, which is first evaluated after 100 us.
RunResult run_in(const Network& net, const RateLevels& rates, Policy& policy, Picoseconds most_time) {
  const UniformPoisson traffic = uniform(net, 0.1);
  const Control control(rates, policy, 100_us, 10_us);
  EXPECT_TRUE(
      policy.fit(control.levels, {.path_channels = 3, .epoch = 100_us, .longest_change = 10_us}).empty());
  SimulationSetup setup{net, traffic, control, {}, {}};
  const auto routing = prepared<MinimalAdaptive>(net);
  SimulationOf<MinimalAdaptive> simulation(setup, routing);
  RunSettings settings;
  settings.most_time = most_time;
  return *run_to_verdict(simulation, settings, {});
}

RunResult run_under(Policy& policy, Picoseconds most_time) {
  return run_in(butterfly(4, 4, 2), RateLevels({10_Gbps, 40_Gbps}), policy, most_time);
}

TEST(Watched, NoVerdictBeforeThePolicyWasAsked) {
  IdleSleep sleeps;
  const RunResult asleep = run_under(sleeps, 20_ms);
  EXPECT_GE(asleep.statistics.measured_from, 100_us);
  EXPECT_GE(asleep.simulated, 400_us) << "30 changes of 10 us after the first question";
  EXPECT_GT(asleep.statistics.packet_latency.mean_ps, 5e6) << "packets wait for channels that wake";
  QueueAware waits;
  EXPECT_GE(run_under(waits, 20_ms).statistics.measured_from, 100_us);
  const RunResult early = run_under(sleeps, 150_us);
  EXPECT_EQ(early.statistics.verdict, Verdict::undecided);
  EXPECT_EQ(
      early.statistics.why,
      "still warming up: the time constants of the policy begin to show after 100 us, and a run must last "
      "at least twice that; needs about 250 us, but most_time is 150 us");
}

TEST(Watched, NoVerdictBeforeThePromisesAccountWasFull) {
  LatencyBoundPolicy latency_bound;
  latency_bound.bound = 1_us, latency_bound.baseline = 1_us, latency_bound.part = 0.5,
  latency_bound.credit = 2'000;
  const RunResult early = run_under(latency_bound, 20_ms);  // half a packet each us and host: full after 4 ms
  EXPECT_EQ(early.statistics.verdict, Verdict::undecided);
  EXPECT_NE(early.statistics.why.find("time constants of the delay budget"), std::string::npos)
      << early.statistics.why;
  latency_bound.credit = 20;
  const RunResult full = run_under(latency_bound, 20_ms);
  EXPECT_EQ(full.statistics.why.find("delay budget"), std::string::npos) << full.statistics.why;
}

/// Channels whose load lies between two rates swing in step for hundreds of evaluations. A run with few such
/// spans looked steady, and nine of ten intervals held the true value.
TEST(Watched, NoVerdictBeforeChannelsCameOutOfStepOften) {
  HalveDouble policy;
  const RateLevels rates({2500_Mbps, 5_Gbps, 10_Gbps, 20_Gbps, 40_Gbps});
  const RunResult early = run_in(butterfly(2, 4, 3), rates, policy, 25_ms);
  EXPECT_EQ(early.statistics.verdict, Verdict::undecided);
  EXPECT_NE(early.statistics.why.find("correlation times of level changes"), std::string::npos)
      << early.statistics.why;
}

}  // namespace
}  // namespace ebb::inline engine
