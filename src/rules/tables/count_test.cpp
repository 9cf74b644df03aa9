#include "rules/tables/count.hpp"

#include <gtest/gtest.h>

#include "network/builder.hpp"
#include "rules/tables/make_table.hpp"
#include "topology/dragonfly.hpp"
#include "topology/folded_clos.hpp"

namespace ebb::inline rules {
namespace {

/// Figure 6: the paper's bounds of compaction. One rule per port in a butterfly and a Clos; in a dragonfly
/// between one rule per port plus one per neighbour in the group, and no compaction at all.
std::optional<RuleRange> paper_compaction_bounds(const Shape& shape) {
  const auto routing = block_routing(shape);
  if (!routing) return std::nullopt;
  const std::uint64_t ports = routing->ports_of(0);
  if (!std::holds_alternative<DragonflyShape>(shape)) return RuleRange{ports, ports};
  const RuleCounts uncompacted = closed_form_rules(routing->sizes());
  return RuleRange{ports + routing->sizes().group_size - 1, uncompacted[Organisation::per_group]->highest};
}

constexpr Organisation without_wildcards[] = {Organisation::flat, Organisation::per_switch,
                                              Organisation::per_group};

FoldedClosShape clos_shape(std::int64_t levels, std::int64_t radix, std::int64_t pods = 0) {
  FoldedClos t;
  t.levels = levels, t.radix = radix, t.pods = pods;
  EXPECT_TRUE(t.check().empty());
  return t.shape();
}

DragonflyShape balanced_dragonfly(std::uint32_t h, GlobalWiring wiring) {
  return {h, 2 * h, h, 2 * h * h + 1, wiring};
}

std::vector<Shape> small_shapes() {
  return {FlattenedButterflyShape{3, {5}, {1}},
          FlattenedButterflyShape{6, {6, 6}, {1, 1}},
          FlattenedButterflyShape{4, {4, 3, 2}, {2, 1, 3}},
          FlattenedButterflyShape{2, {3, 2, 2, 5}, {1, 1, 1, 2}},
          clos_shape(2, 8),
          clos_shape(3, 8),
          clos_shape(3, 8, 3),
          clos_shape(4, 4),
          clos_shape(4, 8, 10),
          balanced_dragonfly(2, GlobalWiring::palm_tree),
          balanced_dragonfly(3, GlobalWiring::consecutive),
          DragonflyShape{3, 4, 2, 7, GlobalWiring::palm_tree},
          DragonflyShape{2, 1, 3, 4, GlobalWiring::consecutive}};
}

/// By making the table of every switch.
RuleRange count_every_switch(const BlockRouting& routing, Organisation organisation) {
  RuleRange range{~std::uint64_t{0}, 0};
  for (SwitchId s = 0; s < routing.sizes().switches; ++s) {
    const std::uint64_t rules = make_table(routing, s, organisation).rules.size();
    range = {std::min(range.lowest, rules), std::max(range.highest, rules)};
  }
  return range;
}

TEST(CountRules, AgreesWithTheTablesOfEverySwitch) {
  for (const Shape& shape : small_shapes()) {
    const auto routing = block_routing(shape);
    const RuleCounts counts = *count_rules(shape);
    for (std::size_t o = 0; o < organisations; ++o) {
      if (!counts.of[o]) continue;
      EXPECT_EQ(*counts.of[o], count_every_switch(*routing, static_cast<Organisation>(o)))
          << "shape " << shape.index() << " of " << routing->sizes().hosts << " hosts, organisation " << o;
    }
  }
}

TEST(CountRules, EquationOneHoldsForEveryAccessSwitchOfAFullGroup) {
  for (const Shape& shape : small_shapes()) {
    const auto routing = block_routing(shape);
    const RuleCounts closed = closed_form_rules(routing->sizes());
    for (SwitchId s = 0; s < routing->sizes().switches; ++s) {
      if (routing->place(s).access == no_id) continue;
      for (Organisation organisation : without_wildcards) {
        if (!closed[organisation]) continue;
        EXPECT_EQ(make_table(*routing, s, organisation).rules.size(), closed[organisation]->highest);
      }
    }
  }
}

TEST(CountRules, EquationOneByHand) {
  // Three-level Clos of 48-port switches: 48 pods of 24 access switches of 24 hosts.
  const RuleCounts counts = closed_form_rules(block_routing(clos_shape(3, 48))->sizes());
  EXPECT_EQ(counts[Organisation::flat]->highest, 27'648u);
  EXPECT_EQ(counts[Organisation::per_switch]->highest, 1'151u + 24);
  EXPECT_EQ(counts[Organisation::per_group]->highest, 47u + 23 + 24);
}

TEST(CountRules, ButterfliesAndClosNeedOneRulePerPortAfterCompaction) {
  for (const Shape& shape :
       {Shape(FlattenedButterflyShape{32, {33, 33}, {1, 1}}),
        Shape(FlattenedButterflyShape{24, {25, 25, 25}, {1, 1, 1}}),
        Shape(FlattenedButterflyShape{15, {15, 15, 15, 6}, {1, 1, 1, 2}}), Shape(clos_shape(2, 24)),
        Shape(clos_shape(3, 48)), Shape(clos_shape(3, 96)), Shape(clos_shape(4, 72, 234))}) {
    const auto routing = block_routing(shape);
    const RuleCounts counts = *count_rules(shape);
    EXPECT_EQ(counts[Organisation::compacted], paper_compaction_bounds(shape));
    for (SwitchId s : routing->kinds())
      EXPECT_EQ(make_table(*routing, s, Organisation::compacted).rules.size(), routing->ports_of(s));
  }
}

TEST(CountRules, EverySwitchOfABenitoButterflyNeedsOneRulePerPort) {
  const auto routing = flattened_butterfly_blocks({5, {5, 5, 3, 2}, {1, 1, 1, 1}});
  EXPECT_EQ(count_every_switch(*routing, Organisation::compacted), (RuleRange{5 + 4 + 4 + 2 + 1, 16}));
}

TEST(CountRules, DragonflyStaysBelowThePapersHighest) {
  for (GlobalWiring wiring : {GlobalWiring::palm_tree, GlobalWiring::consecutive})
    for (std::uint32_t h : {2u, 4u, 6u}) {
      const Shape shape = balanced_dragonfly(h, wiring);
      const RuleRange ours = *(*count_rules(shape))[Organisation::compacted];
      const RuleRange paper = *paper_compaction_bounds(shape);
      EXPECT_LT(ours.highest, paper.highest);
      // The paper's lowest has one rule for each neighbour and one for the groups behind it. A default rule
      // can be both at once, but only for one neighbour.
      EXPECT_GE(ours.lowest, paper.lowest - 1);
    }
}

TEST(CountRules, APartOfTheGroupsOfADragonflyShowsItsLowestAndHighest) {
  for (GlobalWiring wiring : {GlobalWiring::palm_tree, GlobalWiring::consecutive})
    for (const DragonflyShape& shape :
         {balanced_dragonfly(5, wiring), balanced_dragonfly(6, wiring), balanced_dragonfly(8, wiring),
          DragonflyShape{4, 12, 6, 61, wiring}, DragonflyShape{4, 10, 7, 60, wiring}}) {
      const RuleCounts all = *count_rules(shape), some = *count_rules(shape, 1);
      EXPECT_EQ(all.tables_compacted, all.switches);
      EXPECT_LT(some.tables_compacted, 2 * all.switches / 3);
      EXPECT_EQ(some[Organisation::compacted]->lowest, all[Organisation::compacted]->lowest) << shape.groups;
      EXPECT_EQ(some[Organisation::compacted]->highest, all[Organisation::compacted]->highest)
          << shape.groups;
    }
}

TEST(CountRules, PaperBoundsOfTheDragonflyByHand) {
  // 47 of 48 ports: 12 hosts, 23 neighbours, 12 global. 289 groups.
  const RuleRange bounds = *paper_compaction_bounds(balanced_dragonfly(12, GlobalWiring::palm_tree));
  EXPECT_EQ(bounds, (RuleRange{47 + 23, 288 + 23 + 12}));
}

TEST(CountRules, ThreeHundredThousandHostsFitIntoFourThousandRules) {
  for (const Shape& shape : {Shape(FlattenedButterflyShape{15, {15, 15, 15, 6}, {1, 1, 1, 1}}),
                             Shape(balanced_dragonfly(17, GlobalWiring::consecutive))}) {
    const auto routing = block_routing(shape);
    EXPECT_GT(routing->sizes().hosts, 300'000u);
    EXPECT_LT(make_table(*routing, 0, Organisation::per_group).rules.size(), 4'096u);
  }
}

TEST(CountRules, AnswersForNetworksWithoutHostsOrInTwoParts) {
  NetworkBuilder empty;
  empty.add_switches(1, 0);
  empty.set_hosts(0);
  EXPECT_FALSE(count_rules(empty.finish(GraphShape{}))[Organisation::flat].has_value());
  NetworkBuilder parts;
  parts.add_class({"cable"});
  parts.add_switches(2, 1);
  parts.set_hosts(2);
  parts.attach(0, 0, 0, 0);
  parts.attach(1, 1, 0, 0);
  const RuleCounts counts = count_rules(parts.finish(GraphShape{}));
  EXPECT_EQ(counts[Organisation::per_switch], (RuleRange{2, 2}));
  EXPECT_FALSE(counts[Organisation::compacted].has_value());
}

TEST(CountRules, AGraphHasNoGroups) {
  EXPECT_FALSE(count_rules(Shape(GraphShape{})).has_value());
  Dragonfly t;
  Network network = t.build(Cables{});
  network.shape = GraphShape{};
  const RuleCounts counts = count_rules(network);
  EXPECT_EQ(counts[Organisation::flat], (RuleRange{72, 72}));
  EXPECT_EQ(counts[Organisation::per_switch], (RuleRange{35 + 2, 35 + 2}));
  EXPECT_FALSE(counts[Organisation::per_group].has_value());
  ASSERT_TRUE(counts[Organisation::compacted].has_value());
  EXPECT_LT(counts[Organisation::compacted]->highest, 37u);
}

}  // namespace
}  // namespace ebb::inline rules
