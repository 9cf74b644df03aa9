// How channels change their rates: alone, in pairs, to off and back, drained or not.
#include <gtest/gtest.h>

#include "engine/engine_testing.hpp"
#include "engine/run/channel_results.hpp"
#include "power/policy/halve_double.hpp"
#include "power/policy/static_rate.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline engine::agreement_test {
namespace {

const RateLevels rates({{2'500'000'000}, {5'000'000'000}, 10_Gbps, 20_Gbps, 40_Gbps});
const RateLevels with_off({{0}, {2'500'000'000}, 10_Gbps, 40_Gbps});

/// Full rate while anything is queued, off when nothing is.
struct Sleeper final : Policy {
  Problems check() const override { return {}; }
  Decision decide(const ChannelView& view, const RateLevels& levels) const override {
    if (view.waiting().v > 0 || view.idle_for < 2_us)
      return {.want = levels.fastest(), .why = "busy", .evaluate_after = 2_us};
    return {.want = {0}, .why = "idle", .evaluate_after = Decision::never};
  }
};

/// Slowest, until so much is queued.
struct Impatient final : Policy {
  Bytes limit{4000};
  Problems check() const override { return {}; }
  Decision decide(const ChannelView& view, const RateLevels& levels) const override {
    if (view.queued >= limit) return {.want = levels.fastest(), .why = "long queue", .evaluate_after = 5_us};
    return {.want = levels.slowest(),
            .why = "short queue",
            .evaluate_after = Decision::never,
            .evaluate_at = limit};
  }
};

struct Script {
  Network net;
  ScriptedTraffic traffic;
  Straight routing;
  Counters counters{10_us};
  Picoseconds ended{};
  std::vector<ChannelResult> channels;

  explicit Script(std::int64_t hosts) : net(star(hosts)) {}

  void until(const Control& control, Picoseconds end) {
    SimulationSetup setup{net, traffic, control, {}, {}};
    setup.hosts.packet = 1000_B;
    SimulationOf<Straight> simulation(setup, routing);
    simulation.run_until(end);
    expect_balanced(simulation);
    counters = simulation.counters();
    ended = simulation.now();
    channels = each_channel(simulation);
    for (const ChannelResult& c : channels) {
      Picoseconds sum{};
      for (const Picoseconds t : c.time_in) sum = sum + t;
      EXPECT_EQ(sum, simulation.now());
    }
  }
  void send(HostId from, HostId to, Picoseconds at, Bytes size) {
    traffic.lines.push_back({from, {.at = at, .destination = to, .size = size, .tag = 0}});
  }
};

TEST(Change, TakesTheTimeThatItsTwoRatesSay) {
  Script run(2);
  const HalveDouble policy;
  Control control(rates, policy, 10_us, 1_us);
  const std::size_t level_count = rates.size();
  control.reactivation[4 * level_count + 3] = 100_ns, control.reactivation[3 * level_count + 2] = 2_us;
  control.reactivation[2 * level_count + 1] = 300_ns, control.reactivation[1 * level_count + 0] = 4_us;
  run.until(control, 100_us);
  // An idle channel halves its rate at 10, 20, 30 and 40 us; a change is charged as the faster of its rates.
  const std::vector<Picoseconds>& time_in = run.channels[run.net.host_port(0)].time_in;
  const Picoseconds left = run.ended - 44_us;
  EXPECT_EQ(time_in,
            (std::vector<Picoseconds>{left, 9700_ns, 8_us, 9900_ns, 10_us,  // at a rate, slowest first
                                      0_us, 4_us, 300_ns, 2_us, 100_ns}));  // changing
}

TEST(Change, BeginsAtOnceOrWhenTheQueueHasLeft) {
  // Ten packets of 200 ns from 9 us on: at 10 us, when the channel is set to slow, five have left.
  struct Case {
    Transition how;
    Picoseconds change, begins;
  };
  const Case cases[] = {{Transition::leave, 1_us, 10_us},   {Transition::avoid, 1_us, 10_us},
                        {Transition::drain, 1_us, 11_us},   {Transition::by_time, 1_us, 10_us},
                        {Transition::by_time, 3_us, 11_us}, {Transition::by_time, 2_us, 10_us}};
  for (const Case& c : cases) {
    Script run(2);
    run.send(0, 1, 9_us, 10'000_B);
    const StaticRate slowest;
    Control control(rates, slowest, 10_us, c.change);
    control.transition = c.how;  // by_time drains for changes above 2 us
    run.until(control, 60_us);
    const ChannelResult& host = run.channels[run.net.host_port(0)];
    EXPECT_EQ(host.time_in[4], c.begins) << static_cast<int>(c.how);
    EXPECT_EQ(host.time_in[5 + 4], c.change);
    // 200 ns for a packet at full rate, 3.2 us at the slowest.
    EXPECT_EQ(host.busy, c.begins == 11_us ? 2_us : 1_us + 16_us);
    EXPECT_EQ(run.counters.packets_delivered, 10u);
  }
}

TEST(Pairs, BothDirectionsHaveTheRateOfTheBusierOne) {
  Script run(2);
  for (int i = 0; i < 80; ++i) run.send(0, 1, Picoseconds{i * 1'000'000}, 4000_B);  // 0.8 of full rate
  const HalveDouble policy;
  Control control(rates, policy, 10_us, 1_us);
  const PortId host = run.net.host_port(0), back = run.net.peer[host];
  run.until(control, 80_us);
  EXPECT_EQ(run.channels[host].time_in[4], 80_us);
  EXPECT_LT(run.channels[back].time_in[4], 20_us);
  control.paired = true;
  run.until(control, 80_us);
  EXPECT_EQ(run.channels[host].time_in[4], 80_us);
  EXPECT_EQ(run.channels[back].time_in[4], 80_us);
}

TEST(Pairs, ChangeTogetherOneCableDelayAfterTheQuestion) {
  Script run(2);
  const HalveDouble policy;
  Control control(rates, policy, 10_us, 1_us);
  control.paired = true;
  run.until(control, 15_us);
  // Evaluated at 10 us; the request travels 25 ns of cable and 100 ns of credit time.
  for (const ChannelResult& c : run.channels) {
    EXPECT_EQ(c.time_in[4], Picoseconds{10'125'000});
    EXPECT_EQ(c.time_in[5 + 4], 1_us);
  }
}

TEST(Pairs, ChangeAfterThePacketOnTheWireHoweverManyAreQueued) {
  // Ten packets of 200 ns from 9 us on. The request of 10 us applies at 10.125 us: a sixth is on the wire
  // then, and the other four leave at the slowest rate.
  Script run(2);
  run.send(0, 1, 9_us, 10'000_B);
  const StaticRate slowest;
  Control control(rates, slowest, 10_us, 1_us);
  control.paired = true;
  run.until(control, 60_us);
  const ChannelResult& host = run.channels[run.net.host_port(0)];
  EXPECT_EQ(host.time_in[4], Picoseconds{10'200'000});
  EXPECT_EQ(host.busy, Picoseconds{6 * 200'000 + 4 * 3'200'000});
}

TEST(Off, CableSleepsInBothDirectionsAndWakesForAPacket) {
  Script run(2);
  run.send(0, 1, 50_us, 1000_B);
  const Sleeper policy;
  const Control control(with_off, policy, 10_us, 1_us);
  run.until(control, 100_us);
  EXPECT_EQ(run.counters.packets_delivered, 1u);
  // 125 ns to agree, 1 us to wake, then 25 ns of cable and 100 ns of pipeline; at the switch the same again
  // for the second cable, then the packet's 200 ns and 25 ns of cable.
  const Histogram latency =
      run.counters.batches.total(0, run.counters.batches.complete(100_us)).packet_latency;
  EXPECT_EQ(latency.max(), Picoseconds{1'125'000 + 125'000 + 1'125'000 + 200'000 + 25'000});
  for (const ChannelResult& c : run.channels) {
    EXPECT_GT(c.time_in[0], 75_us);  // off
    // Down from full rate, and woken: all four, for packets or for credits.
    EXPECT_GE(c.time_in[4 + 1] + c.time_in[4 + 3], 2_us);
  }
}

TEST(Off, PacketThatComesAsTheChannelFallsAsleepWakesIt) {
  // The evaluation at 10 us finds it idle. In the same picosecond a packet arrives and causes another one.
  for (const bool paired : {false, true}) {
    Script run(2);
    run.send(0, 1, 10_us, 1000_B);
    const Sleeper policy;
    Control control(with_off, policy, 10_us, 1_us);
    control.paired = paired;
    run.until(control, 30_us);
    EXPECT_EQ(run.counters.packets_delivered, 1u);
  }
}

TEST(Off, DirectionThatWouldSleepStaysUpForTheOtherOnesCredits) {
  Script run(2);
  for (int i = 0; i < 90; ++i) run.send(0, 1, Picoseconds{i * 1'000'000}, 1000_B);
  const Sleeper policy;
  const Control control(with_off, policy, 10_us, 1_us);
  run.until(control, 90_us);
  const PortId back = run.net.peer[run.net.host_port(0)];
  EXPECT_EQ(run.channels[back].time_in[0], Picoseconds{});  // never off
  EXPECT_GT(run.channels[back].time_in[1], 70_us);          // but at the slowest rate
  EXPECT_EQ(run.counters.packets_delivered, 90u);
}

TEST(Queue, BringsTheQuestionForward) {
  Script run(2);
  run.send(0, 1, 50_us, 3000_B);   // stays below the limit: slow all the way
  run.send(0, 1, 100_us, 8000_B);  // at once full rate
  const Impatient policy;
  const Control control(rates, policy, 10_us, 1_us);
  run.until(control, 200_us);
  EXPECT_EQ(run.counters.messages_delivered, 2u);
  const ChannelResult& host = run.channels[run.net.host_port(0)];
  // From 100 us on: 1 us to change, 1.6 us for the message, the remainder of 5 us, then back in another one;
  // before that 10 us until the first evaluation.
  EXPECT_EQ(host.time_in[4], Picoseconds{10'000'000 + 4'000'000});
  EXPECT_EQ(host.time_in[5 + 4], 3_us);
}

TEST(Held, PacketThatComesInSlowlyLeavesTheFastWireToOthers) {
  // Host 1 sends slowly, host 0 fast, both to host 2. The slow packet's head is first, but its tail takes
  // 3.2 us: all of the fast ones pass before it.
  struct OnlyHostOneIsSlow final : Policy {
    Problems check() const override { return {}; }
    Decision decide(const ChannelView& view, const RateLevels& levels) const override {
      const bool slow = view.sent.v == 999;
      return {
          .want = slow ? levels.slowest() : levels.fastest(), .why = "", .evaluate_after = Decision::never};
    }
  };
  Script run(3);
  run.send(1, 0, 1_us, 999_B);  // marks the channel of host 1
  run.send(1, 2, 50_us, 1000_B);
  for (int i = 0; i < 5; ++i) run.send(0, 2, Picoseconds{51'000'000 + i * 200'000}, 1000_B);
  std::sort(run.traffic.lines.begin(), run.traffic.lines.end(),
            [](const auto& a, const auto& b) { return a.message.at < b.message.at; });
  const OnlyHostOneIsSlow policy;
  const Control control(rates, policy, 10_us, 1_us);
  run.until(control, 100_us);
  const Batch late =
      run.counters.batches.total(run.counters.batches.complete(40_us), run.counters.batches.complete(100_us));
  ASSERT_EQ(late.packet_latency.count(), 6u);
  EXPECT_EQ(late.packet_latency.min(), Picoseconds{25'000 + 100'000 + 200'000 + 25'000});
  EXPECT_EQ(late.packet_latency.max(), Picoseconds{25'000 + 100'000 + 3'200'000 + 25'000});
  EXPECT_EQ(late.packet_latency.sum(), 5u * 350'000u + 3'350'000u);  // no packet waited for it
}

TEST(Off, LadderWithAnOffStateChangesNothingForAPolicyThatNeverUsesIt) {
  const Network net = butterfly(4, 4, 2);
  const UniformPoisson traffic = uniform(net, 0.2, 3000_B);
  const RateLevels on({{2'500'000'000}, 10_Gbps, 40_Gbps});
  Impatient policy;
  const auto routing = prepared<MinimalAdaptive>(net);
  std::vector<std::uint64_t> digests;
  for (const RateLevels& levels : {on, with_off}) {
    const Control control(levels, policy, 5_us, 1_us);
    SimulationOf<MinimalAdaptive> simulation({net, traffic, control, {}, {}}, routing);
    simulation.run_until(100_us);
    expect_balanced(simulation);
    digests.push_back(simulation.counters().digest);
  }
  EXPECT_EQ(digests[0], digests[1]);
}

/// All settings of control on one congested network: nothing is lost, and the digest does not depend on
/// threads.
TEST(Agreement, KeepsTheBooksAndTheDigestOnAnyNumberOfThreads) {
  const Network net = butterfly(4, 4, 3);
  const UniformPoisson traffic = uniform(net, 0.25, 3000_B);
  const HalveDouble halve;
  const Sleeper sleeper;
  Impatient impatient;
  const auto routing = prepared<MinimalAdaptive>(net);
  const std::pair<const Policy*, RateLevels> cases[] = {
      {&halve, rates}, {&sleeper, with_off}, {&impatient, rates}, {&impatient, with_off}};
  for (const auto& [policy, levels] : cases)
    for (const bool paired : {false, true})
      for (const Transition transition : {Transition::leave, Transition::avoid, Transition::drain}) {
        Control control(levels, *policy, 5_us, 1_us);
        control.paired = paired, control.transition = transition, control.staggered = paired;
        std::vector<std::uint64_t> digests;
        for (const std::size_t threads : {1, 2, 3}) {
          SimulationSetup setup{net, traffic, control, {}, {}};
          setup.threads = threads;
          SimulationOf<MinimalAdaptive> simulation(setup, routing);
          simulation.run_until(60_us);
          expect_balanced(simulation);
          EXPECT_GT(simulation.counters().packets_delivered, 1000u);
          digests.push_back(simulation.counters().digest);
        }
        EXPECT_EQ(digests, std::vector<std::uint64_t>(3, digests[0]));
      }
}

}  // namespace
}  // namespace ebb::inline engine::agreement_test
