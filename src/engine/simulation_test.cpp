#include "engine/simulation.hpp"

#include <gtest/gtest.h>

#include "engine/engine_testing.hpp"
#include "power/policy/halve_double.hpp"
#include "routing/butterfly/valiant.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline engine {
namespace {

/// One message of `size` from host 0 to `to`. Returns its latency.
Picoseconds lone_latency(const Network& net, HostId to, Bytes size, SwitchSettings switches,
                         HostSettings hosts) {
  ScriptedTraffic traffic;
  traffic.lines = {{0, {.at = 10_ns, .destination = to, .size = size, .tag = 0}}};
  const Control control(net.classes[0].rate);
  const auto routing = prepared<MinimalAdaptive>(net);
  SimulationOf<MinimalAdaptive> simulation({net, traffic, control, switches, hosts}, routing);
  simulation.run_until(1_ms);
  expect_balanced(simulation);
  EXPECT_TRUE(simulation.idle());
  const Counters counters = simulation.counters();
  EXPECT_EQ(counters.messages_delivered, 1u);
  return counters.batches.total(0, counters.batches.complete(simulation.now())).message_latency.max();
}

TEST(Simulation, LonePacketTakesTheClosedFormCutThrough) {
  const Network net = butterfly(4, 4, 3);
  SwitchSettings switches;
  HostSettings hosts;
  hosts.packet = 1000_B;
  // Same switch: one pipeline, two wires. Other switches: one more of each per hop. 1,000 bytes take 200 ns.
  EXPECT_EQ(lone_latency(net, 1, 1000_B, switches, hosts), Picoseconds{200'000 + 2 * 40'000 + 100'000});
  EXPECT_EQ(lone_latency(net, 4, 1000_B, switches, hosts), Picoseconds{200'000 + 3 * 40'000 + 2 * 100'000});
  EXPECT_EQ(lone_latency(net, 63, 1000_B, switches, hosts), Picoseconds{200'000 + 4 * 40'000 + 3 * 100'000});
}

TEST(Simulation, LonePacketIsSerialisedAtEachHopWhenStored) {
  const Network net = butterfly(4, 4, 3);
  SwitchSettings switches;
  switches.forwarding = Forwarding::store_and_forward;
  HostSettings hosts;
  hosts.packet = 1000_B;
  // A whole packet leaves while it still moves over the crossbar: its crossbar input is no slower than the
  // wire.
  EXPECT_EQ(lone_latency(net, 63, 1000_B, switches, hosts),
            Picoseconds{4 * 200'000 + 4 * 40'000 + 3 * 100'000});
}

TEST(Simulation, LongMessageFollowsItselfPacketByPacket) {
  const Network net = butterfly(4, 4, 3);
  HostSettings hosts;
  hosts.packet = 1000_B, hosts.header = 50_B;
  // 10 packets of 1,050 bytes and one of 250: back to back on every wire.
  const std::int64_t wire = (10 * 1'050 + 250) * 200;
  EXPECT_EQ(lone_latency(net, 4, 10'200_B, SwitchSettings{}, hosts),
            Picoseconds{wire + 3 * 40'000 + 2 * 100'000});
}

TEST(Simulation, SameBitsOnAnyNumberOfThreads) {
  const Network net = butterfly(4, 4, 3);
  const UniformPoisson traffic = uniform(net, 0.7);
  const Control control(net.classes[0].rate);
  expect_same_bits({net, traffic, control, {}, {}}, prepared<MinimalAdaptive>(net), 200_us,
                   {{}, {.threads = 2}, {.threads = 3}, {.threads = 4}});
}

TEST(Simulation, SameBitsHoweverTheNetworkIsCut) {
  // Tight buffers, so that the credits between blocks matter; rates that change under way.
  const Network net = butterfly(4, 4, 3);
  const UniformPoisson traffic = uniform(net, 0.6);
  const HalveDouble policy;
  const Control control(RateLevels({10_Gbps, 20_Gbps, 40_Gbps}), policy, 10_us, 1_us);
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.switches.input_buffer = 3000_B, setup.switches.output_queue = 2100_B;
  std::vector<Sharing> sharings;
  for (std::size_t threads : {1, 2, 3})
    for (std::size_t blocks : {1, 3, 4, 16}) sharings.push_back({.threads = threads, .blocks = blocks});
  expect_same_bits(setup, prepared<MinimalAdaptive>(net), 100_us, sharings);
}

TEST(Simulation, TinyBuffersAndOverloadLoseNothing) {
  const Network net = butterfly(4, 3, 3);
  const UniformPoisson traffic = uniform(net, 1.0);
  const Control control(net.classes[0].rate);
  const auto routing = prepared<MinimalAdaptive>(net);
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.switches.input_buffer = 2500_B, setup.switches.output_queue = 1500_B;
  for (double speedup : {1.0, 1.3, 4.0})
    for (std::size_t threads : {1, 2}) {
      setup.threads = threads, setup.switches.speedup = speedup;
      SimulationOf<MinimalAdaptive> simulation(setup, routing);
      for (int i = 1; i <= 20; ++i) {
        simulation.run_until(Picoseconds{i * 7'000'000});
        expect_balanced(simulation);
      }
      EXPECT_GT(simulation.counters().packets_delivered, 10'000u);
    }
}

TEST(Simulation, UniformTrafficGetsNearlyTheWholeButterfly) {
  const Network net = butterfly(8, 8, 2);
  const UniformPoisson traffic = uniform(net, 0.9);
  const Control control(net.classes[0].rate);
  const auto routing = prepared<MinimalAdaptive>(net);
  SimulationOf<MinimalAdaptive> simulation({net, traffic, control, {}, {}}, routing);
  simulation.run_until(400_us);
  const Counters counters = simulation.counters();
  const Batch half =
      counters.batches.total(counters.batches.complete(200_us), counters.batches.complete(400_us));
  const double share =
      static_cast<double>(half.delivered.wire_bytes) / static_cast<double>(half.offered.wire_bytes);
  EXPECT_NEAR(share, 1, 0.01);
}

TEST(Simulation, ControlledChannelsFollowTheLoadAndKeepTheirTime) {
  const Network net = butterfly(4, 4, 3);
  const UniformPoisson traffic = uniform(net, 0.1);
  const HalveDouble policy;
  const Control control(RateLevels({{2'500'000'000}, {5'000'000'000}, 10_Gbps, 20_Gbps, 40_Gbps}), policy,
                        10_us, 1_us);
  const auto look = [&](const Simulation& simulation) {
    const Counters counters = simulation.counters();
    EXPECT_GT(counters.packets_delivered, counters.packets_made * 9 / 10);
    std::int64_t slow = 0, all = 0;
    for (PortId c = 0; c < net.channels(); ++c)
      for (std::size_t i = 0; i < 10; ++i) {
        all += simulation.state().control.time_in[c * 10 + i];
        if (i < 3) slow += simulation.state().control.time_in[c * 10 + i];
      }
    EXPECT_GT(slow, all / 2);
  };
  expect_same_bits({net, traffic, control, {}, {}}, prepared<MinimalAdaptive>(net), 1_ms,
                   {{}, {.threads = 2}, {.threads = 4}}, look);
}

/// Each host keeps two messages under way, and the destination answers each with a short one.
struct Conversation final : Traffic {
  std::uint32_t hosts = 0;
  Message next(HostId host, Picoseconds now, HostMemory& memory) const override {
    if (memory.state[0]++ >= 2) return {};
    return {.at = now + 1_ns, .destination = (host + 3) % hosts, .size = 5000_B, .tag = 1};
  }
  bool listens() const override { return true; }
  Message delivered(const Delivery& d, HostMemory&) const override {
    if (d.tag == 2) return {};
    return {.at = {}, .destination = d.source, .size = 64_B, .tag = 2};
  }
  Message acknowledged(const Delivery& d, Picoseconds now, HostMemory& memory) const override {
    if (d.tag == 2) return {};
    const auto to = static_cast<HostId>(memory.random.below(hosts - 1));
    return {.at = now, .destination = to >= d.source ? to + 1 : to, .size = 5000_B, .tag = 1};
  }
  Picoseconds acknowledge_after() const override { return 1_us; }
};

TEST(Simulation, ListeningWorkloadsHearOfEveryMessageOnAnyNumberOfThreadsAndRanks) {
  const Network net = butterfly(3, 4, 3);
  Conversation traffic;
  traffic.hosts = net.hosts;
  const Control control(net.classes[0].rate);
  const auto look = [&](const Simulation& simulation) {
    const Counters counters = simulation.counters();
    EXPECT_GT(counters.messages_delivered, 100u * net.hosts);
    // Two under way per host, each with its answer: never more.
    EXPECT_LE(counters.messages_made - counters.messages_delivered, 4u * net.hosts);
  };
  expect_same_bits({net, traffic, control, {}, {}}, prepared<MinimalAdaptive>(net), 300_us,
                   {{}, {.threads = 2}, {.threads = 4}, {.ranks = 3}}, look);
}

TEST(Simulation, HasTheSameDigestOnEveryMachineAndCompiler) {
  const Network net = butterfly(4, 4, 3);
  const UniformPoisson traffic = uniform(net, 0.6);
  const HalveDouble policy;
  const Control control(RateLevels({10_Gbps, 20_Gbps, 40_Gbps}), policy, 10_us, 1_us);
  const auto routing = prepared<MinimalAdaptive>(net);
  SimulationOf<MinimalAdaptive> simulation({net, traffic, control, {}, {}}, routing);
  simulation.run_until(200_us);
  EXPECT_EQ(simulation.counters().digest, 3475913080858661623u);
}

TEST(Simulation, CongestedRunKeepsItsDigest) {
  // Full buffers, heads that wait, two virtual channels at each input.
  const Network net = butterfly(8, 8, 3);
  const UniformPoisson traffic = uniform(net, 0.8);
  const Control control(net.classes[0].rate);
  const auto routing = prepared<Valiant>(net);
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.hosts.packet = 1000_B;
  setup.switches.input_buffer = 3000_B, setup.switches.output_queue = 2100_B;
  for (const auto& [speedup, digest] : {std::pair{1.0, 0xe1593afb91db0d88u}, {2.0, 0x4b1e6e96183fa41eu}})
    for (std::size_t threads : {1, 2}) {
      setup.switches.speedup = speedup, setup.threads = threads;
      SimulationOf<Valiant> simulation(setup, routing);
      simulation.run_until(60_us);
      expect_balanced(simulation);
      EXPECT_EQ(simulation.counters().digest, digest);
    }
}

TEST(Simulation, IdleTimeCostsNothing) {
  const Network net = butterfly(8, 8, 3);
  ScriptedTraffic traffic;
  traffic.lines = {
      {0, {.at = {10'000'000'000'000}, .destination = 9, .size = 1000_B, .tag = 0}}};  // after ten seconds
  const Control control(net.classes[0].rate);
  const auto routing = prepared<MinimalAdaptive>(net);
  SimulationOf<MinimalAdaptive> simulation({net, traffic, control, {}, {}}, routing);
  simulation.run_until(Picoseconds{11'000'000'000'000});
  EXPECT_EQ(simulation.counters().messages_delivered, 1u);
  EXPECT_LT(simulation.counters().events, 10u);
  expect_balanced(simulation);
}

}  // namespace
}  // namespace ebb::inline engine
