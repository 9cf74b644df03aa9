// Whole simulations with connections: times by hand, losses that are repaired, marks, and the same bits with
// every executor.
#include <gtest/gtest.h>

#include "engine/engine_testing.hpp"
#include "engine/run/transport_result.hpp"
#include "routing/butterfly/dimension_order.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline engine {
namespace {

/// Timers are short enough for runs of microseconds.
SimulationSetup with_connections(const Network& net, const Traffic& traffic, const Control& control,
                                 TransportProtocol protocol, FlowControl flow = FlowControl::drop) {
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.switches.flow.name = flow;
  setup.hosts.packet = 1000_B, setup.hosts.header = 40_B;
  setup.hosts.transport = protocol;
  setup.hosts.connections.min_rto = 20_us, setup.hosts.connections.ack_delay = 2_us;
  return setup;
}

const std::vector<Sharing> every_way{
    {}, {.threads = 2}, {.threads = 4}, {.ranks = 2}, {.ranks = 3, .threads = 2}};

Counters counters_after(const SimulationSetup& setup, Picoseconds time) {
  SimulationOf<Straight> simulation(setup, Straight{});
  simulation.run_until(time);
  expect_balanced(simulation);
  return simulation.counters();
}

/// Two segments, then four, then eight: the last of 14 leaves seven segments after the second round trip.
TEST(Transport, SlowStartTakesTheTimeThatRoundTripsTake) {
  const Network net = star(2);
  ScriptedTraffic traffic;
  traffic.lines = {{0, {.at = 0_ns, .destination = 1, .size = 14'000_B, .tag = 0}}};
  const Control control(net.classes[0].rate);
  SimulationSetup setup = with_connections(net, traffic, control, TransportProtocol::tcp);
  setup.hosts.connections.initial_window = 2, setup.hosts.connections.ack_every = 1;
  setup.switches.pipeline = 2_us;  // eight segments take less than a round trip
  const Counters counters = counters_after(setup, 50_us);
  const LinkClass& cable = net.classes[0];
  const std::int64_t segment = wire_time(1040_B, cable.rate).v, ack = wire_time(40_B, cable.rate).v;
  const std::int64_t way = setup.switches.pipeline.v + 2 * cable.delay.v;
  const std::int64_t round_trip = way + segment + way + ack;
  EXPECT_EQ(counters.batches.last_completion().v, 2 * round_trip + 7 * segment + way + segment);
  EXPECT_EQ(counters.packets_sent, 28u);
  EXPECT_EQ(counters.transport.acknowledgements, 14u);
  EXPECT_EQ(counters.transport.in_order_payload, 14'000u);
  EXPECT_EQ(counters.transport.sent_again, 0u);
}

TEST(Transport, ADelayedAckComesAfterItsDelay) {
  const Network net = star(2);
  ScriptedTraffic traffic;
  traffic.lines = {{0, {.at = 0_ns, .destination = 1, .size = 1000_B, .tag = 0}}};
  const Control control(net.classes[0].rate);
  const SimulationSetup setup = with_connections(net, traffic, control, TransportProtocol::tcp);
  EXPECT_EQ(counters_after(setup, 2_us).transport.acknowledgements, 0u);
  EXPECT_EQ(counters_after(setup, 3_us).transport.acknowledgements, 1u);
  EXPECT_EQ(counters_after(setup, 100_us).transport.timeouts, 0u);
}

/// All hosts but one send to host 0 at the same time.
ScriptedTraffic incast(std::uint32_t hosts, Bytes size) {
  ScriptedTraffic traffic;
  for (HostId h = 1; h < hosts; ++h)
    traffic.lines.push_back({h, {.at = 0_ns, .destination = 0, .size = size, .tag = 0}});
  return traffic;
}

TEST(Transport, RepairsEveryLoss) {
  const Network net = star(9);
  const ScriptedTraffic traffic = incast(9, 60'000_B);
  const Control control(net.classes[0].rate);
  for (const TcpControl congestion : {TcpControl::newreno, TcpControl::cubic}) {
    SimulationSetup setup = with_connections(net, traffic, control, TransportProtocol::tcp);
    setup.hosts.connections.congestion = congestion;
    setup.switches.input_buffer = 3000_B, setup.switches.output_queue = 4000_B;
    const Counters counters = counters_after(setup, 2_ms);
    EXPECT_EQ(counters.messages_delivered, 8u);
    EXPECT_EQ(counters.messages_lost, 0u);
    EXPECT_GT(counters.packets_dropped, 20u);
    EXPECT_GT(counters.transport.timeouts, 0u);
    EXPECT_EQ(counters.transport.in_order_payload, 8 * 60'000u);
    // Whatever was dropped is sent again, and nothing more arrives than was sent.
    EXPECT_GE(counters.transport.sent_again + counters.transport.acknowledgements, counters.packets_dropped);
    EXPECT_LE(counters.transport.repeated, counters.transport.sent_again);
  }
}

TEST(Transport, DctcpKeepsQueuesShortAndLosesNothing) {
  const Network net = star(9);
  const ScriptedTraffic traffic = incast(9, 200'000_B);
  const Control control(net.classes[0].rate);
  SimulationSetup setup = with_connections(net, traffic, control, TransportProtocol::dctcp);
  setup.switches.input_buffer = 32_KiB, setup.switches.output_queue = 128_KiB;
  setup.switches.flow.ecn = 20'000_B;
  const Counters counters = counters_after(setup, 2_ms);
  EXPECT_EQ(counters.messages_delivered, 8u);
  EXPECT_EQ(counters.packets_dropped, 0u);
  EXPECT_EQ(counters.transport.sent_again, 0u);
  EXPECT_GT(counters.transport.marked, 100u);
  setup.hosts.transport = TransportProtocol::tcp, setup.switches.flow.ecn = 0_B;
  EXPECT_GT(counters_after(setup, 2_ms).packets_dropped, 0u);
}

TEST(Transport, GivesTheSameBitsWithDrops) {
  const Network net = butterfly(4, 3, 3);
  const UniformPoisson traffic = uniform(net, 0.9, 20'000_B);
  const Control control(net.classes[0].rate);
  for (const TransportProtocol protocol : {TransportProtocol::tcp, TransportProtocol::dctcp}) {
    SimulationSetup setup = with_connections(net, traffic, control, protocol);
    setup.switches.input_buffer = 3000_B, setup.switches.output_queue = 6000_B;
    if (protocol == TransportProtocol::dctcp) setup.switches.flow.ecn = 4000_B;
    expect_same_bits(setup, prepared<DimensionOrder>(net), 150_us, every_way, [](const Simulation& s) {
      const Counters counters = s.counters();
      EXPECT_GT(counters.packets_dropped, 100u);
      EXPECT_GT(counters.transport.sent_again, 100u);
      EXPECT_GT(counters.transport.timeouts, 0u);
      EXPECT_GT(counters.messages_delivered, 200u);
      EXPECT_EQ(counters.messages_lost, 0u);
    });
  }
}

TEST(Transport, GivesTheSameBitsWithThePlainExecutor) {
  const Network net = star(9);
  const ScriptedTraffic traffic = incast(9, 60'000_B);
  const Control control(net.classes[0].rate);
  SimulationSetup setup = with_connections(net, traffic, control, TransportProtocol::tcp);
  setup.switches.input_buffer = 3000_B, setup.switches.output_queue = 4000_B;
  const Counters fast = counters_after(setup, 500_us);
  setup.executor = ExecutorKind::plain;
  const Counters plain = counters_after(setup, 500_us);
  EXPECT_EQ(fast.digest, plain.digest);
  EXPECT_EQ(fast.events, plain.events);
  EXPECT_GT(fast.transport.timeouts, 0u);
}

TEST(Transport, GivesTheSameBitsWithPauses) {
  const Network net = butterfly(4, 3, 3);
  const UniformPoisson traffic = uniform(net, 0.9, 20'000_B);
  const Control control(net.classes[0].rate);
  SimulationSetup setup = with_connections(net, traffic, control, TransportProtocol::tcp, FlowControl::pfc);
  setup.switches.input_buffer = 16_KiB, setup.switches.output_queue = 4000_B;
  expect_same_bits(setup, prepared<DimensionOrder>(net), 100_us, every_way, [](const Simulation& s) {
    const Counters counters = s.counters();
    EXPECT_GT(counters.pauses, 100u);
    EXPECT_EQ(counters.packets_dropped, 0u);
    EXPECT_GT(counters.messages_delivered, 200u);
  });
}

}  // namespace
}  // namespace ebb::inline engine
