#include "engine/run/check/state_parts.hpp"

#include <gtest/gtest.h>

#include "engine/engine_testing.hpp"
#include "power/policy/halve_double.hpp"

namespace ebb::inline engine {
namespace {

using Lines = std::vector<std::string>;

/// Random configurations of all features pass this check at their end (experiment/run/executors_test.cpp).
TEST(StateParts, AreThereForTheirFeaturesOnly) {
  const Network net = butterfly(2, 4, 2);
  const ScriptedTraffic traffic;
  const HalveDouble policy;
  const Control plain(40_Gbps), controlled(RateLevels({10_Gbps, 40_Gbps}), policy, 10_us, 1_us);
  for (const Control* control : {&plain, &controlled}) {
    SimulationSetup setup{net, traffic, *control, {}, {}};
    NetworkState state(net, traffic, setup.switches, setup.hosts, *control, 1, 1, {});
    EXPECT_EQ(check_parts(state), Lines{});
  }
}

TEST(StateParts, ThatAreMissingOrTooManyAreFound) {
  const Network net = butterfly(2, 4, 2);
  const ScriptedTraffic traffic;
  const Control control(40_Gbps);
  SimulationSetup setup{net, traffic, control, {}, {}};
  NetworkState state(net, traffic, setup.switches, setup.hosts, control, 1, 1, {});
  state.adapters.make_room(net.hosts);
  state.hosts.transport = TransportProtocol::tcp;
  EXPECT_EQ(check_parts(state), (Lines{"the state of adapters is there without its feature",
                                       "the state of transport is missing"}));
}

}  // namespace
}  // namespace ebb::inline engine
