#include "routing/tables/by_rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "routing/check/dependency_check.hpp"
#include "rules/tables/make_table.hpp"
#include "rules/trees/random_plan_testing.hpp"
#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/folded_clos.hpp"
#include "topology/star.hpp"

namespace ebb::inline routing {
namespace {

Network random_dragonfly() {
  Dragonfly t;
  t.a = any_in_range(1, 5), t.p = any_in_range(1, 4), t.h = any_in_range(1, 4);
  t.g = any_in_range(2, static_cast<std::uint32_t>(t.a * t.h) + 2);
  t.wiring = any_in_range(0, 2) ? GlobalWiring::palm_tree : GlobalWiring::consecutive;
  return t.build(Cables{});
}

Network random_butterfly() {
  FlattenedButterfly t;
  t.c = any_in_range(1, 4), t.sizes = {}, t.parallel = {};
  for (std::uint32_t d = any_in_range(1, 4); d > 0; --d)
    t.sizes.push_back(any_in_range(2, 5)), t.parallel.push_back(any_in_range(1, 3));
  return t.build(Cables{});
}

Network random_clos() {
  FoldedClos t;
  t.levels = any_in_range(2, 4), t.radix = 2 * any_in_range(2, t.levels == 2 ? 5 : 4);
  return t.build(Cables{});
}

/// A routing of a kind that a random network has.
struct RandomCase {
  Network network;
  ByRules routing;

