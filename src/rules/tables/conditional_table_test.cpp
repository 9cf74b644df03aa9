#include "rules/tables/conditional_table.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "rules/tables/count.hpp"
#include "rules/tables/every_path_testing.hpp"
#include "rules/tables/make_table.hpp"
#include "rules/trees/random_plan_testing.hpp"
#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/folded_clos.hpp"

namespace ebb::inline rules {
namespace {

Network dragonfly(std::int64_t a, std::int64_t p, std::int64_t h, std::int64_t g = 0,
                  GlobalWiring wiring = GlobalWiring::palm_tree) {
  Dragonfly t;
  t.a = a, t.p = p, t.h = h, t.g = g, t.wiring = wiring;
  EXPECT_TRUE(t.check().empty()) << to_text(t.check());
  return t.build(Cables{});
}

Network butterfly(std::int64_t c, std::vector<std::int64_t> sizes, std::vector<std::int64_t> parallel = {}) {
  FlattenedButterfly t;
  t.c = c, t.sizes = std::move(sizes), t.parallel = std::move(parallel);
  EXPECT_TRUE(t.check().empty()) << to_text(t.check());
  return t.build(Cables{});
}

Network clos(std::int64_t levels, std::int64_t radix, std::int64_t hosts = 0, std::int64_t pod = 0) {
  FoldedClos t;
  t.levels = levels, t.radix = radix, t.hosts_per_switch = hosts, t.pod = pod;
  EXPECT_TRUE(t.check().empty()) << to_text(t.check());
  return t.build(Cables{});
}

void expect_every_path(const Network& network, const Conditions& conditions, std::uint32_t most_switches,
                       unsigned classes) {
  EveryPath every(network, conditions);
  every.follow_all_pairs();
  EXPECT_TRUE(every.report().all_delivered()) << every.report().first_failure;
  EXPECT_LE(every.report().most_switches, most_switches);
  EXPECT_LE(every.report().classes, classes);
}

/// Figure 10a by hand: group 0 of a dragonfly of two switches a group, one global cable each.
TEST(ConditionalTable, ADragonflySwitchHasADetourForEachInjectionPort) {
  const Network network = dragonfly(2, 1, 1);  // three groups; ports: host 0, local 1, global 2
  const auto routing = block_routing(network);
  const ForwardingTable table = conditional_table(*routing, 0, {});
  const AddressPlan& plan = routing->plan();
  const auto ways = [&](HostId to, std::uint32_t in, ServiceClass service) {
    return winners(table, {plan.address(to), plan.address(0), in, service});
  };
  // The neighbour: no condition. Another group: by the minimal port, else by the global one in class 0.
  EXPECT_EQ(ways(1, 0, from_host).size(), 1u);
  for (HostId to : {2u, 4u}) {
    const auto rules = ways(to, 0, from_host);
    ASSERT_EQ(rules.size(), 2u);
    EXPECT_EQ(rules[0]->condition, (Condition{Signal::pause, false, rules[0]->out_port, any_class}));
    EXPECT_EQ(rules[0]->change.after(from_host), rules[0]->out_port == 2 ? 1 : 0);
    EXPECT_EQ(rules[1]->out_port, 2u);
    EXPECT_EQ(rules[1]->change.after(from_host), 0);
    EXPECT_EQ(ways(to, 1, 0).size(), 1u);  // from a neighbour there is no detour, but the rule still applies
  }
}

TEST(ConditionalTable, TheFrameFollowsTheFirstRuleWhoseConditionHoldsElseTheFirst) {
  const Network network = clos(2, 8);
  const auto routing = block_routing(network);
  const ForwardingTable table = conditional_table(*routing, 0, {Adaptivity::minimal, 3, Signal::pause});
  const Header header{routing->plan().address(9), routing->plan().address(1), 1, from_host};
  const auto out = [&](std::uint32_t busy) {  // a mask of ports
    return followed(table, header,
                    [&](Signal, std::uint32_t port, ServiceClass) { return (busy >> port & 1) != 0; })
        ->out_port;
  };
  const std::uint32_t first = out(0), second = out(1u << first), third = out(1u << first | 1u << second);
  EXPECT_NE(first, second);
  EXPECT_NE(third, first);
  EXPECT_NE(third, second);
  const std::uint32_t last = out(1u << first | 1u << second | 1u << third);
  EXPECT_EQ(out(~0u), last);  // the last alternative has no condition
  EXPECT_EQ(first + second + third + last, 4u + 5 + 6 + 7);
}

TEST(ConditionalTable, EveryPathDelivers) {
  for (std::uint32_t alternatives : {0u, 1u, 2u, 9u}) {
    for (GlobalWiring wiring : {GlobalWiring::palm_tree, GlobalWiring::consecutive}) {
      const Conditions detours{Adaptivity::non_minimal, alternatives};
      expect_every_path(dragonfly(4, 2, 2, 0, wiring), detours, 5, 2);
      expect_every_path(dragonfly(4, 2, 2, 5, wiring), detours, 5, 2);
      expect_every_path(dragonfly(4, 3, 2, 7, wiring), detours, 5, 2);
      expect_every_path(dragonfly(5, 1, 2, 6, wiring), detours, 5, 2);
      expect_every_path(dragonfly(2, 3, 7, 3, wiring), detours, 5, 2);
      expect_every_path(dragonfly(1, 2, 3, 0, wiring), detours, 5, 2);
    }
    expect_every_path(butterfly(3, {3, 4}, {2, 1}), {Adaptivity::non_minimal, alternatives}, 4, 2);
    expect_every_path(butterfly(2, {3, 2, 4}), {Adaptivity::non_minimal, alternatives}, 5, 2);
    expect_every_path(clos(2, 8), {Adaptivity::minimal, alternatives}, 3, 1);
    expect_every_path(clos(3, 4), {Adaptivity::minimal, alternatives}, 5, 1);
    expect_every_path(clos(2, 12, 8, 3), {Adaptivity::minimal, alternatives}, 3, 1);
  }
  expect_every_path(butterfly(3, {5}), {Adaptivity::minimal}, 2, 1);
  expect_every_path(butterfly(2, {3, 4}, {2, 1}), {Adaptivity::minimal}, 3, 2);
  expect_every_path(butterfly(2, {3, 2, 3}), {Adaptivity::minimal}, 4, 3);
}

RC_GTEST_PROP(ConditionalTable, EveryWayOfARandomDragonflyDelivers, ()) {
  const auto h = any_in_range(1, 4), a = any_in_range(1, 5), p = any_in_range(1, 4);
  const auto groups = any_in_range(2, a * h + 2);
  expect_every_path(dragonfly(a, p, h, groups), {Adaptivity::non_minimal, any_in_range(0, 4)}, 5, 2);
}

RC_GTEST_PROP(ConditionalTable, EveryWayOfARandomButterflyDelivers, ()) {
  std::vector<std::int64_t> sizes, parallel;
  for (std::uint32_t d = any_in_range(1, 4); d > 0; --d)
    sizes.push_back(any_in_range(2, 5)), parallel.push_back(any_in_range(1, 3));
  const Network network = butterfly(any_in_range(1, 4), sizes, parallel);
  const auto dimensions = static_cast<std::uint32_t>(sizes.size());
  expect_every_path(network, {Adaptivity::minimal}, dimensions + 1, dimensions);
  expect_every_path(network, {Adaptivity::non_minimal, any_in_range(0, 4)}, dimensions + 2, 2);
}

/// The cost of each kind, as in the paper.
TEST(ConditionalTable, CostsTheRulesThatThePaperSays) {
  const auto count = [](const Network& network, Conditions conditions) {
    return *count_conditional_rules(network.shape, conditions);
  };
  const auto compacted = [](const Network& network) {
    return *count_rules(network)[Organisation::compacted];
  };
  // Butterfly, minimal: no extra rule. Non-minimal: T.
  const Network b = butterfly(4, {4, 4});
  EXPECT_EQ(count(b, {Adaptivity::minimal}), compacted(b));
  EXPECT_EQ(count(b, {Adaptivity::non_minimal}).highest, compacted(b).highest + 4);
  // Clos: k uplinks, k * (1 + alternatives) rules for them.
  const Network c = clos(2, 12);  // 6 hosts or children, 6 uplinks; the top has 12 children
  EXPECT_EQ(count(c, {Adaptivity::minimal, 0}).highest, 12u);
  EXPECT_EQ(count(c, {Adaptivity::minimal, 1}).highest, 6u + 6 * 2);
  EXPECT_EQ(count(c, {Adaptivity::minimal, 5}).highest, 6u + 6 * 6);
  EXPECT_EQ(count(c, {Adaptivity::minimal, 99}).highest, 6u + 6 * 6);
  EXPECT_EQ(count(c, {Adaptivity::minimal, 5}).lowest, 12u);
  // Dragonfly: T, and one more where a compacted rule covered both a neighbour and groups behind it.
  const Network d = dragonfly(4, 2, 2);
  EXPECT_GE(count(d, {}).highest, compacted(d).highest + 2);
  EXPECT_LE(count(d, {}).highest, compacted(d).highest + 2 + 3);
  EXPECT_EQ(count(d, {Adaptivity::non_minimal, 0}), compacted(d));
  // No such paths.
  EXPECT_FALSE(count_conditional_rules(c.shape, {Adaptivity::non_minimal}));
  EXPECT_FALSE(count_conditional_rules(d.shape, {Adaptivity::minimal}));
  EXPECT_FALSE(count_conditional_rules(GraphShape{}, {}));
}

}  // namespace
}  // namespace ebb::inline rules
