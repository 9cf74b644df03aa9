// Host adapters: their times by hand, and the same bits with every executor.
#include <gtest/gtest.h>

#include "engine/engine_testing.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline engine {
namespace {

AdapterTimes slow_adapter() {
  return {.request = 1_us, .completion = 500_ns, .dma_setup = 100_ns, .dma_rate = {8'000'000'000}};
}

HostSettings packets_of_1000() {
  HostSettings hosts;
  hosts.packet = 1000_B;
  hosts.times = slow_adapter();
  return hosts;
}

Batch all_of(const Network& net, const Traffic& traffic, const HostSettings& hosts,
             SwitchSettings switches = {}, Picoseconds time = 100_us) {
  const Control control(net.classes[0].rate);
  const auto routing = prepared<MinimalAdaptive>(net);
  SimulationOf<MinimalAdaptive> simulation({net, traffic, control, switches, hosts}, routing);
  simulation.run_until(time);
  expect_balanced(simulation);
  EXPECT_TRUE(simulation.idle());
  const Counters counters = simulation.counters();
  return counters.batches.total(0, counters.batches.complete(time));
}

SwitchSettings wormhole() {
  SwitchSettings switches;
  switches.forwarding = Forwarding::wormhole;
  switches.flit = 10_B;
  return switches;
}

TEST(Adapters, WorkedExampleOfTheDocs) {
  const Network net = butterfly(4, 4, 3);
  ScriptedTraffic traffic;
  traffic.lines = {{0, {.at = 10_ns, .destination = 63, .size = 1000_B, .tag = 0}}};
  for (const SwitchSettings& switches : {SwitchSettings{}, wormhole()}) {
    const Batch all = all_of(net, traffic, packets_of_1000(), switches);
    EXPECT_EQ(all.network_latency.max(), Picoseconds{660'000 + 1'100'000});
    EXPECT_EQ(all.packet_latency.max(), Picoseconds{3'860'000});
    EXPECT_EQ(all.message_latency.max(), Picoseconds{4'360'000});
  }
}

TEST(Adapters, RequestsAndPacketsFollowEachOther) {
  // Two messages of two packets at once. Requests are done at 1 and 2 us. Packets are fetched at 2.1, 3.2,
  // 4.3 and 5.4 us, pass the network in 660 ns, and are stored 1.1 us later: DMA is slower than the wire, so
  // no packet waits for another. Messages are complete 500 ns after their last packet.
  const Network net = butterfly(4, 4, 3);
  ScriptedTraffic traffic;
  traffic.lines = {{0, {.at = 10_ns, .destination = 63, .size = 2000_B, .tag = 0}},
                   {0, {.at = 10_ns, .destination = 63, .size = 2000_B, .tag = 1}}};
  for (const SwitchSettings& switches : {SwitchSettings{}, wormhole()}) {
    const Batch all = all_of(net, traffic, packets_of_1000(), switches);
    EXPECT_EQ(all.message_latency.min(), Picoseconds{3'200'000 + 660'000 + 1'100'000 + 500'000});
    EXPECT_EQ(all.message_latency.max(), Picoseconds{5'400'000 + 660'000 + 1'100'000 + 500'000});
  }
}

/// A message from 0 to 63 is stored at 63 at 3,870 ns. At some time 63 has a message of its own for 0.
/// Returns the latencies of both in the order in which they complete.
std::pair<Picoseconds, Picoseconds> with_a_request_at(Picoseconds at) {
  const Network net = butterfly(4, 4, 3);
  ScriptedTraffic traffic;
  traffic.lines = {{0, {.at = 10_ns, .destination = 63, .size = 1000_B, .tag = 0}},
                   {63, {.at = at, .destination = 0, .size = 1000_B, .tag = 1}}};
  const Batch all = all_of(net, traffic, packets_of_1000());
  return {all.message_latency.min(), all.message_latency.max()};
}

TEST(Adapters, HaveOneProcessorForRequestsAndCompletions) {
  const Picoseconds alone{4'360'000};
  using Both = std::pair<Picoseconds, Picoseconds>;
  // The packet is known to come, but the request comes long before, and is done.
  EXPECT_EQ(with_a_request_at(2500_ns), Both(alone, alone));
  // The request is under way, from 3,470 to 4,470 ns: the completion waits for 600 ns.
  EXPECT_EQ(with_a_request_at(3470_ns), Both(alone, alone + 600_ns));
  // Both at once: the request comes first.
  EXPECT_EQ(with_a_request_at(3870_ns), Both(alone, alone + 1_us));
  // The completion is under way, from 3,870 to 4,370 ns: the request waits for 400 ns.
  EXPECT_EQ(with_a_request_at(3970_ns), Both(alone, alone + 400_ns));
  EXPECT_EQ(with_a_request_at(4370_ns), Both(alone, alone));
}

TEST(Adapters, VirtualLanesWaitForThemToo) {
  const Network net = butterfly(4, 4, 3);
  ScriptedTraffic traffic;
  traffic.lines = {{0, {.at = 10_ns, .destination = 63, .size = 2000_B, .tag = 0, .level = 1}},
                   {0, {.at = 10_ns, .destination = 63, .size = 2000_B, .tag = 1, .level = 0}}};
  SwitchSettings switches = wormhole();
  switches.lanes.count = 2, switches.lanes.high = 1;
  const Batch all = all_of(net, traffic, packets_of_1000(), switches);
  EXPECT_EQ(all.message_latency.min(), Picoseconds{3'200'000 + 660'000 + 1'100'000 + 500'000});
  EXPECT_EQ(all.message_latency.max(), Picoseconds{5'400'000 + 660'000 + 1'100'000 + 500'000});
}

TEST(Adapters, TakeNoTimeWhereNoneIsGiven) {
  const Network net = butterfly(4, 4, 3);
  ScriptedTraffic traffic;
  traffic.lines = {{0, {.at = 10_ns, .destination = 63, .size = 1000_B, .tag = 0}}};
  HostSettings hosts;
  hosts.packet = 1000_B;
  EXPECT_EQ(all_of(net, traffic, hosts).message_latency.max(), Picoseconds{660'000});
}

TEST(Adapters, SameBitsOnThreadsAndRanksAndPlain) {
  const Network net = butterfly(2, 4, 2);
  const UniformPoisson traffic = uniform(net, 0.1, 3000_B);
  const auto routing = prepared<MinimalAdaptive>(net);
  const Control control(net.classes[0].rate);
  for (const SwitchSettings& switches : {SwitchSettings{}, wormhole()}) {
    SimulationSetup setup{net, traffic, control, switches, packets_of_1000()};
    std::uint64_t digest = 0;
    expect_same_bits(setup, routing, 60_us, {{}, {.ranks = 2}, {.threads = 2}, {.threads = 4, .blocks = 8}},
                     [&](const Simulation& s) {
                       if (s.exchange().ranks() == 1) digest = s.counters().digest;
                     });
    setup.executor = ExecutorKind::plain;
    SimulationOf<MinimalAdaptive> plain(setup, routing);
    plain.run_until(60_us);
    expect_balanced(plain);
    EXPECT_EQ(plain.counters().digest, digest);
    EXPECT_GT(plain.counters().packets_delivered, 50u);
  }
}

/// Messages with a deadline.
struct Urgent final : Traffic {
  ScriptedTraffic script;
  Picoseconds allowed{};
  Message next(HostId host, Picoseconds now, HostMemory& memory) const override {
    return script.next(host, now, memory);
  }
  Picoseconds deadline() const override { return allowed; }
};

TEST(Deadlines, AreCountedToThePicosecond) {
  const Network net = butterfly(4, 4, 3);
  Urgent traffic;  // alone it takes 660 ns; the second waits for the first one's 200 ns on the wire
  traffic.script.lines = {{0, {.at = 10_ns, .destination = 63, .size = 1000_B, .tag = 0}},
                          {0, {.at = 10_ns, .destination = 63, .size = 1000_B, .tag = 1}}};
  HostSettings hosts;
  hosts.packet = 1000_B;
  const auto counted = [&](Picoseconds allowed) {
    traffic.allowed = allowed;
    const Control control(net.classes[0].rate);
    const auto routing = prepared<MinimalAdaptive>(net);
    const SwitchSettings switches;
    SimulationOf<MinimalAdaptive> simulation({net, traffic, control, switches, hosts}, routing);
    simulation.run_until(10_us);
    return simulation.counters().deadlines;
  };
  EXPECT_EQ(counted(860_ns).in_time, 2u);
  const DeadlineCounts one = counted(Picoseconds{859'999});
  EXPECT_EQ(one.in_time, 1u);
  EXPECT_EQ(one.late, 1u);
  EXPECT_EQ(one.late_ps, 1u);
  EXPECT_EQ(counted(600_ns).late_ps, 60'000u + 260'000u);
  traffic.script.lines[1].message.tag = no_deadline;  // that may take any time
  EXPECT_EQ(counted(600_ns).late_ps, 60'000u);
  EXPECT_EQ(counted(860_ns).in_time, 1u);
}

}  // namespace
}  // namespace ebb::inline engine
