// Lanes behind the crossbar (switch.output_buffer): times by hand, where they let a packet pass, and the
// shares of virtual lanes. That all executors agree is tested with the cases of worm_test.cpp,
// worm_lanes_test.cpp and packet_lanes_test.cpp; every picosecond in worm_cycles_test.cpp.
#include <gtest/gtest.h>

#include "engine/lanes_testing.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline engine::output_lanes_test {
namespace {

const std::vector<Forwarding> all{Forwarding::wormhole, Forwarding::cut_through,
                                  Forwarding::store_and_forward};

SwitchSettings buffered(Forwarding forwarding, std::int64_t lanes, std::int64_t flits, std::int64_t behind) {
  SwitchSettings switches = with_lanes(lanes, flits, forwarding);
  switches.output_buffer = {64 * behind};
  return switches;
}

/// Returns the longest latency of these messages, each of one packet of 256 bytes.
Picoseconds longest_latency(const Network& net, const ScriptedTraffic& traffic,
                            const SwitchSettings& switches) {
  const Control control(net.classes[0].rate);
  SimulationOf<Straight> simulation({net, traffic, control, switches, packets_of_256()}, Straight{});
  simulation.run_until(10_us);
  expect_balanced(simulation);
  const Counters counters = simulation.counters();
  EXPECT_EQ(counters.messages_delivered, traffic.lines.size());
  return counters.batches.total(0, counters.batches.complete(10_us)).message_latency.max();
}

ScriptedTraffic packets(std::vector<std::tuple<HostId, HostId, std::uint8_t>> from_to_level) {
  ScriptedTraffic traffic;
  for (const auto& [from, to, level] : from_to_level)
    traffic.lines.push_back({from, {.at = 1_ns, .destination = to, .size = 256_B, .tag = 0, .level = level}});
  return traffic;
}

constexpr std::int64_t wire = 51'200, pipeline = 100'000;  // of 256 bytes at 40 Gb/s

TEST(OutputLanes, ALonePacketTakesItsTimeWithoutThem) {
  const Network net = star(2);
  const std::int64_t cable = net.classes[0].delay.v;
  for (const Forwarding forwarding : all) {
    const std::int64_t stored = forwarding == Forwarding::store_and_forward ? wire : 0;
    const Picoseconds expected{2 * cable + pipeline + wire + stored};
    for (const std::int64_t behind : {0, 4, 64})
      EXPECT_EQ(longest_latency(net, packets({{0, 1, 0}}), buffered(forwarding, 2, 64, behind)), expected);
  }
  // A worm needs one slot: each flit leaves as it crosses.
  EXPECT_EQ(longest_latency(net, packets({{0, 1, 0}}), buffered(Forwarding::wormhole, 1, 64, 1)),
            Picoseconds{2 * cable + pipeline + wire});
}

TEST(OutputLanes, APacketThatWaitsForItsWireLetsTheNextOnePass) {
  // Hosts 0 and 1 send to host 2 in lanes of their own, host 1 a second packet to host 3. Heads are routed at
  // T; host 0's has the wire until T + W. Host 1's first packet crosses beside it, as two lanes can, and its
  // second one finds the crossbar input free at T + W. Without lanes behind the crossbar it is T + 2 W.
  const Network net = star(4);
  const std::int64_t cable = net.classes[0].delay.v;
  const ScriptedTraffic traffic = packets({{0, 2, 0}, {1, 2, 1}, {1, 3, 1}});
  for (const Forwarding forwarding : all) {
    const std::int64_t stored = forwarding == Forwarding::store_and_forward ? wire : 0;
    const std::int64_t routed = cable + pipeline + stored;
    EXPECT_EQ(longest_latency(net, traffic, buffered(forwarding, 2, 64, 0)),
              Picoseconds{routed + 3 * wire + cable});
    EXPECT_EQ(longest_latency(net, traffic, buffered(forwarding, 2, 64, 4)),
              Picoseconds{routed + 2 * wire + cable});
    // One worm at a time crosses to an output with a speedup of 1: host 1's first packet from T + W on, the
    // second one after it.
    SwitchSettings slow = buffered(forwarding, 2, 64, 4);
    slow.speedup = 1;
    EXPECT_EQ(longest_latency(net, traffic, slow), Picoseconds{routed + 3 * wire + cable});
  }
}

TEST(OutputLanes, SpaceBehindTheCrossbarEndsWithItsSlots) {
  // Host 1 sends two packets to host 2 behind host 0's, and a third to host 3, all in lane 1 but host 0's.
  // With slots for two, both cross while host 0's packet and then the first of them leave, so the third is
  // routed at T + 2 W. With slots for one, the second crosses as the first one leaves: as a whole it needs
  // all slots, which are free at T + 2 W, when the third one waits until T + 3 W. A worm crosses flit by
  // flit, right behind the slots: one flit later than the first one leaves.
  const Network net = star(4);
  const std::int64_t cable = net.classes[0].delay.v, flit = wire / 4;
  const ScriptedTraffic traffic = packets({{0, 2, 0}, {1, 2, 1}, {1, 2, 1}, {1, 3, 1}});
  for (const Forwarding forwarding : all) {
    const std::int64_t stored = forwarding == Forwarding::store_and_forward ? wire : 0;
    const std::int64_t routed = cable + pipeline + stored;
    EXPECT_EQ(longest_latency(net, traffic, buffered(forwarding, 2, 64, 8)),
              Picoseconds{routed + 3 * wire + cable});
    const std::int64_t waits = forwarding == Forwarding::wormhole ? flit : wire;
    EXPECT_EQ(longest_latency(net, traffic, buffered(forwarding, 2, 64, 4)),
              Picoseconds{routed + 3 * wire + waits + cable});
  }
}

TEST(OutputLanes, SaturatedWireIsSharedAsTheWeightsSay) {
  const Network net = star(3);
  Saturating traffic;
  traffic.to = 2;
  for (const Forwarding forwarding : all)
    for (const double speedup : {1.0, 2.0}) {
      SwitchSettings switches = buffered(forwarding, 2, 64, 16);
      switches.speedup = speedup, switches.lanes.weights = {3, 1};
      const Counters counters = counters_after(net, traffic, switches, 100_us);
      EXPECT_NEAR(packets_over(counters, 0, 1), 3, 0.05) << name_of(forwarding) << " " << speedup;
      EXPECT_NEAR(static_cast<double>(counters.packets_delivered), 1'950, 10) << name_of(forwarding);
    }
}

TEST(OutputLanes, PriorityStarvesNobodyBeyondItsLimit) {
  const Network net = star(3);
  Saturating traffic;
  traffic.to = 2;
  for (const Forwarding forwarding : all) {
    SwitchSettings switches = buffered(forwarding, 2, 64, 16);
    // 2 KiB are 8 packets: then the other lane has one.
    switches.lanes.high = 1, switches.lanes.limit = 2_KiB;
    EXPECT_NEAR(packets_over(counters_after(net, traffic, switches, 100_us), 0, 1), 8, 0.1);
  }
}

}  // namespace
}  // namespace ebb::inline engine::output_lanes_test
