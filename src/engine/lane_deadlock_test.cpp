// Whole packets on virtual lanes that wait for each other in a cycle: the lane is found and named, and other
// lanes are not affected.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/clockwise_testing.hpp"
#include "engine/lanes_testing.hpp"
#include "engine/run/run.hpp"

namespace ebb::inline engine {
namespace {

using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

const std::vector<Forwarding> both{Forwarding::cut_through, Forwarding::store_and_forward};

/// Every host sends as fast as it can, in turn to its neighbour (level 0) and half way around (level 1).
/// Packets to neighbours never take two channels of the ring, so they cannot wait for each other.
struct NearAndFar final : Traffic {
  std::uint32_t hosts = 0;
  Message next(HostId host, Picoseconds now, HostMemory& memory) const override {
    const auto level = static_cast<std::uint8_t>(memory.state[0]++ % 2);
    const HostId to = (host + (level == 0 ? 1 : hosts / 2)) % hosts;
    return {.at = now + 30_ns, .destination = to, .size = 256_B, .tag = 0, .level = level};
  }
};

struct Ring {
  Network net = ring_of(6);
  Control control{net.classes[0].rate};
  Clockwise routing{net};
  NearAndFar traffic;

  Ring() { traffic.hosts = net.hosts; }
  SimulationSetup setup(Forwarding forwarding, Bytes behind = {0}) const {
    SimulationSetup setup{net, traffic, control, with_lanes(2, 7, forwarding), packets_of_256()};
    setup.switches.output_buffer = behind;
    return setup;
  }
};

/// Returns which of the ring's channels a line of a deadlock names: that from switch 0 is number 0. -1: a
/// host's.
int channel_in(const std::string& line) {
  for (int s = 0; s < 6; ++s)
    if (line.starts_with("switch " + std::to_string(s) + " -> switch " + std::to_string((s + 1) % 6)))
      return s;
  return -1;
}

void expect_cycle(const Ring& ring, const SimulationSetup& setup) {
  SimulationOf<Clockwise> simulation(setup, ring.routing);
  simulation.run_until(100_us);
  const std::vector<std::string> cycle = find_deadlock(simulation);
  std::vector<int> channels;
  for (const std::string& line : cycle) {
    EXPECT_THAT(line, HasSubstr(", lane 1")) << "the neighbours' lane is not in it";
    if (const int channel = channel_in(line); channel >= 0) {
      channels.push_back(channel);
      EXPECT_THAT(line, EndsWith("lane 1, vc 0"));
    } else {
      EXPECT_THAT(line, StartsWith("host "));
    }
  }
  ASSERT_EQ(channels.size(), 6u) << "each of the ring's channels once";
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(channels[(i + 1) % 6], (channels[i] + 1) % 6) << "each waits for the next";
  expect_balanced(simulation);
}

TEST(LaneDeadlock, NamesTheWholeCircleOfWholePackets) {
  const Ring ring;
  for (const Forwarding forwarding : both) expect_cycle(ring, ring.setup(forwarding));
}

TEST(LaneDeadlock, NamesTheWholeCircleOfBuffersBehindCrossbars) {
  const Ring ring;
  for (const Forwarding forwarding : both) expect_cycle(ring, ring.setup(forwarding, 448_B));
}

TEST(LaneDeadlock, LeavesTheOtherLaneAlone) {
  const Ring ring;
  for (const Forwarding forwarding : both) {
    SimulationOf<Clockwise> simulation(ring.setup(forwarding), ring.routing);
    simulation.run_until(100_us);
    const Counters stuck = simulation.counters();
    simulation.run_until(200_us);
    const Counters later = simulation.counters();
    EXPECT_EQ(later.lanes[1].packets, stuck.lanes[1].packets);
    // A packet of 51.2 ns needs 7 flits of buffer for 212.8 ns and more, as in PacketLanes: some 300 of each
    // of the six hosts arrive in 100 us.
    EXPECT_GT(later.lanes[0].packets - stuck.lanes[0].packets, 1'000u);
    expect_balanced(simulation);
  }
}

TEST(LaneDeadlock, StopsTheRunAndIsTheSameForAllWhoShareIt) {
  const Ring ring;
  for (const Forwarding forwarding : both) {
    SimulationOf<Clockwise> simulation(ring.setup(forwarding), ring.routing);
    RunSettings settings;
    settings.most_time = 5_ms;
    const auto result = run_to_verdict(simulation, settings);
    ASSERT_TRUE(result.ok());
    const std::string shown = to_text(result->failure);
    EXPECT_THAT(shown, HasSubstr("channels wait for each other in a cycle"));
    EXPECT_THAT(shown, HasSubstr("\n      switch 5 -> switch 0 (around), lane 1, vc 0"));
    EXPECT_TRUE(result->partial);
    expect_same_bits(ring.setup(forwarding), ring.routing, 100_us,
                     std::vector<Sharing>{{}, {.ranks = 3}, {.threads = 2}, {.ranks = 2, .threads = 2}});
  }
}

}  // namespace
}  // namespace ebb::inline engine
