// The engine's wormhole switching against a simulator that works flit by flit and cycle by cycle: every
// packet must leave and arrive at the same picosecond.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include "engine/engine_testing.hpp"
#include "engine/flit_cycles_testing.hpp"
#include "routing/grid/grid_dimension_order.hpp"
#include "routing/routing_testing.hpp"
#include "topology/grid.hpp"

namespace ebb::inline engine::worm_cycles_test {
namespace {

constexpr std::int64_t cycle = 1'000;  // ps: 8 bytes at 64 Gb/s

struct Setting {
  bool torus;
  std::int64_t side;
  CycleSettings cycles;
  int flits;
  double load;
};

Network grid_of(const Setting& s) {
  Cables cables;
  cables.rate = {64'000'000'000};
  cables.copper_delay = cables.optical_delay = cables.backplane_delay = {s.cycles.delay * cycle};
  Mesh mesh;
  Torus torus;
  mesh.sizes = torus.sizes = {s.side, s.side};
  mesh.c = torus.c = 1;
  return s.torus ? torus.build(cables) : mesh.build(cables);
}

/// In each cycle each host has a packet ready with the same probability, for any other host.
std::vector<CyclePacket> bernoulli_packets(const Setting& s, std::uint32_t hosts, std::int64_t cycles) {
  std::vector<CyclePacket> packets;
  Random random(7, traffic_stream);
  for (std::int64_t t = 1; t < cycles; ++t)
    for (HostId h = 0; h < hosts; ++h)
      if (static_cast<double>(random.below(1'000'000)) < 1e6 * s.load / s.flits) {
        const auto to = static_cast<HostId>(random.below(hosts - 1));
        packets.push_back({.from = h, .to = to >= h ? to + 1 : to, .born = t, .flits = s.flits});
      }
  return packets;
}

/// Each host's own messages, without a search.
struct GivenPackets final : Traffic {
  std::vector<std::vector<Message>> of;
  GivenPackets(const std::vector<CyclePacket>& packets, std::uint32_t hosts) : of(hosts) {
    for (const CyclePacket& p : packets)
      of[p.from].push_back(
          {.at = {p.born * cycle}, .destination = p.to, .size = {std::int64_t{8} * p.flits}, .tag = 0});
  }
  Message next(HostId host, Picoseconds, HostMemory& memory) const override {
    const auto i = static_cast<std::size_t>(memory.state[0]++);
    return i < of[host].size() ? of[host][i] : Message{};
  }
};

Counters by_the_engine(const Setting& s, const Network& net, const std::vector<CyclePacket>& packets,
                       std::int64_t cycles) {
  const auto routing = prepared<GridDimensionOrder>(net);
  const GivenPackets traffic(packets, net.hosts);
  const Control control(net.classes[0].rate);
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.switches.forwarding = Forwarding::wormhole;
  setup.switches.flit = 8_B, setup.switches.input_buffer = {8 * s.cycles.buffer};
  setup.switches.output_buffer = {8 * s.cycles.output_buffer};
  setup.switches.pipeline = {s.cycles.pipeline * cycle};
  setup.switches.credit_time = {s.cycles.credit_time * cycle};
  setup.switches.vcs = s.cycles.vcs, setup.switches.speedup = s.cycles.vcs;
  setup.hosts.packet = {8 * s.flits};
  SimulationOf<GridDimensionOrder> simulation(setup, routing);
  simulation.run_until({cycles * cycle});
  expect_balanced(simulation);
  return simulation.counters();
}

TEST(WormCycles, EveryPacketIsThereAtTheSamePicosecond) {
  std::vector<Setting> settings{
      {true, 4, {.vcs = 2, .buffer = 1}, 3, 0.9},
      {true, 5, {.vcs = 4, .buffer = 8}, 20, 0.9},
      {true, 5, {.vcs = 2, .buffer = 8, .delay = 2, .pipeline = 3, .credit_time = 0}, 5, 0.6},
      {false, 8, {.vcs = 1, .buffer = 30}, 20, 0.3}};
  for (const bool torus : {false, true})
    for (const int buffer : {4, 8})
      for (const int flits : {1, 8, 20})
        settings.push_back({torus, 8, {.vcs = torus ? 2 : 1, .buffer = buffer}, flits, torus ? 0.6 : 0.4});
  for (const bool torus : {false, true})
    for (const int behind : {1, 3, 30})
      for (const int flits : {1, 5, 20})
        settings.push_back(
            {torus, 6, {.vcs = torus ? 2 : 1, .buffer = 4, .output_buffer = behind}, flits, 0.5});
  settings.push_back({true, 5, {.vcs = 4, .buffer = 8, .output_buffer = 6}, 7, 0.9});
  settings.push_back(
      {true, 5, {.vcs = 2, .buffer = 1, .delay = 2, .pipeline = 3, .output_buffer = 2}, 5, 0.6});
  // Hosts stop early, so that everything has arrived in the end: engines count a packet when its tail is
  // certain to arrive.
  constexpr std::int64_t cycles = 6'000, with_traffic = 150;
  for (const Setting& s : settings) {
    SCOPED_TRACE(fmt::format("torus {} side {} vcs {} buffer {} behind {} flits {} load {}", s.torus, s.side,
                             s.cycles.vcs, s.cycles.buffer, s.cycles.output_buffer, s.flits, s.load));
    const Network net = grid_of(s);
    const auto routing = prepared<GridDimensionOrder>(net);
    std::vector<CyclePacket> packets = bernoulli_packets(s, net.hosts, with_traffic);
    const Counters engine = by_the_engine(s, net, packets, cycles);
    FlitCycles<GridDimensionOrder>(net, routing, s.cycles, packets).run(cycles);
    std::uint64_t digest = 0, delivered = 0;
    for (const CyclePacket& p : packets)
      if (p.delivered >= 0)
        digest += Counters::hash(p.from, p.entered * cycle, p.delivered * cycle), ++delivered;
    EXPECT_EQ(delivered, packets.size());
    EXPECT_EQ(engine.packets_delivered, delivered);
    EXPECT_EQ(engine.digest, digest);
  }
}

}  // namespace
}  // namespace ebb::inline engine::worm_cycles_test
