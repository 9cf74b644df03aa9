// Virtual lanes of whole packets: the times of packets without lanes where no packet waits, the shares of
// lanes where packets wait, and the same bits with every executor.
#include <gtest/gtest.h>

#include "engine/lanes_testing.hpp"
#include "power/policy/halve_double.hpp"
#include "routing/grid/grid_adaptive.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline engine {
namespace {

const std::vector<Forwarding> both{Forwarding::cut_through, Forwarding::store_and_forward};

/// Returns the shortest and the longest latency of four packets of 1,024 bytes, each alone.
std::pair<Picoseconds, Picoseconds> lone_packets(const Network& net, const SwitchSettings& switches) {
  ScriptedTraffic traffic;
  for (std::uint8_t level = 0; level < 4; ++level)
    traffic.lines.push_back(
        {0, {.at = {10'000'000 * (level + 1)}, .destination = 63, .size = 1024_B, .tag = 0, .level = level}});
  const Control control(net.classes[0].rate);
  HostSettings hosts;
  hosts.packet = 1024_B;
  const auto routing = prepared<MinimalAdaptive>(net);
  SimulationOf<MinimalAdaptive> simulation({net, traffic, control, switches, hosts}, routing);
  simulation.run_until(100_us);
  expect_balanced(simulation);
  const Counters counters = simulation.counters();
  EXPECT_EQ(counters.messages_delivered, 4u);
  const auto all = counters.batches.total(0, counters.batches.complete(100_us)).message_latency;
  return {all.min(), all.max()};
}

TEST(PacketLanes, ALonePacketTakesItsTimeWithoutLanes) {
  Network net = butterfly(4, 4, 3);
  // 3 x 140,000 + 204,800 + 40,000; stored it is 204,800 longer in each of three switches.
  const std::vector<std::int64_t> expected{664'800, 1'279'200};
  for (std::size_t i = 0; i < both.size(); ++i) {
    const auto times = std::pair(Picoseconds{expected[i]}, Picoseconds{expected[i]});
    EXPECT_EQ(lone_packets(net, with_lanes(1, 16, both[i])), times);
    EXPECT_EQ(lone_packets(net, with_lanes(4, 16, both[i])), times);
  }
  // Where it comes in more slowly than it leaves, it waits until it can leave without a gap.
  net.classes.push_back(net.classes[0]);
  net.classes.back().rate = 10_Gbps;
  const PortId port = net.host_port(0);
  net.link_class[port] = net.link_class[net.peer[port]] = static_cast<std::uint8_t>(net.classes.size() - 1);
  EXPECT_EQ(lone_packets(net, with_lanes(4, 16, Forwarding::cut_through)),
            lone_packets(net, with_lanes(1, 16, Forwarding::cut_through)));
  // Stored: 819,200 on the first wire instead of 204,800.
  const Picoseconds stored{1'279'200 + 819'200 - 204'800};
  EXPECT_EQ(lone_packets(net, with_lanes(4, 16, Forwarding::store_and_forward)), std::pair(stored, stored));
}

TEST(PacketLanes, SaturatedWiresAreSharedAsTheWeightsSay) {
  for (const Forwarding forwarding : both) {
    SwitchSettings switches = with_lanes(2, 64, forwarding);
    switches.lanes.weights = {3, 1};
    Saturating traffic;
    traffic.to = 2;
    // A packet takes 51.2 ns of 40 Gb/s: some 1,950 in 100 us.
    const Counters at_output = counters_after(star(3), traffic, switches, 100_us);
    EXPECT_NEAR(packets_over(at_output, 0, 1), 3, 0.02);
    EXPECT_NEAR(static_cast<double>(at_output.packets_delivered), 1'950, 10);
    traffic.to = 1, traffic.by_host = false;
    EXPECT_NEAR(packets_over(counters_after(star(2), traffic, switches, 100_us), 0, 1), 3, 0.02);
  }
}

TEST(PacketLanes, APacketLeavesOnlyWhereAllOfItFits) {
  // Of seven flits a packet of four leaves three free, so the next one leaves when the first flit's credit is
  // back, and a worm's head would not wait. Stored, a packet takes 51.2 ns to come in; then 100 of pipeline,
  // 12.8 of wire, and the credit 100 and twice the cable.
  const Network net = star(2);
  Saturating traffic;
  traffic.to = 1, traffic.levels = 1;
  const double cable = static_cast<double>(net.classes[0].delay.v);
  for (const Forwarding forwarding : both) {
    const Counters counters = counters_after(net, traffic, with_lanes(2, 7, forwarding), 100_us);
    const double stored = forwarding == Forwarding::store_and_forward ? 51'200 : 0;
    EXPECT_NEAR(static_cast<double>(counters.packets_delivered), 100e6 / (212'800 + stored + 2 * cable), 2);
  }
}

struct Case {
  std::int64_t lanes, flits, high;
  double speedup, load;
  std::int64_t behind = 0;  ///< flits of a lane behind the crossbar
};
const std::vector<Case> cases{{2, 4, 0, 1, 0.5},    {3, 9, 1, 1, 0.7},     {4, 6, 2, 2, 0.9},
                              {2, 64, 1, 4, 0.6},   {2, 4, 0, 1, 0.5, 4},  {3, 9, 1, 1, 0.7, 7},
                              {4, 6, 2, 2, 0.9, 9}, {2, 64, 1, 4, 0.6, 64}};

SwitchSettings settings_of(const Case& c, Forwarding forwarding) {
  SwitchSettings switches = with_lanes(c.lanes, c.flits, forwarding);
  switches.lanes.high = c.high, switches.lanes.limit = 512_B;
  switches.lanes.weights.assign(static_cast<std::size_t>(c.lanes), 2), switches.lanes.weights[0] = 1;
  switches.speedup = c.speedup, switches.cell = 32_B, switches.output_buffer = {64 * c.behind};
  switches.pipeline = {12'345}, switches.credit_time = {7'001};
  return switches;
}

TEST(PacketLanes, SameBitsOnThreadsAndRanksAndPlain) {
  const Network net = torus_of_16();
  const auto routing = prepared<GridAdaptive>(net);
  const HalveDouble policy;
  const Control fixed(net.classes[0].rate);
  const Control changing(RateLevels({10_Gbps, 20_Gbps, 40_Gbps}), policy, 2_us, 300_ns);
  for (const Case& c : cases)
    for (const Forwarding forwarding : both)
      for (const Control* control : {&fixed, &changing}) {
        const Mixed traffic(uniform(net, c.load, 700_B));
        SimulationSetup setup{net, traffic, *control, settings_of(c, forwarding), packets_of_256()};
        std::vector<Sharing> sharings{
            {}, {.ranks = 2}, {.threads = 2}, {.threads = 4, .blocks = 8}, {.ranks = 3, .threads = 2}};
        expect_same_bits(setup, routing, 4_us, sharings);
        setup.executor = ExecutorKind::plain;
        SimulationOf<GridAdaptive> plain(setup, routing);
        plain.run_until(4_us);
        expect_balanced(plain);
        setup.executor = ExecutorKind::threads;
        SimulationOf<GridAdaptive> again(setup, routing);
        again.run_until(4_us);
        EXPECT_EQ(plain.counters().digest, again.counters().digest);
      }
}

/// Whatever was sent arrives, and every cell that was written is read.
TEST(PacketLanes, EverythingArrives) {
  const Network net = torus_of_16();
  const auto routing = prepared<GridAdaptive>(net);
  const Control control(net.classes[0].rate);
  for (const Case& c : cases)
    for (const Forwarding forwarding : both) {
      Mixed traffic(uniform(net, c.load, 700_B));
      traffic.end = 2_us;
      SimulationOf<GridAdaptive> simulation(
          {net, traffic, control, settings_of(c, forwarding), packets_of_256()}, routing);
      simulation.run_until(60_us);
      expect_balanced(simulation);
      EXPECT_TRUE(find_deadlock(simulation).empty());
      EXPECT_GT(simulation.counters().packets_made, 50u);
      EXPECT_EQ(simulation.counters().packets_delivered, simulation.counters().packets_made);
    }
}

}  // namespace
}  // namespace ebb::inline engine
