// The downstream occupancy of a channel, as its source knows it: closed forms of a lone packet, and
// independence of the executor.
#include <gtest/gtest.h>

#include <mutex>

#include "engine/engine_testing.hpp"
#include "power/policy/history_dvs.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline engine {
namespace {

const RateLevels five_levels({{2'500'000'000}, {5'000'000'000}, 10_Gbps, 20_Gbps, 40_Gbps});

/// Keeps every rate, and sums the downstream occupancy of all channels for each evaluation.
struct Looks final : Policy {
  bool looks = true;
  mutable std::vector<double> seen;  ///< by evaluation: share times picoseconds, of all channels
  Problems check() const override { return {}; }
  Requirements requirements() const override { return {.downstream = looks}; }
  Decision decide(const ChannelView& channel, const RateLevels&) const override {
    EXPECT_EQ(channel.downstream.has_value(), looks);
    if (channel.memory.bits >= seen.size()) seen.push_back(0);
    seen[channel.memory.bits] += channel.downstream.value_or(0) * static_cast<double>(channel.since.v);
    return {.want = channel.rate, .why = "looks", .memory = {.bits = channel.memory.bits + 1}};
  }
};

SwitchSettings of(Forwarding forwarding) {
  SwitchSettings switches;
  switches.forwarding = forwarding;
  return switches;
}

/// A packet of 1,000 bytes through a star at 40 Gb/s, with cables of 25 ns, and evaluations every 10 us.
/// Returns the downstream occupancy of its host's channel, in bytes or flits times picoseconds, by
/// evaluation.
std::vector<double> lone_packet(SwitchSettings switches, Picoseconds at, bool looks = true) {
  const Network net = star(2);
  ScriptedTraffic traffic;
  traffic.lines = {{0, {.at = at, .destination = 1, .size = 1000_B, .tag = 0}}};
  Looks policy;
  policy.looks = looks;
  const Control control(five_levels, policy, 10_us, 1_us);
  const Straight routing;
  SimulationOf<Straight> simulation({net, traffic, control, switches, {}}, routing);
  simulation.run_until(25_us);
  const bool worms = switches.forwarding == Forwarding::wormhole;
  const auto buffer = static_cast<double>(switches.input_buffer.v / (worms ? switches.flit.v : 1));
  for (double& share : policy.seen) share *= buffer;
  return policy.seen;
}

void expect_near(const std::vector<double>& seen, double first, double second) {
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_NEAR(seen[0], first, 1e-3);
  EXPECT_NEAR(seen[1], second, 1e-3);
}

TEST(DownstreamOccupancy, APacketTakesSpaceFromItsStartUntilItsCreditCounts) {
  // Its tail has left the input 25 + 100 + 200 ns after its start; its credit takes 25 + 100 ns.
  expect_near(lone_packet(of(Forwarding::cut_through), 5_us), 1000 * 450e3, 0);
  expect_near(lone_packet(of(Forwarding::cut_through), 9'900_ns), 1000 * 100e3, 1000 * 350e3);
  // With its credit on its way: it left the input at 9,925 ns.
  expect_near(lone_packet(of(Forwarding::cut_through), 9'600_ns), 1000 * 400e3, 1000 * 50e3);
  // Stored, it has arrived after 225 ns, and takes 100 ns of the pipeline and 100 ns of the crossbar input.
  expect_near(lone_packet(of(Forwarding::store_and_forward), 9'900_ns), 1000 * 100e3, 1000 * 450e3);
}

TEST(DownstreamOccupancy, AFlitTakesSpaceFromItsStartUntilItsCreditCounts) {
  // 63 flits of 3.2 ns each: it takes 25 + 100 + 3.2 ns to leave the lane, and its credit 25 + 100 ns. The
  // first 32 have started 100 ns after the head.
  const double started = 32 * 100'000 - 3'200 * (31 * 32 / 2);
  // After 300 ns 15 credits are back: the others' flits have been there for 300 ns less 3.2 ns for each
  // before them.
  const double before = 15 * 253'200 + 48 * 300'000 - 3'200 * ((15 + 62) * 48 / 2);
  for (const std::int64_t longest_burst : {INT64_MAX, std::int64_t{1}}) {
    SwitchSettings switches = of(Forwarding::wormhole);
    switches.longest_burst = longest_burst;
    expect_near(lone_packet(switches, 5_us), 63 * 253'200, 0);
    expect_near(lone_packet(switches, 9'900_ns), started, 63 * 253'200 - started);
    expect_near(lone_packet(switches, 9'700_ns), before, 63 * 253'200 - before);
  }
}

TEST(DownstreamOccupancy, IsNotMeasuredForAPolicyThatDoesNotLook) {
  for (const Forwarding forwarding : {Forwarding::cut_through, Forwarding::wormhole})
    expect_near(lone_packet(of(forwarding), 5_us, false), 0, 0);
}

/// Links follow it, in a network whose buffers fill and whose rates change, and credits overflow their logs.
TEST(DownstreamOccupancy, IsTheSameForEveryExecutor) {
  const Network net = butterfly(3, 3, 3);
  const UniformPoisson traffic = uniform(net, 0.6, 300_B);
  HistoryDvs policy;
  policy.congested = 0.05;
  const auto routing = prepared<MinimalAdaptive>(net);
  for (const Forwarding forwarding :
       {Forwarding::cut_through, Forwarding::store_and_forward, Forwarding::wormhole}) {
    Control control(five_levels, policy, 2_us, 200_ns);
    SimulationSetup setup{net, traffic, control, of(forwarding), {}};
    setup.switches.input_buffer = 2_KiB, setup.hosts.packet = 300_B;
    std::vector<std::string> reasons;
    std::array<std::uint64_t, 3> bits{};
    std::mutex one_at_a_time;  // ranks evaluate on threads of their own
    const auto look = [&](const Simulation& simulation) {
      const auto digests = bits_of(simulation).digests;  // ranks work together: not under a lock
      const std::vector<ReasonCount> counts = simulation.counters().reasons.sorted();
      const std::lock_guard lock(one_at_a_time);
      bits = digests;
      for (const ReasonCount& r : counts) reasons.emplace_back(r.why);
    };
    expect_same_bits(setup, routing, 60_us, {{}, {1, 2}, {1, 4, 9}, {2, 1}, {3, 2}}, look);
    EXPECT_NE(
        std::find(reasons.begin(), reasons.end(), "congested downstream, and still quiet by its history"),
        reasons.end());
    setup.executor = ExecutorKind::plain;
    SimulationOf<MinimalAdaptive> plain(setup, routing);
    plain.run_until(60_us);
    EXPECT_EQ(bits_of(plain).digests[0], bits[0]) << name_of(forwarding);
  }
}

/// However full or slow the network is, the occupancy is a share.
TEST(DownstreamOccupancy, IsAShare) {
  struct Shares final : Policy {
    Problems check() const override { return {}; }
    Requirements requirements() const override { return {.downstream = true}; }
    Decision decide(const ChannelView& channel, const RateLevels& rates) const override {
      EXPECT_GE(*channel.downstream, 0);
      EXPECT_LE(*channel.downstream, 1 + 1e-12);
      const bool slower = (channel.memory.bits & 1) != 0;
      return {.want = slower ? rates.slowest() : rates.fastest(),
              .why = "in turns",
              .memory = {.bits = channel.memory.bits + 1}};
    }
  } policy;
  const Network net = butterfly(3, 3, 3);
  const UniformPoisson traffic = uniform(net, 0.95, 300_B);
  const auto routing = prepared<MinimalAdaptive>(net);
  for (const Forwarding forwarding :
       {Forwarding::cut_through, Forwarding::store_and_forward, Forwarding::wormhole}) {
    Control control(five_levels, policy, 1_us, 300_ns);
    SimulationSetup setup{net, traffic, control, of(forwarding), {}};
    setup.switches.input_buffer = 2_KiB, setup.hosts.packet = 300_B;
    SimulationOf<MinimalAdaptive> simulation(setup, routing);
    simulation.run_until(60_us);
    expect_balanced(simulation);
  }
}

}  // namespace
}  // namespace ebb::inline engine
