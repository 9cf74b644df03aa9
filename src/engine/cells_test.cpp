// How many cells of buffers are in use: closed forms of a lone packet, and that counting them changes no
// result.
#include <gtest/gtest.h>

#include "engine/engine_testing.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline engine {
namespace {

SwitchSettings counting(Forwarding forwarding, Bytes cell = 32_B) {
  SwitchSettings switches;
  switches.forwarding = forwarding, switches.flit = 32_B, switches.cell = cell;
  switches.input_buffer = switches.output_queue = 4_KiB;
  return switches;
}

Counters counters_of(const Network& net, const Traffic& traffic, const SwitchSettings& switches,
                     Picoseconds time, std::size_t threads = 1,
                     ExecutorKind executor = ExecutorKind::threads) {
  const Control control(net.classes[0].rate);
  const auto routing = prepared<MinimalAdaptive>(net);
  SimulationSetup setup{net, traffic, control, switches, {}};
  setup.hosts.packet = 1_KiB, setup.threads = threads, setup.executor = executor;
  SimulationOf<MinimalAdaptive> simulation(setup, routing);
  simulation.run_until(time);
  expect_balanced(simulation);
  return simulation.counters();
}

/// One packet of 32 cells through one switch: 204,800 ps on a wire, 102,400 ps on the crossbar input, 100 ns
/// of pipeline.
std::uint64_t lone_cell_time(Forwarding forwarding, const PipelineStages& stages = {}, Bytes behind = {0}) {
  const Network net = butterfly(4, 4, 3);
  ScriptedTraffic traffic;
  traffic.lines = {{0, {.at = 10_ns, .destination = 1, .size = 1_KiB, .tag = 0}}};
  SwitchSettings switches = counting(forwarding);
  switches.stages = stages, switches.output_buffer = behind;
  const Counters counters = counters_of(net, traffic, switches, 100_us);
  EXPECT_EQ(counters.packets_delivered, 1u);
  EXPECT_EQ(counters.cells_in_use, 0u);
  EXPECT_EQ(counters.twice_cell_time % 2, 0u);
  return counters.twice_cell_time / 2;
}

TEST(Cells, OfAPacketThatIsStoredAreInUseAsLongAsItStandsThere) {
  // In the input from its first byte until its tail has passed the crossbar input: 204,800 + 100,000 +
  // 102,400 ps for all 32 cells, less what each comes later or goes earlier. In the output the wire starts
  // together with the crossbar input.
  const std::uint64_t input = 32 * (204'800 + 100'000 + 102'400) - 31 * (204'800 + 102'400) / 2;
  const std::uint64_t output = 32 * 204'800 - 31 * (204'800 + 102'400) / 2;
  EXPECT_EQ(lone_cell_time(Forwarding::store_and_forward), input + output);
}

TEST(Cells, OfAPacketThatCutsThroughAreInUseForThePipelineAndTheirOwnTime) {
  // Each of 32 cells: 100 ns and 6,400 ps in the input, 6,400 ps in the output.
  EXPECT_EQ(lone_cell_time(Forwarding::cut_through), 32u * (100'000 + 6'400) + 32u * 6'400);
}

TEST(Cells, OfAWormAreInUseForThePipelineAndTheirOwnTime) {
  EXPECT_EQ(lone_cell_time(Forwarding::wormhole), 32u * (100'000 + 6'400));
}

TEST(Cells, OfAWormAreInUseBehindTheCrossbarForTheirOwnTime) {
  // As those of a packet that cuts through, in input and output; a slot of one flit is enough.
  for (const Bytes behind : {32_B, 4_KiB})
    EXPECT_EQ(lone_cell_time(Forwarding::wormhole, {}, behind), 32u * (100'000 + 6'400) + 32u * 6'400);
}

TEST(Cells, AreInUseInTheStagesThatAPacketSpendsInABuffer) {
  // Of 100 ns of pipeline, lookup and arbitration in the input, 30 + 25 ns, and 12 ns in an output queue.
  const PipelineStages stages{
      .lane = 15_ns, .lookup = 30_ns, .arbitration = 25_ns, .crossbar = 18_ns, .output = 12_ns};
  ASSERT_EQ(stages.sum(), 100_ns);
  EXPECT_EQ(lone_cell_time(Forwarding::wormhole, stages), 32u * (55'000 + 6'400));
  EXPECT_EQ(lone_cell_time(Forwarding::wormhole, stages, 1_KiB), 32u * (55'000 + 6'400 + 12'000 + 6'400));
  for (const Forwarding whole : {Forwarding::cut_through, Forwarding::store_and_forward})
    EXPECT_EQ(lone_cell_time(whole) - lone_cell_time(whole, stages), 32u * (15'000 + 18'000))
        << name_of(whole);
}

TEST(Cells, AreCountedWithoutChangingAnythingByEveryExecutor) {
  const Network net = butterfly(3, 3, 3);
  const UniformPoisson traffic = uniform(net, 0.6, 900_B);
  for (const Forwarding forwarding :
       {Forwarding::cut_through, Forwarding::store_and_forward, Forwarding::wormhole}) {
    const Counters alone = counters_of(net, traffic, counting(forwarding), 20_us);
    const Counters uncounted = counters_of(net, traffic, counting(forwarding, 0_B), 20_us);
    const Counters together = counters_of(net, traffic, counting(forwarding), 20_us, 3);
    const Counters plain = counters_of(net, traffic, counting(forwarding), 20_us, 1, ExecutorKind::plain);
    EXPECT_EQ(alone.digest, uncounted.digest);
    EXPECT_EQ(uncounted.twice_cell_time, 0u);
    EXPECT_NE(alone.twice_cell_time, 0u);
    for (const Counters* other : {&together, &plain}) {
      EXPECT_EQ(other->digest, alone.digest);
      EXPECT_EQ(other->twice_cell_time, alone.twice_cell_time);
      EXPECT_EQ(other->cells_in_use, alone.cells_in_use);
    }
  }
}

/// Within a flit, too, each cell is written and read in its turn.
TEST(Cells, OfAFlitMayBeSeveral) {
  const Network net = butterfly(4, 4, 3);
  ScriptedTraffic traffic;
  traffic.lines = {{0, {.at = 10_ns, .destination = 1, .size = 1_KiB, .tag = 0}}};
  SwitchSettings switches = counting(Forwarding::wormhole);
  switches.flit = 128_B;
  const Counters counters = counters_of(net, traffic, switches, 100_us);
  EXPECT_EQ(counters.twice_cell_time / 2, 32u * (100'000 + 6'400));
}

}  // namespace
}  // namespace ebb::inline engine
