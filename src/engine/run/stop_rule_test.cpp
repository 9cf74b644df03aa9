#include "engine/run/stop_rule.hpp"

#include <gtest/gtest.h>

#include "engine/engine_testing.hpp"
#include "engine/run/stepper.hpp"

namespace ebb::inline engine {
namespace {

/// A star of two hosts with one message, which is delivered within 1 us.
struct OneMessage {
  OneMessage() { traffic.lines = {{0, {.at = 100_ns, .destination = 1, .size = 1000_B, .tag = 0}}}; }
  Network net = star(2);
  ScriptedTraffic traffic;
  Control control{net.classes[0].rate};
  Straight routing;
  SimulationOf<Straight> simulation{{net, traffic, control, {}, {}}, routing};
  RunHooks hooks;
  RunSettings settings;
};

RunCheck check_at_next(StopRule& rule, Stepper& stepper) {
  stepper.run_in_slices_until(rule.next_check());
  return rule.check(stepper.records());
}

TEST(StopRule, EndsWhenTheWorkloadHasEnded) {
  OneMessage run;
  StopRule rule(run.simulation, run.settings);
  Stepper stepper(run.simulation, run.hooks);
  const RunCheck check = check_at_next(rule, stepper);
  EXPECT_TRUE(check.finished && check.ends);
  EXPECT_FALSE(check.partial);
}

TEST(StopRule, AWorkloadThatEndsBeforeTheLeastTimeWaitsForIt) {
  OneMessage run;
  run.settings.least_time = 5_ms;
  StopRule rule(run.simulation, run.settings);
  Stepper stepper(run.simulation, run.hooks);
  const RunCheck early = check_at_next(rule, stepper);
  EXPECT_TRUE(early.finished);
  EXPECT_FALSE(early.ends);
  EXPECT_EQ(rule.next_check(), 5_ms);
  const RunCheck late = check_at_next(rule, stepper);
  EXPECT_TRUE(late.ends);
  EXPECT_FALSE(late.partial);
  EXPECT_GE(run.simulation.now(), 5_ms);
}

TEST(StopRule, NoCheckComesAfterTheMostTime) {
  OneMessage run;
  run.settings.most_time = 50_ns;  // before the message
  StopRule rule(run.simulation, run.settings);
  Stepper stepper(run.simulation, run.hooks);
  EXPECT_EQ(rule.next_check(), 50_ns);
  const RunCheck check = check_at_next(rule, stepper);
  EXPECT_TRUE(check.ends);
  EXPECT_FALSE(check.partial);
  EXPECT_EQ(check.judgement.verdict, Verdict::undecided);
}

TEST(StopRule, ARequestedStopGivesAPartialResult) {
  const Network net = star(2);
  const UniformPoisson traffic = uniform(net, 0.5, 1000_B);  // which never ends
  const Control control{net.classes[0].rate};
  SimulationOf<Straight> simulation{{net, traffic, control, {}, {}}, Straight{}};
  const std::atomic<bool> stop = true;
  RunHooks hooks;
  hooks.stop = &stop;
  const RunSettings settings;
  StopRule rule(simulation, settings);
  Stepper stepper(simulation, hooks);
  const RunCheck check = check_at_next(rule, stepper);
  EXPECT_TRUE(stepper.stopped() && check.ends && check.partial);
}

}  // namespace
}  // namespace ebb::inline engine
