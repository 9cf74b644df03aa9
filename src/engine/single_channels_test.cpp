// Channels that go off one by one, computed by hand: what a packet waits for, what credits cost that go back
// over a channel that is off, and how long a channel is in each state.
#include <gtest/gtest.h>

#include "engine/engine_testing.hpp"
#include "engine/run/channel_results.hpp"
#include "power/policy/link_shutdown.hpp"
#include "power/policy/static_rate.hpp"
#include "routing/graph/cycle.hpp"
#include "routing/graph/shutdown_paths.hpp"
#include "routing/networks_testing.hpp"

namespace ebb::inline engine {
namespace {

/// Off, a quarter of the full rate, and the full rate.
const RateLevels three_rates({{0}, {250'000'000}, 1_Gbps});
constexpr std::size_t off = 0, slowest = 1, fastest = 2, changing_slowest = 4, changing_fastest = 5;

/// A ring of three switches. Channels along the cycle are on when it is quiet, those against it are off.
struct Ring {
  Network net = ring_network(3);
  ShutdownPaths routing;
  std::unique_ptr<LinkStages> stages;
  LinkShutdown policy;
  StaticRate always_on;
  ScriptedTraffic traffic;

  explicit Ring(WhenOff when_off = WhenOff::wake) {
    routing.detours = DetourPaths::cycle, routing.when_off = when_off;
    EXPECT_TRUE(routing.check(net).empty());
    routing.prepare(net);
    stages = routing.make_stages(net);
    policy.unit = ShutdownUnit::channel, policy.settle = 18_us;
    always_on.rate = 1_Gbps;
  }
  SwitchId next(SwitchId s) const {
    const auto cycle = cycle_through_all(net);
    return cycle[static_cast<std::size_t>(std::find(cycle.begin(), cycle.end(), s) - cycle.begin() + 1) % 3];
  }
  PortId channel(SwitchId from, SwitchId to) const {
    for (PortId p = net.first_port[from]; p < net.first_port[from + 1]; ++p)
      if (!net.is_host_port(net.peer[p]) && net.owner[net.peer[p]] == to) return p;
    return no_id;
  }
  Control control(bool saves) const {
    Control c(three_rates, saves ? static_cast<const Policy&>(policy) : always_on, 20_us, 800_ns);
    for (std::size_t level = 0; level < 3; ++level) c.reactivation[level * 3 + off] = {};  // off at once
    c.reactivation[slowest * 3 + fastest] = 400_ns;
    if (saves) c.use_stages(*stages, net);
    return c;
  }
  SimulationSetup setup(const Control& c) const {
    SimulationSetup s{net, traffic, c, {}, {}};
    s.switches.forwarding = Forwarding::store_and_forward;
    s.switches.input_buffer = s.switches.output_queue = 1_KiB;
    s.hosts.packet = 256_B, s.hosts.header = 0_B;
    return s;
  }
};

struct OnRing {
  Picoseconds latency, end;
  std::vector<ChannelResult> channels;
};

OnRing on_ring(const Ring& ring, bool saves = true, Picoseconds time = 100_us) {
  const Control control = ring.control(saves);
  const SimulationSetup setup = ring.setup(control);
  SimulationOf<ShutdownPaths> simulation(setup, ring.routing);
  simulation.run_until(time);
  expect_balanced(simulation);
  const Counters counters = simulation.counters();
  EXPECT_EQ(counters.packets_delivered, counters.packets_made);
  const auto all = counters.batches.total(0, counters.batches.complete(simulation.now()));
  return {all.packet_latency.max(), simulation.now(), each_channel(simulation)};
}

/// One packet against the cycle at 50 us: its link is off, as are all but one of each switch.
TEST(SingleChannels, APacketWaitsForItsLinkAndGoesAtTheSlowestRate) {
  Ring ring;
  const SwitchId to = 0, from = ring.next(to);
  ring.traffic.lines = {{from, {.at = 50_us, .destination = to, .size = 256_B, .tag = 0}}};
  // 800 ns until the link is on, then 256 bytes at 250 Mb/s for 1 Gb/s: 8,192 ns for 2,048 ns.
  EXPECT_EQ(on_ring(ring).latency - on_ring(ring, false).latency, Picoseconds{800'000 + 6'144'000});
}

TEST(SingleChannels, APacketOnADetourPassesTheOtherSwitchAtFullRate) {
  Ring ring(WhenOff::detour);
  const SwitchId to = 0, from = ring.next(to), between = ring.next(from);
  ring.traffic.lines = {{from, {.at = 50_us, .destination = to, .size = 256_B, .tag = 0}}};
  const OnRing seen = on_ring(ring);
  EXPECT_EQ(seen.channels[ring.channel(from, between)].bytes, 256);
  EXPECT_EQ(seen.channels[ring.channel(between, to)].bytes, 256);
  EXPECT_EQ(seen.channels[ring.channel(from, to)].bytes, 0);
}

TEST(SingleChannels, TheTimeInEachStateIsThatOfTheHand) {
  Ring ring;
  const SwitchId to = 0, from = ring.next(to);
  ring.traffic.lines = {{from, {.at = 50_us, .destination = to, .size = 256_B, .tag = 0}}};
  const OnRing seen = on_ring(ring);
  const ChannelResult& woken = seen.channels[ring.channel(from, to)];
  // It goes off at 20 us. The packet comes after 2,048 ns on its host's cable, 1 ns of delay and the pipeline
  // of 100 ns; the link changes for 800 ns and is slow until 18 us after that decision. No destination needs
  // it then: it goes off again.
  const Picoseconds comes{50'000'000 + 2'048'000 + 1'000 + 100'000};
  EXPECT_EQ(woken.time_in[fastest], 20_us);
  EXPECT_EQ(woken.time_in[changing_slowest], 800_ns);
  EXPECT_EQ(woken.time_in[slowest], 18_us - 800_ns);
  EXPECT_EQ(woken.time_in[off], comes - 20_us + (seen.end - comes - 18_us));
  EXPECT_EQ(woken.busy, Picoseconds{8'192'000});
}

/// Three packets along the cycle, over links that are on. Their credits go back over links that are off.
TEST(SingleChannels, CreditsOverAChannelThatIsOffTakeItsSlowestRate) {
  Ring ring;
  const SwitchId from = 0, to = ring.next(from);
  for (int i = 0; i < 3; ++i)
    ring.traffic.lines.push_back({from, {.at = 50_us, .destination = to, .size = 256_B, .tag = 0}});
  const OnRing seen = on_ring(ring);
  const ChannelResult& back = seen.channels[ring.channel(to, from)];
  // Three link packets of 64 bits at 250 Mb/s. They carry no data.
  EXPECT_EQ(back.time_in[slowest], Picoseconds{3 * 256'000});
  EXPECT_EQ(back.time_in[fastest], 20_us);
  EXPECT_EQ(back.time_in[off], seen.end - 20_us - Picoseconds{3 * 256'000});
  EXPECT_EQ(back.bytes, 0);
  EXPECT_EQ(back.busy, 0_ns);
  const ChannelResult& forth = seen.channels[ring.channel(from, to)];
  EXPECT_EQ(forth.time_in[fastest], seen.end);
  EXPECT_EQ(forth.bytes, 3 * 256);
}

/// At every moment, and over all channels: the states of a channel add up, no state has a negative time, and
/// bytes need time in a state that sends.
TEST(SingleChannels, LosesNoPicosecondWhateverTheMoment) {
  Ring ring;
  const UniformPoisson traffic = uniform(ring.net, 0.05, 256_B);
  const Control control = ring.control(true);
  SimulationSetup setup{ring.net, traffic, control, {}, {}};
  setup.switches.input_buffer = setup.switches.output_queue = 1_KiB;
  setup.hosts.packet = 256_B;
  SimulationOf<ShutdownPaths> simulation(setup, ring.routing);
  std::vector<ChannelResult> before;
  for (int i = 1; i < 60; ++i) {
    simulation.run_until(Picoseconds{i * 7'300'000});
    expect_balanced(simulation);
    const std::vector<ChannelResult> channels = each_channel(simulation);
    for (std::size_t c = 0; c < channels.size(); ++c) {
      std::int64_t sum = 0;
      for (std::size_t state = 0; state < channels[c].time_in.size(); ++state) {
        ASSERT_GE(channels[c].time_in[state].v, before.empty() ? 0 : before[c].time_in[state].v);
        sum += channels[c].time_in[state].v;
      }
      ASSERT_EQ(sum, simulation.now().v);
      ASSERT_LE(channels[c].busy, channels[c].time_in[slowest] + channels[c].time_in[fastest]);
    }
    before = channels;
  }
  std::int64_t changed = 0;
  for (const ChannelResult& c : before)
    changed += c.time_in[changing_slowest].v + c.time_in[changing_fastest].v;
  EXPECT_GT(changed, 0);
}

}  // namespace
}  // namespace ebb::inline engine
