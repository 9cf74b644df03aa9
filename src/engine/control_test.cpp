#include "engine/control.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "engine/channel_results.hpp"
#include "engine/engine_testing.hpp"
#include "power/halve_double.hpp"
#include "power/static_rate.hpp"
#include "routing/routing_testing.hpp"

namespace ebb {
namespace {

const RateLadder infiniband({{2'500'000'000}, {5'000'000'000}, 10_Gbps, 20_Gbps, 40_Gbps});

struct Lone {
  Network net = star(2);
  ScriptedTraffic traffic;
  Straight routing;
};

TEST(Control, PacketAfterAChangeWaitsForItAndGoesAtTheNewRate) {
  Lone lone;
  StaticRate slowest;
  const Control control(infiniband, slowest, 10_us, 1_us);
  // Ready at 10.5 us: the host's channel went silent at 10 us, and goes on at 11 us at 2.5 Gb/s, where 1,000
  // bytes take 3.2 us; so does the switch's channel, and the packet is cut through.
  lone.traffic.lines = {{0, {.at = Picoseconds{10'500'000}, .destination = 1, .size = 1000_B, .tag = 0}}};
  SimulationOf<Straight> simulation({lone.net, lone.traffic, control, {}, {}}, lone.routing);
  simulation.run_until(100_us);
  expect_balanced(simulation);
  const Tally tally = simulation.tally();
  const Histogram latency = tally.batches.total(0, tally.batches.complete(simulation.now())).packet_latency;
  EXPECT_EQ(latency.max(), Picoseconds{500'000 + 25'000 + 100'000 + 3'200'000 + 25'000});
}

TEST(Control, PacketOnTheWireFinishesFirst) {
  Lone lone;
  StaticRate slowest;
  const Control control(infiniband, slowest, 10_us, 1_us);
  // 1,000 bytes from 9.9 us on at 40 Gb/s: the wire is free at 10.1 us, so the change lasts until 11.1 us.
  lone.traffic.lines = {{0, {.at = Picoseconds{9'900'000}, .destination = 1, .size = 1000_B, .tag = 0}}};
  SimulationOf<Straight> simulation({lone.net, lone.traffic, control, {}, {}}, lone.routing);
  simulation.run_until(50_us);
  expect_balanced(simulation);
  const std::vector<ChannelResult> channels = each_channel(simulation);
  const ChannelResult& host = channels[lone.net.host_port(0)];
  EXPECT_EQ(host.time_in[4], Picoseconds{10'100'000});     // full rate
  EXPECT_EQ(host.time_in[5 + 4], Picoseconds{1'000'000});  // changing, charged as the faster
  EXPECT_EQ(host.time_in[0], simulation.now() - Picoseconds{11'100'000});
  EXPECT_EQ(host.busy, 200_ns);
}

TEST(Control, LosesNoPicosecondWhateverTheMoment) {
  const Network net = butterfly(4, 4, 2);
  const UniformPoisson traffic = uniform(net, 0.3);
  const HalveDouble policy;
  const Control control(infiniband, policy, 3_us, 1_us);
  const auto routing = prepared<MinimalAdaptive>(net);
  SimulationOf<MinimalAdaptive> simulation({net, traffic, control, {}, {}}, routing);
  for (int i = 1; i < 40; ++i) {
    simulation.run_until(Picoseconds{i * 1'700'000});
    for (const ChannelResult& c : each_channel(simulation)) {
      std::int64_t sum = 0;
      for (const Picoseconds t : c.time_in) {
        ASSERT_GE(t.v, 0);
        sum += t.v;
      }
      ASSERT_EQ(sum, simulation.now().v);
    }
  }
}

TEST(Control, UtilisationCountsOnlyWhatLiesInTheEpoch) {
  // One message of 64 packets keeps the wire busy for 12.8 us at full rate, across epochs of 5 us. A policy
  // that stays at full rate and writes down what it saw.
  struct Witness final : Policy {
    mutable std::vector<double> seen;
    Problems check() const override { return {}; }
    Decision decide(const ChannelView& view, const RateLadder& rates) const override {
      if (view.utilisation > 0) seen.push_back(view.utilisation);
      return {rates.fastest(), "stays"};
    }
  } witness;
  Lone lone;
  const Control control(infiniband, witness, 5_us, 1_us);
  lone.traffic.lines = {{0, {.at = 1_us, .destination = 1, .size = 64'000_B, .tag = 0}}};
  SimulationSetup setup{lone.net, lone.traffic, control, {}, {}};
  setup.hosts.packet = 1000_B;
  setup.switches.input_buffer = 64_KiB;
  SimulationOf<Straight> simulation(setup, lone.routing);
  simulation.run_until(40_us);
  // Two channels carry it: from the host from 1 us to 13.8 us, to the host 125 ns later.
  const double sum = std::accumulate(witness.seen.begin(), witness.seen.end(), 0.0);
  EXPECT_NEAR(sum * 5, 2 * 12.8, 1e-9);
  ASSERT_EQ(witness.seen.size(), 6u);
  EXPECT_DOUBLE_EQ(*std::max_element(witness.seen.begin(), witness.seen.end()), 1.0);
}

}  // namespace
}  // namespace ebb
