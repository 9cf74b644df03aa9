// Wormhole switching against the published figures of another simulator: Noxim keeps, beside its source, runs
// of an 8 x 8 mesh with XY routing, packets of 8 flits and uniform traffic, 20 of each (TOOLS/SIMS/20060720).
//
// Its links pass a flit every two cycles, because each flit is acknowledged before the next one is sent. A
// router and its link take two cycles. A flit that finds the buffer full stays in the register of the link:
// that is one more flit of buffer. And a buffer slot is free when its flit begins to leave, one flit earlier
// than ours: that is another one. Its delay is that of the head, from its creation until it leaves the last
// router.
#include <gtest/gtest.h>

#include "engine/engine_testing.hpp"
#include "routing/grid/grid_dimension_order.hpp"
#include "routing/routing_testing.hpp"
#include "topology/grid.hpp"

namespace ebb::inline engine::worm_published_test {
namespace {

constexpr std::int64_t cycle = 1'000, flit = 2 * cycle;  // ps
constexpr int flits = 8;

/// In each cycle a packet is made with probability `rate`, for any other host.
struct EachCycle final : Traffic {
  std::uint32_t hosts = 64;
  double rate = 0.01;
  Message next(HostId host, Picoseconds now, HostMemory& memory) const override {
    std::int64_t cycles = 1;
    while (memory.random.unit() >= rate) ++cycles;
    const auto to = static_cast<HostId>(memory.random.below(hosts - 1));
    return {.at = {now.v + cycles * cycle},
            .destination = to >= host ? to + 1 : to,
            .size = {flits * 8},
            .tag = 0};
  }
};

Network mesh() {
  Cables cables;
  cables.rate = {32'000'000'000};
  cables.copper_delay = cables.optical_delay = cables.backplane_delay = {cycle / 4};
  Mesh topology;
  topology.sizes = {8, 8}, topology.c = 1;
  return topology.build(cables);
}

/// Returns the mean number of cycles from the creation of a packet until its head leaves the last router.
double head_delay(const Network& net, int buffer, double rate) {
  const auto routing = prepared<GridDimensionOrder>(net);
  EachCycle traffic;
  traffic.rate = rate;
  const Control control(net.classes[0].rate);
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.switches.forwarding = Forwarding::wormhole;
  setup.switches.flit = 8_B, setup.switches.input_buffer = {8 * (buffer + 2)};
  setup.switches.pipeline = {2 * cycle - cycle / 4}, setup.switches.credit_time = {0};
  setup.hosts.packet = {flits * 8};
  setup.seed = 3;
  SimulationOf<GridDimensionOrder> simulation(setup, routing);
  simulation.run_until({16'000 * cycle});
  expect_balanced(simulation);
  const Counters counters = simulation.counters();
  const std::size_t end = counters.batches.complete(simulation.now());
  const Batch batch = counters.batches.total(counters.batches.complete({2'000 * cycle}), end);
  const double after_head = static_cast<double>(flits * flit + cycle / 4);
  return (batch.packet_latency.mean_ps() - after_head) / static_cast<double>(cycle);
}

TEST(WormPublished, DelayIsThatOfNoximOnItsMesh) {
  struct Published {
    int buffer;
    double rate, delay;  ///< packets per node and cycle; cycles, the mean of 20 runs
  };
  const std::vector<Published> published{{2, 0.007, 19.1}, {2, 0.012, 34.7}, {4, 0.010, 23.9},
                                         {4, 0.014, 40.1}, {8, 0.010, 23.3}, {8, 0.016, 44.6}};
  const Network net = mesh();
  for (const Published& p : published) {
    const double ours = head_delay(net, p.buffer, p.rate);
    EXPECT_NEAR(ours, p.delay, 0.07 * p.delay) << p.buffer << " flits, " << p.rate;
  }
}

}  // namespace
}  // namespace ebb::inline engine::worm_published_test
