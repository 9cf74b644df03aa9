// A table without stages is equivalent to the table with stages and conditions that it is made from.
#include "rules/tables/single_stage.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "rules/tables/conditional_table.hpp"
#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/folded_clos.hpp"

namespace ebb::inline rules {
namespace {

Network dragonfly() {
  Dragonfly t;
  t.a = 4, t.p = 2, t.h = 2;
  return t.build(Cables{});
}

Network butterfly() {
  FlattenedButterfly t;
  t.c = 2, t.sizes = {3, 2, 4};
  return t.build(Cables{});
}

Network clos() {
  FoldedClos t;
  t.levels = 3, t.radix = 4;
  return t.build(Cables{});
}

std::vector<std::uint32_t> ports_of_winners(const ForwardingTable& table, const Header& header) {
  std::vector<std::uint32_t> ports;
  for (const Rule* rule : winners(table, header))
    if (std::find(ports.begin(), ports.end(), rule->out_port) == ports.end()) ports.push_back(rule->out_port);
  return ports;
}

std::vector<std::uint32_t> ports_of_first(const std::vector<RuleWithAlternatives>& rules,
                                          const Header& header) {
  for (const RuleWithAlternatives& entry : rules)
    if (entry.rule.matches(header)) return entry.ports;
  return {};
}

void expect_same(const Network& network, const Conditions& conditions) {
  const auto routing = block_routing(network);
  const AddressPlan& plan = routing->plan();
  for (SwitchId s = 0; s < network.switches(); s += 7) {
    const ForwardingTable table = conditional_table(*routing, s, conditions);
    const auto rules = single_stage(table);
    for (HostId from = 0; from < network.hosts; from += 3)
      for (HostId to = 0; to < network.hosts; ++to)
        for (std::uint32_t in = 0; in < network.ports_of(s); ++in) {
          const Header header{plan.address(to), plan.address(from), in, from_host};
          ASSERT_EQ(ports_of_first(rules, header), ports_of_winners(table, header))
              << "switch " << s << " from " << from << " to " << to << " by " << in;
        }
  }
}

TEST(SingleStage, HasTheWinnersOfEveryStageInTheirOrder) {
  expect_same(dragonfly(), {Adaptivity::non_minimal, 1});
  expect_same(dragonfly(), {Adaptivity::non_minimal, 2});
  expect_same(butterfly(), {Adaptivity::minimal, 1});
  expect_same(butterfly(), {Adaptivity::non_minimal, 2});
  expect_same(clos(), {Adaptivity::minimal, 1});
  expect_same(clos(), {Adaptivity::none});
}

TEST(SingleStage, RulesOfEqualPriorityNeverMeet) {
  const Network network = butterfly();
  const auto rules = single_stage(conditional_table(*block_routing(network), 5, {Adaptivity::minimal, 1}));
  const auto apart = [](const Ternary& a, const Ternary& b) {
    return ((a.value ^ b.value) & a.mask & b.mask) != 0;
  };
  for (std::size_t i = 0; i < rules.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (const Rule& a = rules[i].rule, &b = rules[j].rule; a.priority == b.priority) {
        EXPECT_TRUE(apart(a.destination, b.destination) || apart(a.source, b.source) ||
                    a.in_port != b.in_port);
      }
}

TEST(SingleStage, LeavesOutWhatStandsBehindAnother) {
  const Network network = clos();
  const auto rules = single_stage(conditional_table(*block_routing(network), 0, {Adaptivity::minimal, 1}));
  // Two hosts below, two parts of the sources above: no rule for the alternatives alone.
  EXPECT_EQ(rules.size(), 4u);
  EXPECT_EQ(defaults_of(rules).rules.size(), 4u);
}

TEST(SingleStage, NamesAnInputPortOnlyWhereItMakesADifference) {
  const Network network = dragonfly();
  const auto rules = single_stage(conditional_table(*block_routing(network), 0, {}));
  for (const RuleWithAlternatives& entry : rules) {
    EXPECT_TRUE(entry.rule.in_port == no_id || entry.ports.size() == 2);
  }
}

/// Ports may be up or down in any pattern: a frame never loops and never turns back, because its path is one
/// that the conditions allow too (EveryPath has them all).
TEST(SingleStage, NeverSendsAFrameBackToWhereItCameFrom) {
  for (const auto& [network, kind] :
       {std::pair{dragonfly(), Adaptivity::non_minimal}, std::pair{butterfly(), Adaptivity::minimal},
        std::pair{clos(), Adaptivity::minimal}}) {
    const auto routing = block_routing(network);
    std::vector<std::vector<RuleWithAlternatives>> tables;
    for (SwitchId s = 0; s < network.switches(); ++s)
      tables.push_back(single_stage(conditional_table(*routing, s, {kind, 2})));
    const auto longest = [&](auto&& again, PortId in, HostId from, HostId to, int depth) -> void {
      ASSERT_LT(depth, 9) << "goes round";
      const SwitchId s = network.owner[in];
      const std::uint32_t local = in - network.first_port[s];
      const Header header{routing->plan().address(to), routing->plan().address(from), local, from_host};
      const auto ports = ports_of_first(tables[s], header);
      ASSERT_FALSE(ports.empty());
      for (const std::uint32_t out : ports) {
        ASSERT_NE(out, local);
        const PortId next = network.peer[network.first_port[s] + out];
        if (!network.is_host_port(next)) {
          again(again, next, from, to, depth + 1);
          continue;
        }
        ASSERT_EQ(network.host_at(next), to);
      }
    };
    for (HostId from = 0; from < network.hosts; from += 5)
      for (HostId to = 0; to < network.hosts; ++to)
        if (from != to) longest(longest, network.peer[network.host_port(from)], from, to, 0);
  }
}

}  // namespace
}  // namespace ebb::inline rules
