#include "engine/model/control.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <ostream>
#include <set>

#include "engine/engine_testing.hpp"
#include "engine/run/channel_results.hpp"
#include "power/policy/halve_double.hpp"
#include "power/policy/static_rate.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline engine {
namespace {

using testing::UnorderedElementsAre;

const RateLevels infiniband({{2'500'000'000}, {5'000'000'000}, 10_Gbps, 20_Gbps, 40_Gbps});

struct Lone {
  Network net = star(2);
  ScriptedTraffic traffic;
  Straight routing;
};

TEST(Control, PacketAfterAChangeWaitsForItAndGoesAtTheNewRate) {
  Lone lone;
  StaticRate slowest;
  const Control control(infiniband, slowest, 10_us, 1_us);
  // Ready at 10.5 us: the host's channel is in transition from 10 us on, and goes on at 11 us at 2.5 Gb/s,
  // where 1,000 bytes take 3.2 us; so does the switch's channel, and the packet is cut through.
  lone.traffic.lines = {{0, {.at = Picoseconds{10'500'000}, .destination = 1, .size = 1000_B, .tag = 0}}};
  SimulationOf<Straight> simulation({lone.net, lone.traffic, control, {}, {}}, lone.routing);
  simulation.run_until(100_us);
  expect_balanced(simulation);
  const Counters counters = simulation.counters();
  const Histogram latency =
      counters.batches.total(0, counters.batches.complete(simulation.now())).packet_latency;
  EXPECT_EQ(latency.max(), Picoseconds{500'000 + 25'000 + 100'000 + 3'200'000 + 25'000});
}

TEST(Control, ACableOfAnotherFullRateIsAsManyTimesSlower) {
  Lone lone;
  LinkClass slow = lone.net.classes[0];
  slow.name = "slow", slow.rate = 10_Gbps;
  lone.net.classes.push_back(slow);
  const PortId host = lone.net.host_port(1);
  lone.net.link_class[host] = lone.net.link_class[lone.net.peer[host]] = 1;
  StaticRate slowest;
  slowest.rate = {1};  // each has its own
  const Control control(infiniband, slowest, 10_us, 1_us);
  // From 2.5 Gb/s on to a sixteenth of 10 Gb/s, where 1,000 bytes take 12.8 us.
  lone.traffic.lines = {{0, {.at = 20_us, .destination = 1, .size = 1000_B, .tag = 0}}};
  SimulationOf<Straight> simulation({lone.net, lone.traffic, control, {}, {}}, lone.routing);
  simulation.run_until(100_us);
  expect_balanced(simulation);
  const Counters counters = simulation.counters();
  const Histogram latency =
      counters.batches.total(0, counters.batches.complete(simulation.now())).packet_latency;
  EXPECT_EQ(latency.max(), Picoseconds{25'000 + 100'000 + 12'800'000 + 25'000});
  const std::vector<ChannelResult> channels = each_channel(simulation);
  EXPECT_EQ(channels[lone.net.peer[host]].busy, Picoseconds{12'800'000});
  EXPECT_EQ(channels[lone.net.host_port(0)].busy, Picoseconds{3'200'000});
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

/// What the policy sees of a channel, evaluation by evaluation.
struct Shown {
  double utilisation;
  Picoseconds in_transition;
  Bytes sent;
  /// How many bytes pass in a time is known to within one.
  friend bool operator==(const Shown& a, const Shown& b) {
    return a.utilisation == b.utilisation && a.in_transition == b.in_transition &&
           std::abs(a.sent.v - b.sent.v) <= 1;
  }
  friend void PrintTo(const Shown& s, std::ostream* out) {
    *out << "busy " << s.utilisation << ", silent " << s.in_transition.v << " ps, sent " << s.sent.v << " B";
  }
};

/// Always the same rate; records what the policy sees of each channel. Their order is that of the first
/// evaluations.
struct Witness final : Policy {
  BitsPerSecond rate = 40_Gbps;
  mutable std::vector<std::vector<Shown>> channels;

  Problems check() const override { return {}; }
  Decision decide(const ChannelView& view, const RateLevels&) const override {
    Decision decision{.want = rate, .why = "stays", .memory = view.memory};
    if (decision.memory.bits == 0) channels.emplace_back(), decision.memory.bits = channels.size();
    channels[decision.memory.bits - 1].push_back({view.utilisation, view.in_transition, view.sent});
    return decision;
  }
  void watch(Lone& lone, const Control& control, Picoseconds end) {
    SimulationSetup setup{lone.net, lone.traffic, control, {}, {}};
    setup.hosts.packet = 1000_B;
    setup.switches.input_buffer = 64_KiB;
    SimulationOf<Straight> simulation(setup, lone.routing);
    simulation.run_until(end);
  }
};

TEST(Control, UtilisationCountsOnlyWhatLiesInTheEpoch) {
  // One message of 64 packets of 200 ns keeps the wire busy for 12.8 us at full rate, across epochs of 5 us:
  // from the host from 0.9 us to 13.7 us, to the host 125 ns later. A packet is on both wires at 5 and 10 us.
  Lone lone;
  Witness witness;
  lone.traffic.lines = {{0, {.at = 900_ns, .destination = 1, .size = 64'000_B, .tag = 0}}};
  witness.watch(lone, Control(infiniband, witness, 5_us, 1_us), 17_us);
  const std::vector<Shown> idle(3, {0, 0_us, 0_B});
  const std::vector<Shown> from_host{
      {4.1 / 5, 0_us, 20'500_B}, {1, 0_us, 25'000_B}, {3.7 / 5, 0_us, 18'500_B}};
  const std::vector<Shown> to_host{
      {3.975 / 5, 0_us, 19'875_B}, {1, 0_us, 25'000_B}, {3.825 / 5, 0_us, 19'125_B}};
  EXPECT_THAT(witness.channels, UnorderedElementsAre(from_host, to_host, idle, idle));
}

TEST(Control, SilenceIsNoTimeInWhichAChannelCouldSend) {
  // Set at 3 us to 2.5 Gb/s, where 1,000 bytes take 3.2 us; the change takes 4 us.
  Lone lone;
  Witness witness;
  witness.rate = infiniband.slowest();
  lone.traffic.lines = {{0, {.at = 2900_ns, .destination = 1, .size = 1000_B, .tag = 0}}};
  witness.watch(lone, Control(infiniband, witness, 3_us, 4_us), 14_us);
  // The host's packet is on the wire from 2.9 to 3.1 us, before the transition: of the second epoch, 0.1 us
  // was left to send in, and all of it was used.
  const std::vector<Shown> from_host{
      {0.1 / 3, 0_us, 500_B}, {1, 2900_ns, 500_B}, {0, 1100_ns, 0_B}, {0, 0_us, 0_B}};
  // The switch has it at 3.025 us, in the transition, and sends from 7 to 10.2 us: all that is left of the
  // third epoch, and 1.2 us of the fourth.
  const std::vector<Shown> to_host{{0, 0_us, 0_B}, {0, 3_us, 0_B}, {1, 1_us, 625_B}, {0.4, 0_us, 375_B}};
  const std::vector<Shown> idle{{0, 0_us, 0_B}, {0, 3_us, 0_B}, {0, 1_us, 0_B}, {0, 0_us, 0_B}};
  EXPECT_THAT(witness.channels, UnorderedElementsAre(from_host, to_host, idle, idle));
}

TEST(Control, WhatIsSentBeforeAChangeIsCountedAtTheOldRate) {
  // Evaluated every 50 ns while 1,000 bytes take 200 ns; from the first evaluation on the channel is to be
  // slow.
  Lone lone;
  Witness witness;
  witness.rate = infiniband.slowest();
  lone.traffic.lines = {{0, {.at = 0_us, .destination = 1, .size = 1000_B, .tag = 0}}};
  witness.watch(lone, Control(infiniband, witness, 50_ns, 4_us), 260_ns);
  for (std::vector<Shown>& shown : witness.channels) shown.resize(5, {0, 0_us, 0_B});
  const Shown quarter{1, 0_us, 250_B}, quiet{0, 50_ns, 0_B};
  EXPECT_THAT(witness.channels,
              testing::Contains(testing::ElementsAre(quarter, quarter, quarter, quarter, quiet)));
}

/// When each channel of an idle network leaves full rate: at the end of its first epoch, of 10 us.
std::vector<Picoseconds> ends_of_first_epoch(const Network& net, bool staggered) {
  const StaticRate slowest;
  Control control(infiniband, slowest, 10_us, 1_us);
  control.staggered = staggered;
  const ScriptedTraffic nothing;
  const Straight routing;
  SimulationOf<Straight> simulation({net, nothing, control, {}, {}}, routing);
  simulation.run_until(20_us);
  std::vector<Picoseconds> ends;
  for (const ChannelResult& c : each_channel(simulation)) ends.push_back(c.time_in[4]);
  return ends;
}

TEST(Control, EpochsEndTogetherOrStaggeredFromCableToCable) {
  const Network net = butterfly(2, 2, 2);  // cables of hosts and between switches
  EXPECT_EQ(ends_of_first_epoch(net, false), std::vector<Picoseconds>(net.channels(), 10_us));
  const std::vector<Picoseconds> ends = ends_of_first_epoch(net, true);
  std::set<Picoseconds> different;
  for (PortId port = 0; port < net.channels(); ++port) {
    EXPECT_EQ(ends[port], ends[net.peer[port]]) << port;  // both directions of a cable
    EXPECT_GT(ends[port], 0_us);
    EXPECT_LE(ends[port], 10_us);
    different.insert(ends[port]);
  }
  EXPECT_EQ(different.size(), net.channels() / 2);
}

}  // namespace
}  // namespace ebb::inline engine
