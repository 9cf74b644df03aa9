// Wormhole switching against what is known without it: closed forms, throughput bounds, itself in smaller
// bursts, and itself with other executors.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include "engine/clockwise_testing.hpp"
#include "engine/engine_testing.hpp"
#include "engine/run/run.hpp"
#include "power/policy/halve_double.hpp"
#include "routing/grid/grid_adaptive.hpp"
#include "routing/grid/grid_dimension_order.hpp"
#include "routing/routing_testing.hpp"
#include "topology/grid.hpp"

namespace ebb::inline engine::worm_test {
namespace {

SwitchSettings wormhole(Bytes flit, std::int64_t flits) {
  SwitchSettings switches;
  switches.forwarding = Forwarding::wormhole;
  switches.flit = flit, switches.input_buffer = {flit.v * flits};
  return switches;
}

HostSettings packets_of(Bytes size) {
  HostSettings hosts;
  hosts.packet = size;
  return hosts;
}

template <class Routing>
Counters finished(const Network& net, const Traffic& traffic, const Routing& routing, SwitchSettings switches,
                  HostSettings hosts, Picoseconds time = 1_ms) {
  const Control control(net.classes[0].rate);
  SimulationOf<Routing> simulation({net, traffic, control, switches, hosts}, routing);
  simulation.run_until(time);
  expect_balanced(simulation);
  return simulation.counters();
}

/// The latency of one message from host 0.
Picoseconds lone_latency(const Network& net, HostId to, Bytes size, SwitchSettings switches) {
  ScriptedTraffic traffic;
  traffic.lines = {{0, {.at = 10_ns, .destination = to, .size = size, .tag = 0}}};
  const Counters counters =
      finished(net, traffic, prepared<MinimalAdaptive>(net), switches, packets_of(size));
  EXPECT_EQ(counters.messages_delivered, 1u);
  return counters.batches.total(0, counters.batches.complete(1_ms)).message_latency.max();
}

TEST(Worm, LonePacketTakesTheClosedForm) {
  const Network net = butterfly(4, 4, 3);
  // Each channel 40 ns, each switch 100 ns, and 1,000 bytes once: as with cut-through. 100 flits of 10 bytes.
  const SwitchSettings switches = wormhole(10_B, 1000);
  EXPECT_EQ(lone_latency(net, 1, 1000_B, switches), Picoseconds{200'000 + 2 * 40'000 + 100'000});
  EXPECT_EQ(lone_latency(net, 63, 1000_B, switches), Picoseconds{200'000 + 4 * 40'000 + 3 * 100'000});
}

TEST(Worm, LastFlitIsFilledUp) {
  const Network net = butterfly(4, 4, 3);
  // 1,000 bytes are 16 flits of 64 bytes: 12,800 ps each.
  EXPECT_EQ(lone_latency(net, 63, 1000_B, wormhole(64_B, 1000)),
            Picoseconds{16 * 12'800 + 4 * 40'000 + 3 * 100'000});
}

TEST(Worm, WorkedExampleOfTheDocs) {
  const Network net = butterfly(4, 4, 3);
  // A credit is back after 12,800 + 40,000 + 100,000 + 40,000 + 100,000 = 292,800 ps. With 4 flits of buffer
  // the 16 flits go in four groups, so far apart, at every hop.
  const std::int64_t back = 292'800, last_flit = 3 * back + 3 * 12'800;
  EXPECT_EQ(lone_latency(net, 63, 1024_B, wormhole(64_B, 4)),
            Picoseconds{last_flit + 3 * 140'000 + 12'800 + 40'000});
}

/// Host 0 sends to one other as fast as it can.
struct OneFlow final : Traffic {
  HostId to = 0;
  Message next(HostId host, Picoseconds now, HostMemory&) const override {
    if (host != 0) return {};
    return {.at = now + 1_us, .destination = to, .size = 10'240_B, .tag = 0};
  }
};

TEST(Worm, ShortBufferBoundsTheThroughput) {
  const Network net = butterfly(4, 4, 2);
  OneFlow traffic;
  traffic.to = net.hosts - 1;
  for (const std::int64_t flits : {1, 4, 7, 22, 23, 40}) {
    const Counters counters = finished(net, traffic, prepared<MinimalAdaptive>(net), wormhole(64_B, flits),
                                       packets_of(1024_B), 500_us);
    const Batch late =
        counters.batches.total(counters.batches.complete(100_us), counters.batches.complete(400_us));
    const double time =
        static_cast<double>(counters.batches.length().v) *
        static_cast<double>(counters.batches.complete(400_us) - counters.batches.complete(100_us));
    const double share = static_cast<double>(late.delivered.packets) * 16 * 12'800 / time;
    const double bound = std::min(1.0, static_cast<double>(flits) * 12'800 / 292'800);
    EXPECT_NEAR(share, bound, 0.006 * bound) << flits;
  }
}

Network grid(bool torus, std::vector<std::int64_t> sizes, std::int64_t c) {
  Cables cables;
  cables.copper_delay = cables.optical_delay = cables.backplane_delay = 5_ns;
  Mesh mesh;
  Torus round;
  mesh.sizes = round.sizes = std::move(sizes);
  mesh.c = round.c = c;
  return torus ? round.build(cables) : mesh.build(cables);
}

/// Ends early, so that everything has arrived in the end. (A packet is counted when its tail is certain to
/// arrive.)
struct Ending final : Traffic {
  UniformPoisson all;
  Picoseconds end = 1_us;
  explicit Ending(UniformPoisson traffic) : all(std::move(traffic)) {}
  Message next(HostId host, Picoseconds now, HostMemory& memory) const override {
    const Message message = all.next(host, now, memory);
    return message.at < end ? message : Message{};
  }
};

struct Case {
  bool torus;
  std::int64_t vcs, flits, packet;
  double speedup, load;
  std::int64_t behind = 0;  ///< flits of a lane behind the crossbar
};
const std::vector<Case> cases{
    {false, 1, 4, 160, 1, 0.3},    {false, 1, 1, 48, 1, 0.2},      {true, 2, 4, 320, 1, 0.6},
    {true, 4, 3, 320, 1, 0.9},     {true, 3, 8, 128, 2, 0.5},      {false, 2, 40, 512, 2, 0.4},
    {true, 2, 1000, 500, 4, 0.7},  {false, 1, 4, 160, 1, 0.3, 4},  {true, 4, 3, 320, 1, 0.9, 1},
    {true, 3, 8, 128, 2, 0.5, 12}, {false, 2, 40, 512, 2, 0.4, 40}};

SwitchSettings settings_of(const Case& c) {
  SwitchSettings switches = wormhole(16_B, c.flits);
  switches.speedup = c.speedup, switches.output_buffer = {16 * c.behind};
  return switches;
}

template <class Routing>
std::vector<std::uint64_t> digests_by_burst(const Network& net, const Case& c) {
  const Ending traffic(uniform(net, c.load, {c.packet * 3}));
  const auto routing = prepared<Routing>(net);
  SwitchSettings switches = settings_of(c);
  switches.vcs = std::max<std::int64_t>(c.vcs, routing.vcs());
  switches.pipeline = {12'345}, switches.credit_time = {7'001};
  std::vector<std::uint64_t> digests;
  for (const std::int64_t longest : {std::int64_t{1}, std::int64_t{2}, std::int64_t{5}, INT64_MAX}) {
    switches.longest_burst = longest;
    const Counters counters = finished(net, traffic, routing, switches, packets_of({c.packet}), 40_us);
    EXPECT_EQ(counters.packets_delivered, counters.packets_made);
    digests.push_back(counters.digest);
  }
  return digests;
}

TEST(Worm, TrainsAreOnlyAWayToCount) {
  // Moved flit by flit, or as many at a time as are known: the same picoseconds.
  for (const Case& c : cases) {
    Network net = grid(c.torus, {4, 4}, 2);
    for (const bool mixed : {false, true}) {
      SCOPED_TRACE(fmt::format("torus {} vcs {} flits {} behind {} packet {} mixed {}", c.torus, c.vcs,
                               c.flits, c.behind, c.packet, mixed));
      if (mixed) net.classes.back().rate = {net.classes.back().rate.v * 2 / 5};
      const auto fixed = digests_by_burst<GridDimensionOrder>(net, c);
      EXPECT_EQ(fixed, std::vector(fixed.size(), fixed[0]));
      const auto adaptive = digests_by_burst<GridAdaptive>(net, c);
      EXPECT_EQ(adaptive, std::vector(adaptive.size(), adaptive[0]));
    }
  }
}

TEST(Worm, SameBitsOnThreadsAndRanksAndPlain) {
  for (const Case& c : cases) {
    const Network net = grid(c.torus, {4, 4}, 2);
    const UniformPoisson traffic = uniform(net, c.load, {c.packet * 3});
    const auto routing = prepared<GridAdaptive>(net);
    const Control control(net.classes[0].rate);
    SimulationSetup setup{net, traffic, control, settings_of(c), packets_of({c.packet})};
    std::vector<Sharing> sharings = on_ranks;
    sharings.push_back({.threads = 2}), sharings.push_back({.threads = 4, .blocks = 8});
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

TEST(Worm, LogsOfTrainsGiveWhatNotesGive) {
  // Where cells are counted, all bursts of flits and credits are timed events, which come at their
  // picosecond.
  for (const Case& c : cases) {
    const Network net = grid(c.torus, {4, 4}, 2);
    const UniformPoisson traffic = uniform(net, c.load, {c.packet * 3});
    const auto routing = prepared<GridAdaptive>(net);
    SwitchSettings switches = settings_of(c);
    const Counters logs = finished(net, traffic, routing, switches, packets_of({c.packet}), 20_us);
    switches.cell = 16_B;
    const Counters timed_events = finished(net, traffic, routing, switches, packets_of({c.packet}), 20_us);
    EXPECT_EQ(logs.digest, timed_events.digest);
    EXPECT_GT(logs.packets_delivered, 100u);
    EXPECT_LT(logs.events, timed_events.events);
  }
}

TEST(Worm, DeadlockIsFoundAndNamed) {
  const Network net = grid(true, {6}, 1);
  const Clockwise routing(net);
  const UniformPoisson traffic = uniform(net, 0.9, 2000_B);
  const Control control(net.classes[0].rate);
  SimulationOf<Clockwise> simulation({net, traffic, control, wormhole(16_B, 8), packets_of(2000_B)}, routing);
  const auto result = run_to_verdict(simulation, RunSettings{});
  ASSERT_TRUE(result.ok());
  ASSERT_FALSE(result->failure.empty());
  EXPECT_NE(result->failure[0].what.find("wait for each other in a cycle"), std::string::npos);
  // Around the ring: at each switch a worm waits for the virtual channel of another, and that one for
  // credits.
  EXPECT_GE(find_deadlock(simulation).size(), 6u);
  expect_balanced(simulation);
}

TEST(Worm, RatesChangeUnderWorms) {
  const Network net = grid(false, {4, 4}, 2);
  const UniformPoisson traffic = uniform(net, 0.03, 480_B);
  const HalveDouble policy;
  const Control control(RateLevels({10_Gbps, 20_Gbps, 40_Gbps}), policy, 2_us, 300_ns);
  const auto routing = prepared<GridDimensionOrder>(net);
  SwitchSettings switches = wormhole(16_B, 8);
  switches.pipeline = switches.credit_time = 10_ns;
  SimulationOf<GridDimensionOrder> simulation({net, traffic, control, switches, packets_of(160_B)}, routing);
  simulation.run_until(200_us);
  expect_balanced(simulation);
  const Counters counters = simulation.counters();
  EXPECT_GT(counters.changes, 100u);
  EXPECT_GT(counters.packets_delivered, counters.packets_made * 9 / 10);
}

}  // namespace
}  // namespace ebb::inline engine::worm_test
