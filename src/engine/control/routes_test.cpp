// A topology that changes while packets are under way: hand-computed transitions, stages that follow the
// load, and cables that go on and off at random.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <functional>

#include "engine/engine_testing.hpp"
#include "engine/run/channel_results.hpp"
#include "power/policy/dynamic_topology.hpp"
#include "routing/butterfly/butterfly_stages.hpp"
#include "routing/butterfly/dynamic_butterfly.hpp"

namespace ebb::inline engine {
namespace {

const RateLevels on_off({{0}, 40_Gbps});
const RateLevels with_off({{0}, {2'500'000'000}, 10_Gbps, 40_Gbps});

/// Load by time, the same for all hosts; nothing from `end` on.
struct Changing final : Traffic {
  std::uint32_t hosts = 0;
  Picoseconds end = 100_us;
  Bytes size = 1000_B;
  std::function<double(double)> load;  ///< of progress from 0 to 1

  Message next(HostId host, Picoseconds now, HostMemory& memory) const override {
    const double at = static_cast<double>(now.v) / static_cast<double>(end.v);
    const double gap = static_cast<double>(wire_time(size, 40_Gbps).v) / load(at);
    const Picoseconds then{now.v + static_cast<std::int64_t>(memory.random.exponential() * gap)};
    const auto to = static_cast<HostId>(memory.random.below(hosts - 1));
    if (then >= end) return {};
    return {.at = then, .destination = to >= host ? to + 1 : to, .size = size, .tag = 0};
  }
};

struct Trial {
  Network net;
  DynamicButterfly routing;
  ButterflyStages stages;
  Control control;
  std::unique_ptr<SimulationOf<DynamicButterfly>> simulation;

  Trial(Network network, const RateLevels& levels, const Policy& policy, Picoseconds epoch = 10_us)
      : net(std::move(network)), stages(net), control(levels, policy, epoch, 1_us) {
    routing.prepare(net);
    control.stages = &stages;
  }
  void start(const Traffic& traffic, std::size_t threads = 1) {
    SimulationSetup setup{net, traffic, control, {}, {}};
    setup.hosts.packet = 1000_B;
    setup.threads = threads;
    simulation = std::make_unique<SimulationOf<DynamicButterfly>>(setup, routing);
  }
  PortId channel(SwitchId from, SwitchId to) const {
    for (PortId p = net.first_port[from]; p < net.first_port[from + 1]; ++p)
      if (!net.is_host_port(net.peer[p]) && net.owner[net.peer[p]] == to) return p;
    return no_id;
  }
  bool is_on(PortId c) const {
    const NetworkState& m = simulation->state();
    return m.out[c].rate > m.out[c].link * m.level_count;
  }
  /// Share of the channels of a stage that are on.
  double share_on(Stage stage) const {
    int all = 0, on = 0;
    for (PortId c = 0; c < net.switch_ports(); ++c) {
      if (net.is_host_port(net.peer[c])) continue;
      const SwitchId s = net.owner[c];
      if (stages.stage(s, static_cast<std::uint16_t>(c - net.first_port[s])) != stage) continue;
      ++all, on += is_on(c);
    }
    return static_cast<double>(on) / all;
  }
};

DynamicTopology quick() {
  DynamicTopology policy;
  policy.quiet_epochs = 1, policy.off_below = 0.05;
  EXPECT_TRUE(policy.fit(on_off, {.epoch = 10_us}).empty());
  return policy;
}

TEST(ChangingTopology, WithoutTrafficAButterflyIsAMeshAfterTwoEpochs) {
  const DynamicTopology policy = quick();
  Trial run(butterfly(1, 4, 2), on_off, policy);
  const ScriptedTraffic nothing;
  run.start(nothing);
  run.simulation->run_until(100_us);
  const Picoseconds end = run.simulation->now();
  const auto channels = each_channel(*run.simulation);
  const auto expect = [&](SwitchId a, SwitchId b, Picoseconds full, Picoseconds change) {
    const ChannelResult& c = channels[run.channel(a, b)];
    EXPECT_EQ(c.time_in[1], full) << a << b;
    EXPECT_EQ(c.time_in[2] + c.time_in[3], change) << a << b;
    EXPECT_EQ(c.time_in[0], end - full - change) << a << b;
  };
  // Evaluated at 10 us; agreed after 40 ns of cable and 100 ns of credit time; 1 us to go off. The ring waits
  // until the chords are off, and is evaluated at 20 us.
  for (const auto& [a, b] : {std::pair{0u, 2u}, {2u, 0u}, {1u, 3u}, {3u, 1u}})
    expect(a, b, Picoseconds{10'140'000}, 1_us);
  expect(0, 3, Picoseconds{20'140'000}, 1_us);
  expect(3, 0, Picoseconds{20'140'000}, 1_us);
  expect(0, 1, end, {});
  expect(2, 1, end, {});
  for (HostId h = 0; h < 4; ++h) EXPECT_EQ(channels[run.net.host_port(h)].time_in[1], end);
}

TEST(ChangingTopology, MissedPacketsBringACableOnAndItIsARouteOnceItIsAwake) {
  DynamicTopology policy = quick();
  policy.chord_above = 0.1, policy.in_order = false;
  Trial run(butterfly(1, 4, 2), on_off, policy);
  ScriptedTraffic traffic;
  // From switch 0 to 2: the fifth packet makes 5,000 bytes, 0.1 of 10 us, but since 10 us ago; the next five
  // come within 5 us, which is 0.2.
  for (int i = 0; i < 20; ++i)
    traffic.lines.push_back(
        {0, {.at = Picoseconds{40'000'000 + i * 1'000'000}, .destination = 2, .size = 1000_B, .tag = 0}});
  run.start(traffic);
  const PortId chord = run.channel(0, 2), line = run.channel(0, 1);
  run.simulation->run_until(100_us);
  expect_balanced(*run.simulation);
  EXPECT_EQ(run.simulation->counters().packets_delivered, 20u);
  const auto channels = each_channel(*run.simulation);
  // Routed at the first switch 140 ns after they are sent: the tenth at 49.14 us; agreed at 49.28 us, awake
  // at 50.28 us. Packet 11 (50.14) is too early, 12 to 20 take the chord: nine.
  EXPECT_EQ(channels[line].bytes, 11u * 1000u);
  EXPECT_EQ(channels[chord].bytes, 9u * 1000u);
  // The other direction is on for the credits, but not a route.
  EXPECT_EQ(channels[run.channel(2, 0)].bytes, 0u);
  EXPECT_EQ(channels[run.channel(2, 0)].time_in[0], channels[chord].time_in[0]);
}

TEST(ChangingTopology, StagesComeOnInOrderAsLoadGrowsAndGoOffAsItFalls) {
  DynamicTopology policy = quick();
  policy.quiet_epochs = 3;
  Trial run(butterfly(8, 8, 2), on_off, policy);
  run.control.staggered = true;
  Changing traffic;
  traffic.hosts = run.net.hosts, traffic.end = 3_ms;
  traffic.load = [](double at) { return at < 0.1 ? 0.002 : at < 0.6 ? 0.002 + 0.3 * (at - 0.1) : 0.002; };
  run.start(traffic);
  Picoseconds ring_on{}, chord_on{}, ring_off{}, chord_off{};
  double most_chords = 0, mesh_at = 1;
  for (Picoseconds at = 10_us; at <= 3_ms; at = at + 1_us) {
    run.simulation->run_until(at);
    const double ring = run.share_on(Stage::ring), chord = run.share_on(Stage::chord);
    ASSERT_EQ(run.share_on(Stage::line), 1);
    if (at == 300_us) mesh_at = ring + chord;
    if (at <= 300_us) continue;
    most_chords = std::max(most_chords, chord);
    if (ring > 0 && ring_on.v == 0) ring_on = at;
    if (chord > 0 && chord_on.v == 0) chord_on = at;
    if (chord > 0) chord_off = at;
    if (ring > 0) ring_off = at;
  }
  expect_balanced(*run.simulation);
  EXPECT_EQ(mesh_at, 0);
  EXPECT_LT(300_us, ring_on);
  EXPECT_LT(ring_on, chord_on);
  EXPECT_GT(most_chords, 0.4);
  EXPECT_LT(chord_off, ring_off);
  EXPECT_LT(ring_off, 2_ms);
  const Counters counters = run.simulation->counters();
  EXPECT_EQ(counters.packets_delivered, counters.packets_made);
}

/// Requests each cable on or off at random; each evaluation samples from what the channel has seen.
struct Coin final : Policy {
  std::uint64_t seed = 1;
  Problems check() const override { return {}; }
  Decision decide(const ChannelView& view, const RateLevels& rates) const override {
    const std::uint64_t bits = mix_bits(
        view.memory.bits + seed +
        static_cast<std::uint64_t>(view.sent.v * 31 + view.diverted.v * 7 + view.since.v + view.stage));
    const bool off = (bits & 3) != 0;  // lines and hosts request it too, and are refused
    return {.want = off ? BitsPerSecond{0} : rates[1 + bits / 4 % (rates.size() - 1)],
            .why = "",
            .evaluate_after = {500'000 + static_cast<std::int64_t>(bits >> 8 & 0x1fffff)},
            .memory = {.bits = bits}};
  }
};

struct Case {
  Network net;
  Coin coin;
  double load = 0.5;
  bool paired = false, slow = false;
};

/// Delivers everything and passes the conservation checks, with cables going on and off at random all the
/// time.
std::uint64_t digest_of(const Case& c, std::size_t threads) {
  Trial run(c.net, c.slow ? with_off : on_off, c.coin, 5_us);
  run.control.paired = c.paired;
  Changing traffic;
  traffic.hosts = run.net.hosts, traffic.end = 40_us;
  traffic.load = [load = c.load](double) { return load; };
  run.start(traffic, threads);
  for (Picoseconds at = 5_us; at <= 40_us; at = at + 5_us) {
    run.simulation->run_until(at);
    expect_balanced(*run.simulation);
    EXPECT_EQ(run.share_on(Stage::line), 1);
    for (PortId p = 0; p < run.net.switch_ports() && !c.slow; ++p)
      EXPECT_EQ(run.is_on(p), run.is_on(run.net.peer[p])) << "half a cable is on";
  }
  Counters counters = run.simulation->counters();
  for (Picoseconds at = 41_us; at < 500_us && counters.packets_delivered < counters.packets_made;
       at = at + 1_us) {
    run.simulation->run_until(at);
    counters = run.simulation->counters();
  }
  expect_balanced(*run.simulation);
  Picoseconds off{};
  for (const ChannelResult& channel : each_channel(*run.simulation)) off = off + channel.time_in[0];
  EXPECT_GT(off, 1_us);
  EXPECT_GT(counters.packets_made, 50u);
  EXPECT_EQ(counters.packets_delivered, counters.packets_made);
  return counters.digest;
}

TEST(ChangingTopology, LosesNothingWhateverGoesOnAndOffOnAnyNumberOfThreads) {
  const Network row = butterfly(2, 5, 2);
  EXPECT_TRUE(rc::check([&] {
    Case c{.net = row, .coin = {}};
    c.coin.seed = *rc::gen::arbitrary<std::uint64_t>();
    c.paired = *rc::gen::arbitrary<bool>(), c.slow = *rc::gen::arbitrary<bool>();
    c.load = *rc::gen::inRange(1, 9) * 0.1;
    const std::uint64_t alone = digest_of(c, 1);
    for (const std::size_t threads : {2, 4}) RC_ASSERT(digest_of(c, threads) == alone);
    RC_ASSERT(!testing::Test::HasFailure());
  }));
}

TEST(ChangingTopology, LosesNothingInSeveralDimensionsWithParallelCables) {
  FlattenedButterfly topology;
  topology.c = 2, topology.sizes = {5, 4}, topology.parallel = {1, 2};
  for (const bool slow : {false, true}) {
    Case c{.net = topology.build(Cables{}), .coin = {}};
    c.slow = slow;
    EXPECT_EQ(digest_of(c, 1), digest_of(c, 3));
  }
}

TEST(ChangingTopology, HasTheSameBitsOnAnyNumberOfRanks) {
  FlattenedButterfly topology;
  topology.c = 2, topology.sizes = {5, 4}, topology.parallel = {1, 2};
  Coin coin;
  const DynamicTopology policy = quick();
  Changing traffic;
  traffic.end = 60_us;
  traffic.load = [](double at) { return at < 0.5 ? 0.02 : 0.6; };
  for (const Policy* who : {static_cast<const Policy*>(&coin), static_cast<const Policy*>(&policy)}) {
    Trial run(topology.build(Cables{}), on_off, *who, 5_us);
    run.control.staggered = true;
    traffic.hosts = run.net.hosts;
    SimulationSetup setup{run.net, traffic, run.control, {}, {}};
    setup.hosts.packet = 1000_B;
    expect_same_bits(setup, run.routing, 60_us, on_ranks, [&](const Simulation& simulation) {
      EXPECT_GT(simulation.counters().packets_delivered, 1'000u);
    });
  }
}

}  // namespace
}  // namespace ebb::inline engine
