#include "engine/run/check/deadlock.hpp"

#include <gtest/gtest.h>

#include "engine/clockwise_testing.hpp"
#include "engine/engine_testing.hpp"
#include "engine/exchange/exchange_testing.hpp"
#include "engine/run/run.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline engine {
namespace {

void expect_stopped_and_named(Exchange& exchange) {
  const Network net = ring_of(6);
  Anywhere traffic;
  traffic.hosts = net.hosts;
  const Control control(net.classes[0].rate);
  const Clockwise routing(net);
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.switches.input_buffer = 4000_B, setup.switches.output_queue = 2000_B;
  setup.exchange = &exchange;
  SimulationOf<Clockwise> simulation(setup, routing);
  RunSettings settings;
  settings.most_time = 5_ms;
  const auto result = run_to_verdict(simulation, settings);
  ASSERT_TRUE(result.ok());
  const std::string shown = to_text(result->failure);
  EXPECT_NE(shown.find("these 6 channels wait for each other in a cycle"), std::string::npos) << shown;
  EXPECT_NE(shown.find("\n      switch 0 -> switch 1"), std::string::npos) << shown;
  EXPECT_NE(shown.find("\n      switch 5 -> switch 0"), std::string::npos) << shown;
  EXPECT_EQ(check_conservation(simulation), std::vector<std::string>{});
  // What was measured until then is kept, with the verdict undecided.
  EXPECT_TRUE(result->partial);
  EXPECT_EQ(result->statistics.verdict, Verdict::undecided);
  EXPECT_TRUE(result->statistics.why.starts_with("deadlock: at ")) << result->statistics.why;
  EXPECT_GT(result->work.packets, 0u);
  EXPECT_FALSE(result->statistics.packet_latency.mean_half_width_ps);
  EXPECT_EQ(result->statistics.packet_latency.p99_why, "the run came to a standstill");
}

TEST(Deadlock, RingWithoutEscapeIsStoppedAndNamed) {
  Alone alone;
  expect_stopped_and_named(alone);
}

TEST(Deadlock, CircleThroughSeveralRanksIsNamedByAllOfThem) {
  RanksInMemory(3).live(expect_stopped_and_named);
}

TEST(Deadlock, HeavyButSoundTrafficIsLeftAlone) {
  const Network net = butterfly(4, 4, 3);
  const UniformPoisson traffic = uniform(net, 1.0);
  const Control control(net.classes[0].rate);
  const auto routing = prepared<MinimalAdaptive>(net);
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.switches.input_buffer = setup.switches.output_queue = 2100_B;
  SimulationOf<MinimalAdaptive> simulation(setup, routing);
  for (int i = 1; i < 100; ++i) {
    simulation.run_until(Picoseconds{i * 1'000'000});
    ASSERT_EQ(find_deadlock(simulation), std::vector<std::string>{});
  }
}

}  // namespace
}  // namespace ebb::inline engine
