#include "engine/model/channel_state.hpp"

#include <gtest/gtest.h>

#include "engine/engine_testing.hpp"
#include "power/policy/halve_double.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline engine {
namespace {

const RateLevels three_levels({10_Gbps, 20_Gbps, 40_Gbps});

TEST(ChannelState, CopiesAgreeAfterEveryWindow) {
  const Network net = butterfly(3, 3, 2);
  const UniformPoisson traffic = uniform(net, 0.4, 3000_B);
  const HalveDouble policy;
  const auto routing = prepared<MinimalAdaptive>(net);
  for (const bool paired : {false, true})
    for (const Transition transition : {Transition::avoid, Transition::drain}) {
      Control control(three_levels, policy, 2_us, 500_ns);
      control.paired = paired, control.transition = transition, control.staggered = true;
      SimulationOf<MinimalAdaptive> simulation({net, traffic, control, {}, {}}, routing);
      while (simulation.now() < 30_us) {
        simulation.run_until({simulation.now().v + 1});
        for (PortId c = 0; c < net.channels(); ++c)
          ASSERT_EQ(stale_copy(simulation.state(), c), "") << c << " at " << simulation.now().v;
      }
      EXPECT_GT(simulation.state().control.channels[0].meter.since, 0);  // something has changed
    }
}

TEST(ChannelState, ACopyThatDiffersIsNamed) {
  const Network net = star(2);
  const ScriptedTraffic traffic;
  const HalveDouble policy;
  const Control control(three_levels, policy, 2_us, 500_ns);
  NetworkState state(net, traffic, {}, {}, control, 1, 1, {});
  for (PortId c = 0; c < net.channels(); ++c)
    state.watch[c].booking_limit = state.control.channels[c].next_evaluation;
  EXPECT_EQ(stale_copy(state, 0), "");
  state.watch[0].avoid_until = 1;
  EXPECT_EQ(stale_copy(state, 0), "Watch::avoid_until");
  state.watch[1].booking_limit = 7;
  EXPECT_EQ(stale_copy(state, 1), "Watch::booking_limit");
  state.watch[1].booking_limit = INT64_MIN;  // it requests off
  EXPECT_EQ(stale_copy(state, 1), "");
  state.cold[1].transition_until = 7;
  EXPECT_EQ(stale_copy(state, 1), "ColdPort::transition_until");
  state.control.channels[2].level ^= 1;
  EXPECT_EQ(stale_copy(state, 2), "OutPort::rate");
}

}  // namespace
}  // namespace ebb::inline engine