  RandomCase() {
    const std::uint32_t shape = any_in_range(0, 3);
    network = shape == 0 ? random_dragonfly() : shape == 1 ? random_butterfly() : random_clos();
    const auto kinds = {Adaptivity::none, Adaptivity::minimal, Adaptivity::non_minimal};
    do routing.kind = *(kinds.begin() + any_in_range(0, 3));
    while (!block_routing(network.shape)->has_paths(routing.kind));
    if (routing.kind == Adaptivity::none)
      routing.organisation = static_cast<Organisation>(any_in_range(0, 4));
    else
      draw_conditions();
    RC_ASSERT(routing.check().empty());
    RC_ASSERT(routing.check(network).empty());
    routing.prepare(network);
  }
  void draw_conditions() {
    const bool counts =
        routing.kind == Adaptivity::non_minimal || !block_routing(network.shape)->hops_by_field();
    routing.alternatives = counts ? any_in_range(1, 5) : 1;
    do routing.trigger = static_cast<Trigger>(any_in_range(0, 6));
    while (routing.kind == Adaptivity::minimal && routing.trigger == Trigger::pause_and_own_queue);
    if (routing.trigger == Trigger::controller) routing.phase = 1_us;
  }
  ForwardingTable table(SwitchId s) const {
    const auto blocks = block_routing(network.shape);
    return routing.kind == Adaptivity::none ? make_table(*blocks, s, routing.organisation)
                                            : conditional_table(*blocks, s, routing.conditions());
  }
};

RC_GTEST_PROP(ByRules, DecidesAsTheTablesSay, ()) {
  const RandomCase c;
  const Network& net = c.network;
  const auto blocks = block_routing(net.shape);
  const AddressPlan plan = address_plan(*blocks, c.routing.organisation);
  for (int i = 0; i < 20; ++i) {
    const HostId from = any_in_range(0, net.hosts), to = any_in_range(0, net.hosts);
    const PortId last = net.peer[net.host_port(to)];
    Route packet{.to = net.owner[last],
                 .out = static_cast<std::uint16_t>(last - net.first_port[net.owner[last]])};
    PortId in = net.peer[net.host_port(from)];
    while (true) {
      const SwitchId here = net.owner[in];
      const RandomQueues queues{any_in_range(0, 1'000'000), 40'000,
                                static_cast<std::uint16_t>(in - net.first_port[here])};
      const ServiceClass service =
          packet.hops == 0 ? from_host : static_cast<ServiceClass>(static_cast<unsigned>(packet.phase));
      const Header header{plan.address(to), plan.address(from), queues.input, service};
      const ForwardingTable table = c.table(here);
      const Rule* rule = followed(table, header, [&](Signal signal, std::uint32_t port, ServiceClass s) {
        const auto local = static_cast<std::uint16_t>(port);
        if (signal == Signal::pause) return queues.paused(Hop{local, s});
        if (signal == Signal::congestion_notification) return queues.notified(packet.to);
        if (c.routing.trigger == Trigger::controller) return queues.now() / 1'000'000 % 2 == 1;
        return c.routing.trigger == Trigger::always || queues(local) > c.routing.threshold.v;
      });
      const Hop hop = c.routing.route(here, packet, queues, from);
      RC_ASSERT(rule != nullptr);
      RC_ASSERT(hop.port == rule->out_port);
      const PortId next = net.peer[net.first_port[here] + hop.port];
      if (net.is_host_port(next)) {
        RC_ASSERT(net.host_at(next) == to);
        break;
      }
      RC_ASSERT(hop.vc == rule->change.after(service));
      in = next;
    }
  }
}

RC_GTEST_PROP(ByRules, CannotDeadlockInAnyStateOfTheConditions, ()) {
  const RandomCase c;
  const DependencyReport report = check_dependencies(c.routing, c.network);
  RC_ASSERT(report.complete());
  RC_ASSERT(report.clean());
  Random random(any_in_range(0, 1'000'000), routing_stream);
  for (int i = 0; i < 20; ++i) {
    const HostId from = any_in_range(0, c.network.hosts), to = any_in_range(0, c.network.hosts);
    RC_ASSERT(walk(c.routing, c.network, from, to, random, 100'000).fault == "");
  }
}

/// The switch with the cable to the next group diverts like the others only if it checks its own queue.
TEST(ByRules, ADetourBeginsAtThePortThatIsAssignedToTheHost) {
  Dragonfly t;
  t.a = 4, t.p = 2, t.h = 2;  // ports: hosts 0 and 1, local 2 to 4, global 5 and 6
  const Network network = t.build(Cables{});
  ByRules routing;
  routing.kind = Adaptivity::non_minimal;
  routing.prepare(network);
  struct Paused {
    std::uint16_t input = 0;
    std::uint32_t ports = 0;
    std::int64_t operator()(std::uint16_t) const { return 0; }
    bool paused(Hop hop) const { return ports >> hop.port & 1; }
    bool notified(SwitchId) const { return false; }
    std::int64_t now() const { return 0; }
  };
  for (SwitchId far : {4u, 12u, 32u})
    for (std::uint16_t host = 0; host < 2; ++host) {
      Route packet{.to = far};
      const Hop straight = routing.route(0, packet, Paused{host, 0}, host);
      packet = {.to = far};
      const Hop detour = routing.route(0, packet, Paused{host, 1u << straight.port}, host);
      EXPECT_EQ(detour, (Hop{static_cast<std::uint16_t>(5 + host), 0}));
    }
  Route neighbour{.to = 1};
  EXPECT_EQ(routing.route(0, neighbour, Paused{0, ~0u}, 0), (Hop{2, 0}));  // within its group it waits
  Route transit{.to = 32, .hops = 1, .phase = 0};
  const Hop straight = routing.route(0, transit, Paused{2, ~0u}, 9);  // so does a packet from a neighbour
  EXPECT_NE(straight.port, 0);
}

TEST(ByRules, APacketThatIsAskedAgainComesAsItCame) {
  Dragonfly t;
  t.a = 4, t.p = 2, t.h = 2;
  const Network network = t.build(Cables{});
  ByRules routing;
  routing.kind = Adaptivity::non_minimal;
  routing.prepare(network);
  for (SwitchId far : {4u, 12u, 32u}) {
    Route once{.to = far}, twice{.to = far};
    const Hop hop = routing.route(0, once, RandomQueues{}, 0);
    routing.route(0, twice, RandomQueues{}, 0);
    EXPECT_EQ(routing.route(0, twice, RandomQueues{}, 0), hop);
    EXPECT_EQ(once.hops, twice.hops);
    EXPECT_EQ(once.phase, twice.phase);
  }
}

TEST(ByRules, RefusesWhatTheTopologyHasNot) {
  Dragonfly dragonfly;
  FoldedClos clos;
  Star star;
  ByRules routing;
  EXPECT_EQ(routing.check(star.build(Cables{})).at(0).where, "name");
  routing.kind = Adaptivity::minimal;
  EXPECT_THAT(routing.check(dragonfly.build(Cables{})).at(0).hint, testing::HasSubstr("non_minimal"));
  routing.kind = Adaptivity::non_minimal;
  EXPECT_THAT(routing.check(clos.build(Cables{})).at(0).hint, testing::HasSubstr("minimal"));
  EXPECT_TRUE(routing.check().empty());
  routing.organisation = Organisation::flat;
  EXPECT_EQ(routing.check().at(0).where, "organisation");
  routing = {};
  routing.alternatives = -1;
  EXPECT_EQ(routing.check().at(0).where, "alternatives");
  routing.alternatives = 0, routing.kind = Adaptivity::minimal;
  EXPECT_EQ(routing.check().at(0).where, "alternatives");
  routing.alternatives = 1, routing.trigger = Trigger::pause_and_own_queue;
  EXPECT_EQ(routing.check().at(0).where, "trigger");
}

/// The notifications of a switch, and the time.
struct Notified {
  std::uint16_t input = 0;
  SwitchId congested = no_id;  ///< notifications are about destinations like this one's
  std::int64_t time = 0;
  std::int64_t operator()(std::uint16_t) const { return 0; }
  bool paused(Hop) const { return false; }
  bool notified(SwitchId to) const { return to == congested; }
  std::int64_t now() const { return time; }
};

TEST(ByRules, ANoticeDivertsWhatGoesToItsDestinations) {
  Dragonfly t;
  t.a = 4, t.p = 2, t.h = 2;  // ports: hosts 0 and 1, local 2 to 4, global 5 and 6
  const Network network = t.build(Cables{});
  ByRules routing;
  routing.kind = Adaptivity::non_minimal, routing.trigger = Trigger::congestion_notification;
  routing.prepare(network);
  EXPECT_EQ(routing.congestion_notification().groups, 9u);
  EXPECT_EQ(routing.congestion_notification().group_of[12], 3u);
  for (SwitchId far : {4u, 12u, 32u}) {
    Route straight{.to = far}, detour{.to = far}, other{.to = far};
    const Hop usual = routing.route(0, straight, Notified{1}, 1);
    EXPECT_EQ(routing.route(0, detour, Notified{1, far}, 1), (Hop{6, 0}));
    EXPECT_EQ(routing.route(0, other, Notified{1, far + 4}, 1), usual);
  }
}

TEST(ByRules, AControllerLoadsItsTablesLate) {
  Dragonfly t;
  t.a = 4, t.p = 2, t.h = 2;
  const Network network = t.build(Cables{});
  ByRules routing;
  routing.kind = Adaptivity::non_minimal, routing.trigger = Trigger::controller;
  EXPECT_EQ(routing.check().size(), 1u);  // the phases are required
  routing.phase = 10_us, routing.late = 3_us;
  EXPECT_TRUE(routing.check().empty());
  routing.prepare(network);
  const auto has_detours = [&](Picoseconds now) {
    Route packet{.to = 12};
    return routing.route(0, packet, Notified{1, no_id, now.v}, 1) == Hop{6, 0};
  };
  EXPECT_FALSE(has_detours(0_us));  // tables of the first phase
  EXPECT_FALSE(has_detours(Picoseconds{12'999'999}));
  EXPECT_TRUE(has_detours(13_us));
  EXPECT_FALSE(has_detours(23_us));
  routing.late = 40_us;  // a whole number of phases, but nothing has been loaded before
  EXPECT_FALSE(has_detours(15_us));
  EXPECT_TRUE(has_detours(55_us));
}

TEST(ByRules, RefusesWhatAnotherTriggerWouldNeed) {
  ByRules routing;
  routing.kind = Adaptivity::non_minimal;
  routing.hold = 1_us;
  ASSERT_EQ(routing.check().size(), 1u);
  EXPECT_EQ(routing.check()[0].where, "hold");
  routing.trigger = Trigger::congestion_notification;
  EXPECT_TRUE(routing.check().empty());
  routing.threshold = 0_B;
  EXPECT_EQ(routing.check().size(), 1u);
}

TEST(ByRules, RefusesAThresholdWhereNobodyLooksAtQueues) {
  ByRules routing;
  routing.kind = Adaptivity::non_minimal, routing.threshold = 5000_B;
  ASSERT_EQ(routing.check().size(), 1u);
  EXPECT_EQ(routing.check()[0].where, "threshold");
  routing.trigger = Trigger::pause_and_own_queue;
  EXPECT_TRUE(routing.check().empty());
}

TEST(ByRules, RefusesWhatTablesWithoutConditionsForget) {
  ByRules routing;
  routing.trigger = Trigger::queue, routing.alternatives = 3;
  ASSERT_EQ(routing.check().size(), 2u);
  EXPECT_EQ(routing.check()[0].where, "alternatives");
  EXPECT_EQ(routing.check()[1].where, "trigger");
  EXPECT_NE(routing.check()[1].what.find("unconditional"), std::string::npos);
}

TEST(ByRules, NeedsOfTheSwitchingModeWhatItsTriggerReactsTo) {
  ByRules routing;
  EXPECT_FALSE(routing.switching_needs().pauses) << "without conditions nothing triggers";
  routing.kind = Adaptivity::non_minimal;
  EXPECT_TRUE(routing.switching_needs().pauses);
  EXPECT_FALSE(routing.switching_needs().queue);
  routing.trigger = Trigger::pause_and_own_queue;
  EXPECT_TRUE(routing.switching_needs().pauses);
  EXPECT_EQ(routing.switching_needs().queue->length, routing.threshold);
  routing.trigger = Trigger::congestion_notification;
  EXPECT_FALSE(routing.switching_needs().pauses);
  EXPECT_TRUE(routing.switching_needs().congestion_notification);
  routing.trigger = Trigger::controller, routing.phase = 1_ms;
  EXPECT_EQ(routing.switching_needs().phase, 1_ms);
  EXPECT_FALSE(routing.switching_needs().queue);
  EXPECT_TRUE(routing.switching_needs().wormhole);
}

}  // namespace
}  // namespace ebb::inline routing
