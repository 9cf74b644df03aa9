#include "traffic/job/rehearsal.hpp"

#include <gtest/gtest.h>

#include "engine/engine_testing.hpp"
#include "traffic/traffic_measure.hpp"
#include "traffic/traffic_testing.hpp"

namespace ebb::inline traffic {
namespace {

constexpr Cutting cutting{{1'000}, {0}};

std::vector<SentMessage> rehearsed(const Traffic& traffic, const Network& network, Picoseconds until) {
  std::vector<SentMessage> messages;
  EXPECT_EQ(to_text(rehearse(traffic, network, cutting, 1, until,
                             [&](const SentMessage& m) { messages.push_back(m); })),
            "");
  return messages;
}

TEST(Rehearsal, GivesWhatEachHostSendsInTheOrderOfTime) {
  ScriptedTraffic traffic;
  traffic.lines = {{2, {.at = 1_us, .destination = 0, .size = 10_B, .tag = 0}},
                   {0, {.at = 3_us, .destination = 1, .size = 20_B, .tag = 0}},
                   {2, {.at = 3_us, .destination = 1, .size = 0_B, .tag = 0}},  // requests another call
                   {2, {.at = 5_us, .destination = 1, .size = 30_B, .tag = 0}},
                   {1, {.at = 9_us, .destination = 0, .size = 40_B, .tag = 0}}};
  const std::vector<SentMessage> expected = {{1_us, 2, 0, 10_B}, {3_us, 0, 1, 20_B}, {5_us, 2, 1, 30_B}};
  EXPECT_EQ(rehearsed(traffic, ring_of_switches({3}), 9_us), expected);
}

/// Host 0 sends host 1 two requests at time 0; host 1 responds to each; host 0 is notified of each delivery
/// after 5 us.
struct Requesting final : Traffic {
  Message next(HostId host, Picoseconds now, HostMemory& memory) const override {
    if (host != 0 || memory.state[0]++ >= 2) return {};
    return {.at = now, .destination = 1, .size = 1'000_B, .tag = 7};
  }
  bool listens() const override { return true; }
  Message delivered(const Delivery& d, HostMemory&) const override {
    return d.tag == 7 ? Message{.at = d.at, .destination = d.source, .size = 500_B, .tag = 8} : Message{};
  }
  Message acknowledged(const Delivery& d, Picoseconds now, HostMemory&) const override {
    return d.tag == 7 && d.born.v == 0 ? Message{.at = now, .destination = 2, .size = 1_B, .tag = 9}
                                       : Message{};
  }
  Picoseconds acknowledge_after() const override { return 5_us; }
};

// 1,000 bytes take 200 ns at 40 Gb/s; the second one waits for the first; each arrives 1 us after it has
// left.
TEST(Rehearsal, DeliversAtFullRateInOrderAndLetsServersAnswer) {
  const std::vector<SentMessage> expected = {
      {0_ps, 0, 1, 1'000_B},   {0_ps, 0, 1, 1'000_B}, {1'200_ns, 1, 0, 500_B},
      {1'400_ns, 1, 0, 500_B}, {6'200_ns, 0, 2, 1_B}, {6'400_ns, 0, 2, 1_B},
  };
  EXPECT_EQ(rehearsed(Requesting{}, ring_of_switches({3}), 1_ms), expected);
}

TrafficFigures measured(const Network& network, const std::vector<SentMessage>& messages, Picoseconds time) {
  TrafficMeasure measure(network, cutting, 1, time);
  for (const SentMessage& m : messages) measure.add(m);
  return measure.figures();
}

// Two hosts on one switch, four channels: 5,000 bytes occupy two of them for 1 us of 10.
TEST(TrafficMeasure, CountsLoadAndUtilisation) {
  const TrafficFigures f =
      measured(ring_of_switches({2}), {{0_us, 0, 1, 5'000_B}, {10_us, 0, 1, 1_B}}, 10_us);
  EXPECT_EQ(f.messages, 1u);
  EXPECT_EQ(f.packets, 5u);
  EXPECT_DOUBLE_EQ(f.load, 0.05);
  EXPECT_DOUBLE_EQ(f.utilisation, 0.05);
  EXPECT_EQ(f.hosts[0].bytes_sent, 5'000u);
  EXPECT_EQ(f.hosts[1].bytes_received, 5'000u);
  EXPECT_EQ(f.hosts[1].bytes_sent, 0u);
  EXPECT_FALSE(f.dispersion[0].one_host);  // one window is not enough
}

// Across a ring of four switches a message occupies four channels; the two host channels are two of them.
TEST(TrafficMeasure, CountsEachHop) {
  const Network network = ring_of_switches({1, 1, 1, 1});
  const TrafficFigures f = measured(network, {{0_us, 0, 2, 5'000_B}}, 10_us);
  EXPECT_DOUBLE_EQ(f.utilisation, 4 * 0.1 / network.channels());
}

// One packet in each window of 10 us: no variance. Ten in every tenth: mean 1, variance 9.
TEST(TrafficMeasure, KnowsTheDispersionOfRegularAndOfLumpedPackets) {
  const Network network = ring_of_switches({2});
  std::vector<SentMessage> regular, lumped;
  for (int i = 0; i < 100; ++i) regular.push_back({10_us * i, 0, 1, 1'000_B});
  for (int i = 0; i < 10; ++i) lumped.push_back({100_us * i, 0, 1, 10'000_B});
  EXPECT_DOUBLE_EQ(*measured(network, regular, 1_ms).dispersion[0].one_host, 0);
  EXPECT_DOUBLE_EQ(*measured(network, regular, 1_ms).dispersion[0].all_hosts, 0);
  EXPECT_DOUBLE_EQ(*measured(network, lumped, 1_ms).dispersion[0].one_host, 9);
  EXPECT_DOUBLE_EQ(*measured(network, lumped, 1_ms).dispersion[1].one_host, 0);  // 100 us: ten in each
  EXPECT_EQ(measured(network, lumped, 1_ms).dispersion[1].windows, 10u);
}

TEST(TrafficMeasure, SeesPoissonPacketsAsSuchAtEveryTimescale) {
  const Network network = butterfly(4, 4, 2);
  const auto traffic = uniform(network, 0.02);
  const TrafficFigures f = measured(network, rehearsed(traffic, network, 200_ms), 200_ms);
  EXPECT_NEAR(f.load, 0.02, 0.0004);
  for (const Dispersion& d : f.dispersion) {
    EXPECT_NEAR(*d.one_host, 1, 0.15) << d.window.v;
    if (d.windows >= 100) {
      EXPECT_NEAR(*d.all_hosts, 1, 0.25) << d.window.v;
    }
  }
}

}  // namespace
}  // namespace ebb::inline traffic
