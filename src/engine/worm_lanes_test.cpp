// Virtual lanes of worms: shares, priority, independence, and the same bits with every executor.
#include <gtest/gtest.h>

#include "engine/lanes_testing.hpp"
#include "power/policy/halve_double.hpp"
#include "routing/grid/grid_adaptive.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline engine::worm_lanes_test {
namespace {

TEST(WormLanes, SaturatedOutputIsSharedAsTheWeightsSay) {
  const Network net = star(3);
  Saturating traffic;
  traffic.to = 2;
  SwitchSettings switches = with_lanes(2);
  // A packet takes 51.2 ns of 40 Gb/s: some 1,950 in 100 us. Three of lane 0, one of lane 1, and again.
  switches.lanes.weights = {3, 1};
  EXPECT_NEAR(packets_over(counters_after(net, traffic, switches, 100_us), 0, 1), 3, 0.02);
  switches.lanes.weights = {1, 7};
  EXPECT_NEAR(packets_over(counters_after(net, traffic, switches, 100_us), 1, 0), 7, 0.06);
  switches.lanes.weights = {};
  EXPECT_NEAR(packets_over(counters_after(net, traffic, switches, 100_us), 0, 1), 1, 0.01);
}

TEST(WormLanes, SaturatedHostSharesItsWireAsTheWeightsSay) {
  const Network net = star(2);
  Saturating traffic;
  traffic.to = 1, traffic.by_host = false;
  SwitchSettings switches = with_lanes(2);
  switches.lanes.weights = {3, 1};
  EXPECT_NEAR(packets_over(counters_after(net, traffic, switches, 100_us), 0, 1), 3, 0.02);
}

TEST(WormLanes, PathFromAnInputIsSharedAsTheWeightsSay) {
  // Host 0 sends to hosts 2 and 3, a lane each, over a channel that is faster than theirs. One worm moves
  // from an input at a time, so they share the crossbar input at the end of that channel.
  struct TwoPairs final : Traffic {
    Message next(HostId host, Picoseconds now, HostMemory& memory) const override {
      if (host != 0) return {};
      const auto level = static_cast<std::uint8_t>(memory.state[0]++ % 2);
      return {.at = now + 10_ns, .destination = HostId{2} + level, .size = 256_B, .tag = 0, .level = level};
    }
  };
  Network net = star(4);
  net.classes.push_back(net.classes[0]);
  net.classes.back().rate = 100_Gbps;
  const PortId port = net.host_port(0);
  net.link_class[port] = net.link_class[net.peer[port]] = static_cast<std::uint8_t>(net.classes.size() - 1);
  SwitchSettings switches = with_lanes(2);
  switches.speedup = 1, switches.lanes.weights = {3, 1};
  EXPECT_NEAR(packets_over(counters_after(net, TwoPairs{}, switches, 100_us), 0, 1), 3, 0.06);
  switches.lanes.weights = {1, 5};
  EXPECT_NEAR(packets_over(counters_after(net, TwoPairs{}, switches, 100_us), 1, 0), 5, 0.1);
}

TEST(WormLanes, PriorityStarvesNobodyBeyondItsLimit) {
  const Network net = star(3);
  Saturating traffic;
  traffic.to = 2;
  SwitchSettings switches = with_lanes(2);
  // 2 KiB are 8 packets: then the other lane has one.
  switches.lanes.high = 1, switches.lanes.limit = 2_KiB;
  EXPECT_NEAR(packets_over(counters_after(net, traffic, switches, 100_us), 0, 1), 8, 0.1);
  switches.lanes.limit = {0};
  EXPECT_NEAR(packets_over(counters_after(net, traffic, switches, 100_us), 0, 1), 1, 0.01);
}

TEST(WormLanes, PriorityIsFeltAtOnce) {
  // At 95 % of a wire, packets of the high-priority lane wait for at most one packet.
  const Network net = star(3);
  struct TwoLoads final : Traffic {
    Message next(HostId host, Picoseconds now, HostMemory& memory) const override {
      if (host == 2) return {};
      const double gap = host == 0 ? 600'000 : 60'000;  // 8.5 and 85 % of the wire
      return {.at = {now.v + static_cast<std::int64_t>(memory.random.exponential() * gap)},
              .destination = 2,
              .size = 256_B,
              .tag = 0,
              .level = static_cast<std::uint8_t>(host)};
    }
  };
  const auto wait_of = [&](std::int64_t high) {
    SwitchSettings switches = with_lanes(2);
    switches.lanes.high = high, switches.lanes.limit = 1024_KiB;
    const Counters counters = counters_after(net, TwoLoads{}, switches, 1_ms);
    return static_cast<double>(counters.lanes[0].network_ps) / static_cast<double>(counters.lanes[0].packets);
  };
  const double lone = 51'200 + 100'000 + 2 * static_cast<double>(net.classes[0].delay.v);
  EXPECT_LT(wait_of(1), lone + 51'200 * 0.85);
  EXPECT_GT(wait_of(0), wait_of(1));
}

TEST(WormLanes, ZeroLoadLatencyIsThatWithoutLanes) {
  const Network net = butterfly(4, 4, 3);
  ScriptedTraffic traffic;
  for (std::uint8_t level = 0; level < 4; ++level)
    traffic.lines.push_back(
        {0, {.at = {10'000'000 * (level + 1)}, .destination = 63, .size = 1024_B, .tag = 0, .level = level}});
  const auto latencies = [&](std::int64_t lanes, std::int64_t flits) {
    const Control control(net.classes[0].rate);
    HostSettings hosts;
    hosts.packet = 1024_B;
    const auto routing = prepared<MinimalAdaptive>(net);
    SimulationOf<MinimalAdaptive> simulation({net, traffic, control, with_lanes(lanes, flits), hosts},
                                             routing);
    simulation.run_until(100_us);
    expect_balanced(simulation);
    const Counters counters = simulation.counters();
    const auto all = counters.batches.total(0, counters.batches.complete(100_us)).message_latency;
    EXPECT_EQ(counters.messages_delivered, 4u);
    return std::pair(all.min(), all.max());
  };
  for (const std::int64_t flits : {4, 100}) {
    // 3 x 140,000 + 16 x 12,800 + 40,000; with buffers of four flits the worked example of
    // docs/notes/worked-examples.md.
    const Picoseconds expected{flits == 4 ? 1'389'600 : 664'800};
    EXPECT_EQ(latencies(1, flits), std::pair(expected, expected));
    EXPECT_EQ(latencies(4, flits), std::pair(expected, expected));
  }
}

TEST(WormLanes, FullLaneHoldsUpNoOther) {
  // Every host sends to host 0 on lane 1 as fast as it can, and a little on lane 0 to its neighbour.
  struct HotSpotBeside final : Traffic {
    std::uint32_t hosts = 0;
    std::uint8_t second = 1;
    Message next(HostId host, Picoseconds now, HostMemory& memory) const override {
      const bool probe = memory.state[0]++ % 50 == 0;
      const HostId to = probe || host == 0 ? (host + 1) % hosts : 0;
      return {.at = now + 200_ns,
              .destination = to,
              .size = 256_B,
              .tag = 0,
              .level = probe ? std::uint8_t{0} : second};
    }
  };
  const Network net = butterfly(2, 4, 3);
  HotSpotBeside traffic;
  traffic.hosts = net.hosts;
  const auto routing = prepared<MinimalAdaptive>(net);
  const Control control(net.classes[0].rate);
  const auto run = [&](std::uint8_t second) {
    traffic.second = second;
    SimulationOf<MinimalAdaptive> simulation({net, traffic, control, with_lanes(2, 8), packets_of_256()},
                                             routing);
    simulation.run_until(300_us);
    expect_balanced(simulation);
    EXPECT_TRUE(find_deadlock(simulation).empty());
    return simulation.counters().lanes[0];
  };
  const LaneCounts apart = run(1);
  ASSERT_GT(apart.packets, 500u);
  EXPECT_LT(static_cast<double>(apart.packet_ps) / static_cast<double>(apart.packets), 1.5e6);
  const LaneCounts together = run(0);
  EXPECT_GT(static_cast<double>(together.packet_ps) / static_cast<double>(together.packets), 10e6);
}

struct Case {
  std::int64_t lanes, flits, high;
  double speedup, load;
  std::int64_t behind = 0;  ///< flits of a lane behind the crossbar
};
const std::vector<Case> cases{{2, 4, 0, 1, 0.5},    {3, 8, 1, 1, 0.7},     {4, 3, 2, 2, 0.9},
                              {2, 64, 1, 4, 0.6},   {2, 4, 0, 1, 0.5, 4},  {3, 8, 1, 1, 0.7, 1},
                              {4, 3, 2, 2, 0.9, 9}, {2, 64, 1, 4, 0.6, 64}};

SwitchSettings settings_of(const Case& c) {
  SwitchSettings switches = with_lanes(c.lanes, c.flits);
  switches.lanes.high = c.high, switches.lanes.limit = 512_B;
  switches.lanes.weights.assign(static_cast<std::size_t>(c.lanes), 2), switches.lanes.weights[0] = 1;
  switches.speedup = c.speedup, switches.output_buffer = {64 * c.behind};
  switches.pipeline = {12'345}, switches.credit_time = {7'001};
  return switches;
}

TEST(WormLanes, TrainsAreOnlyAWayToCount) {
  const Network net = torus_of_16();
  for (const Case& c : cases) {
    Mixed traffic(uniform(net, c.load, 700_B));
    traffic.end = 1_us;
    const auto routing = prepared<GridAdaptive>(net);
    std::vector<std::uint64_t> digests;
    for (const std::int64_t longest : {std::int64_t{1}, std::int64_t{2}, std::int64_t{5}, INT64_MAX}) {
      SwitchSettings switches = settings_of(c);
      switches.longest_burst = longest;
      const Control control(net.classes[0].rate);
      SimulationOf<GridAdaptive> simulation({net, traffic, control, switches, packets_of_256()}, routing);
      simulation.run_until(40_us);
      expect_balanced(simulation);
      EXPECT_EQ(simulation.counters().packets_delivered, simulation.counters().packets_made);
      digests.push_back(simulation.counters().digest);
    }
    EXPECT_EQ(digests, std::vector(digests.size(), digests[0]))
        << c.lanes << " lanes of " << c.flits << ", behind the crossbar " << c.behind;
  }
}

TEST(WormLanes, SameBitsOnThreadsAndRanksAndPlain) {
  const Network net = torus_of_16();
  for (const Case& c : cases) {
    const Mixed traffic(uniform(net, c.load, 700_B));
    const auto routing = prepared<GridAdaptive>(net);
    const HalveDouble policy;
    const Control fixed(net.classes[0].rate);
    const Control changing(RateLevels({10_Gbps, 20_Gbps, 40_Gbps}), policy, 2_us, 300_ns);
    for (const Control* control : {&fixed, &changing}) {
      SimulationSetup setup{net, traffic, *control, settings_of(c), packets_of_256()};
      std::vector<Sharing> sharings{
          {}, {.ranks = 2}, {.threads = 2}, {.threads = 4, .blocks = 8}, {.ranks = 3, .threads = 2}};
      std::uint64_t digest = 0;
      expect_same_bits(setup, routing, 5_us, sharings, [&](const Simulation& s) {
        if (s.exchange().ranks() == 1) digest = s.counters().digest;
      });
      setup.executor = ExecutorKind::plain;
      SimulationOf<GridAdaptive> plain(setup, routing);
      plain.run_until(5_us);
      expect_balanced(plain);
      EXPECT_EQ(plain.counters().digest, digest);
    }
  }
}

}  // namespace
}  // namespace ebb::inline engine::worm_lanes_test
