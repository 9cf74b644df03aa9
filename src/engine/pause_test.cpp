// Whole simulations with pauses, drops, and packets that overtake each other.
#include <gtest/gtest.h>

#include "engine/clockwise_testing.hpp"
#include "engine/engine_testing.hpp"
#include "engine/run/check/deadlock.hpp"
#include "engine/run/flow_result.hpp"
#include "engine/run/run.hpp"
#include "power/policy/halve_double.hpp"
#include "routing/butterfly/dimension_order.hpp"
#include "routing/butterfly/valiant.hpp"
#include "routing/grid/grid_dimension_order.hpp"
#include "routing/routing_testing.hpp"
#include "routing/tables/by_rules.hpp"
#include "topology/dragonfly.hpp"
#include "topology/grid.hpp"

namespace ebb::inline engine {
namespace {

SimulationSetup ethernet(const Network& net, const Traffic& traffic, const Control& control,
                         FlowControl name) {
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.switches.flow.name = name;
  setup.hosts.packet = 1000_B;
  return setup;
}

const std::vector<Sharing> some_sharings{
    {}, {.threads = 2}, {.threads = 4}, {.ranks = 2}, {.ranks = 3, .threads = 2}};

TEST(Pauses, LoseNothingUnderOverloadAndGiveTheSameBits) {
  const Network net = butterfly(4, 3, 3);
  const UniformPoisson traffic = uniform(net, 1.0);
  const Control control(net.classes[0].rate);
  for (const FlowControl name : {FlowControl::pfc, FlowControl::pause})
    for (const Forwarding forwarding : {Forwarding::cut_through, Forwarding::store_and_forward}) {
      SimulationSetup setup = ethernet(net, traffic, control, name);
      setup.switches.input_buffer = 8000_B, setup.switches.output_queue = 2000_B;
      setup.switches.forwarding = forwarding;
      expect_same_bits(setup, prepared<DimensionOrder>(net), 60_us, some_sharings, [](const Simulation& s) {
        const Counters counters = s.counters();
        EXPECT_GT(counters.packets_delivered, 3'000u);
        EXPECT_GT(counters.pauses, 100u);
        EXPECT_EQ(counters.packets_dropped, 0u);
      });
    }
}

TEST(Pauses, LoseNothingWhileRatesChange) {
  const Network net = butterfly(4, 3, 3);
  const UniformPoisson traffic = uniform(net, 0.9);
  const HalveDouble policy;
  const Control control(RateLevels({10_Gbps, 20_Gbps, 40_Gbps}), policy, 3_us, 200_ns);
  SimulationSetup setup = ethernet(net, traffic, control, FlowControl::pfc);
  setup.switches.input_buffer = 16_KiB;
  expect_same_bits(setup, prepared<DimensionOrder>(net), 100_us, some_sharings, [](const Simulation& s) {
    EXPECT_GT(s.counters().pauses, 10u);
    EXPECT_GT(s.counters().packets_delivered, 3'000u);
  });
}

TEST(Drops, AreInTheBooksAndGiveTheSameBits) {
  const Network net = butterfly(4, 3, 3);
  const UniformPoisson traffic = uniform(net, 1.0, 3000_B);
  const Control control(net.classes[0].rate);
  SimulationSetup setup = ethernet(net, traffic, control, FlowControl::drop);
  setup.switches.input_buffer = 2000_B, setup.switches.output_queue = 2000_B;
  expect_same_bits(setup, prepared<DimensionOrder>(net), 60_us, some_sharings, [](const Simulation& s) {
    const Counters counters = s.counters();
    EXPECT_GT(counters.packets_dropped, 100u);
    EXPECT_GT(counters.messages_lost, 30u);
    EXPECT_LE(counters.messages_lost, counters.packets_dropped);
    EXPECT_LE(counters.messages_lost + counters.messages_delivered, counters.messages_made);
  });
}

/// All hosts but two send without end to host 3. Host 0 sends to host 2, so that a pause frame for host 2
/// finds its wire busy.
struct Incast final : Traffic {
  Message next(HostId host, Picoseconds, HostMemory& memory) const override {
    if (host == 3) return {};
    const HostId to = host == 0 ? 2 : 3;
    return {.at = {memory.state[0]++ * 200'000}, .destination = to, .size = 1000_B, .tag = 0};
  }
};

/// The worst case of theory: the last packet starts one picosecond before host 2 reacts, and the pause frame
/// waits for a whole packet.
SimulationSetup worst_case(const Network& net, const Traffic& traffic, const Control& control) {
  SimulationSetup setup = ethernet(net, traffic, control, FlowControl::pfc);
  setup.switches.output_queue = 2000_B;
  setup.switches.flow.xoff = 6001_B;
  setup.switches.flow.reaction = {};
  const Headroom without = headroom_of(net.classes[0], {}, setup.switches, setup.hosts);
  setup.switches.flow.reaction = {400'001 - without.reach};
  const Headroom headroom = headroom_of(net.classes[0], {}, setup.switches, setup.hosts);
  EXPECT_EQ(headroom.bytes, 3'000);
  setup.switches.input_buffer = {headroom.buffer_for(6001)};
  return setup;
}

TEST(Pauses, AdversarialIncastJustFitsTheComputedHeadroom) {
  const Network net = star(12);
  const Incast traffic;
  const Control control(net.classes[0].rate);
  const SimulationSetup setup = worst_case(net, traffic, control);
  EXPECT_EQ(setup.switches.input_buffer, 9000_B);
  SimulationOf<Straight> simulation(setup, Straight{});
  simulation.run_until(50_us);
  expect_balanced(simulation);
  EXPECT_EQ(flow_result(simulation, simulation.counters())->fullest, 9'000u);
}

TEST(PausesDeathTest, OneByteLessThanTheHeadroomOverflows) {
  const Network net = star(12);
  const Incast traffic;
  const Control control(net.classes[0].rate);
  SimulationSetup setup = worst_case(net, traffic, control);
  setup.switches.input_buffer.v -= 1;
  EXPECT_FALSE(check_headroom(net, {}, setup.switches, setup.hosts).empty());
  const Straight routing;
  EXPECT_DEATH(
      {
        SimulationOf<Straight> simulation(setup, routing);
        simulation.run_until(50_us);
      },
      "pauses");
}

TEST(Pauses, ACircleOfPausedPortsIsNamed) {
  // Two virtual channels keep packets of a ring apart, but not when pauses stop both.
  const Network net = ring_of(12);
  Anywhere traffic;
  traffic.hosts = net.hosts, traffic.size = 1500_B;
  const Control control(net.classes[0].rate);
  const auto routing = prepared<GridDimensionOrder>(net);
  ASSERT_EQ(routing.vcs(), 2);
  RunSettings settings;
  settings.most_time = 400_us;
  for (const FlowControl name : {FlowControl::pause, FlowControl::pfc}) {
    SimulationSetup setup = ethernet(net, traffic, control, name);
    setup.hosts.packet = 1500_B;
    setup.switches.input_buffer = 6000_B, setup.switches.output_queue = 2000_B;
    SimulationOf<GridDimensionOrder> simulation(setup, routing);
    const auto result = run_to_verdict(simulation, settings);
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result->failure.empty(), name == FlowControl::pfc);
    if (result->failure.empty()) continue;
    const Problem& stuck = result->failure[0];
    EXPECT_NE(stuck.what.find("are paused because of each other in a cycle"), std::string::npos)
        << stuck.what;
    EXPECT_NE(stuck.hint.find("pfc"), std::string::npos);
  }
}

TEST(Order, PacketsOvertakeEachOtherOnlyWhereTheyMayTakeSeveralWays) {
  const Network net = butterfly(4, 4, 3);
  const UniformPoisson traffic = uniform(net, 0.7, 8000_B);
  const Control control(net.classes[0].rate);
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.hosts.packet = 1000_B, setup.order = true;
  expect_same_bits(setup, prepared<DimensionOrder>(net), 50_us, some_sharings,
                   [](const Simulation& s) { EXPECT_EQ(s.counters().out_of_order, 0u); });
  std::vector<std::uint64_t> counted;
  expect_same_bits(setup, prepared<Valiant>(net), 50_us, some_sharings, [&](const Simulation& s) {
    const Counters counters = s.counters();
    if (s.exchange().rank() == 0) counted.push_back(counters.out_of_order);
    EXPECT_LT(counters.flows_out_of_order, counters.out_of_order);
    EXPECT_GE(counters.flows_out_of_order * counters.most_out_of_order, counters.out_of_order);
  });
  ASSERT_EQ(counted.size(), some_sharings.size());
  EXPECT_GT(counted[0], 50u);
  for (const std::uint64_t packets : counted) EXPECT_EQ(packets, counted[0]);
}

TEST(Order, OneFlowInTwoIsLookedAtWhereThereAreTooMany) {
  const Network net = butterfly(9, 18, 3);
  const UniformPoisson traffic = uniform(net, 0.3, 1000_B);
  const Control control(net.classes[0].rate);
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.order = true;
  expect_same_bits(setup, prepared<Valiant>(net), 4_us, some_sharings, [&](const Simulation& s) {
    const Counters counters = s.counters();
    EXPECT_NEAR(static_cast<double>(counters.order_seen), static_cast<double>(counters.packets_delivered) / 2,
                0.05 * static_cast<double>(counters.packets_delivered));
    EXPECT_LE(counters.out_of_order, counters.order_seen);
  });
}

/// Every host sends without end to the same position of the next of nine groups.
struct ToTheNextGroup final : Traffic {
  Message next(HostId host, Picoseconds now, HostMemory&) const override {
    return {.at = now + 400_ns, .destination = (host + 8) % 72, .size = 1000_B};
  }
};

struct ByTrigger {
  ByRules routing;
  explicit ByTrigger(const Network& net, Trigger trigger) {
    routing.kind = Adaptivity::non_minimal, routing.trigger = trigger;
    if (trigger == Trigger::congestion_notification)
      routing.sample = 8000_B, routing.hold = 10_us, routing.threshold = 8000_B;
    routing.prepare(net);
  }
};

Network small_dragonfly() {
  Dragonfly t;
  t.a = 4, t.p = 2, t.h = 2;
  return t.build(Cables{});
}

TEST(ConditionalRules, SendPacketsAroundWhatTheyAreToldOfAndGiveTheSameBits) {
  const Network net = small_dragonfly();
  const ToTheNextGroup traffic;
  const Control control(net.classes[0].rate);
  for (const Trigger trigger : {Trigger::pause, Trigger::queue, Trigger::congestion_notification}) {
    const SimulationSetup setup = ethernet(net, traffic, control, FlowControl::pfc);
    expect_same_bits(setup, ByTrigger(net, trigger).routing, 60_us, some_sharings, [&](const Simulation& s) {
      const Counters counters = s.counters();
      // The eight hosts of a group offer four times what their one cable to the next group carries.
      EXPECT_GT(counters.packets_delivered, counters.packets_made / 2) << name_of(trigger);
      EXPECT_EQ(counters.notifications_sent > 100, trigger == Trigger::congestion_notification);
      EXPECT_GE(counters.notifications_sent, counters.notifications_received);
    });
  }
}

TEST(Drops, AreCountedByFlow) {
  const Network net = small_dragonfly();
  const ToTheNextGroup traffic;
  const Control control(net.classes[0].rate);
  const SimulationSetup setup = ethernet(net, traffic, control, FlowControl::drop);
  ByRules routing;
  routing.prepare(net);
  SimulationOf<ByRules> simulation(setup, routing);
  simulation.run_until(100_us);
  const Counters counters = simulation.counters();
  const auto flow = flow_result(simulation, counters);
  ASSERT_TRUE(flow);
  EXPECT_GT(counters.packets_dropped, 1000u);
  std::uint64_t sum = 0;
  for (const DroppedFlow& lost : counters.drops.sorted()) {
    EXPECT_EQ(lost.destination, (lost.source + 8) % 72);
    sum += lost.packets;
  }
  EXPECT_EQ(sum, counters.packets_dropped);
  EXPECT_EQ(flow->flows_hit, counters.drops.sorted().size());
  EXPECT_EQ(flow->sources_hit, flow->flows_hit);  // each has one destination
  ASSERT_EQ(flow->hit, counters.drops.sorted());
  EXPECT_EQ(flow->hit[0].packets, flow->most_of_one);
}

}  // namespace
}  // namespace ebb::inline engine
