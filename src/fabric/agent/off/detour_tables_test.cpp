#include "fabric/agent/off/detour_tables.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "fabric/agent/agent_networks_testing.hpp"
#include "fabric/openflow/version_slot.hpp"

namespace ebb::inline fabric {
namespace {

TEST(DetourTables, WithEveryCableAreTheUsualTables) {
  const TestTables t(small_butterfly());
  EXPECT_EQ(t.tables.plain(CableSet(t.network)), t.maker.all());
  EXPECT_TRUE(t.tables.prove(CableSet(t.network)).empty());
}

TEST(DetourTables, OneCableLessTouchesOnlyWhatCrossedIt) {
  const TestTables t(small_butterfly());  // a row of four switches with two hosts each
  CableSet routes(t.network);
  const PortId cable = t.cables().front();
  routes.set(t.network, cable, false);
  std::size_t detours = 0;
  for (const SwitchProgram& program : t.tables.plain(routes))
    for (const FlowRule& rule : program.rules) detours += rule.priority == detour_priority;
  EXPECT_EQ(detours, 2u);  // each end towards the other
  EXPECT_EQ(t.tables.stand_ins(routes).size(), 2u);
  EXPECT_TRUE(t.tables.prove(routes).empty());
}

TEST(DetourTables, AProofFindsAWayOverACableThatIsOff) {
  const TestTables t(small_butterfly());
  CableSet routes(t.network);
  for (const PortId p : t.cables())
    if (t.network.owner[p] == 0) routes.set(t.network, p, false);  // switch 0 is cut off
  EXPECT_FALSE(t.tables.prove(routes).empty());
  EXPECT_TRUE(t.tables.prove(routes, routes).empty());  // the others reach each other
  // Frames to unreachable switches cross no cable, and count as diverted from none.
  const auto walk = t.tables.walk(routes);
  ASSERT_TRUE(walk);
  const auto way = walk->follow(t.network.hosts - 1, 0, 0x0800);
  EXPECT_FALSE(way.delivered);
  EXPECT_EQ(way.visits.size(), 1u);
  EXPECT_TRUE(t.tables.stand_ins(routes).empty());
}

/// Removes cables at random as long as the rest stays connected.
void leave_at_random(const TestTables& t) {
  CableSet routes(t.network);
  for (const PortId p : t.cables())
    if (*rc::gen::arbitrary<bool>() && survives(t.network, routes.without(t.network, p), 0))
      routes.set(t.network, p, false);
  const Problems problems = t.tables.prove(routes);
  RC_ASSERT(problems.empty());
}

TEST(DetourTables, LeadEveryPairOverWhateverIsLeft) {
  for (const Organisation kind :
       {Organisation::flat, Organisation::per_switch, Organisation::per_group, Organisation::compacted}) {
    const TestTables butterfly(plane_butterfly(), kind), dragonfly(small_dragonfly(), kind),
        clos(small_clos(), kind);
    EXPECT_TRUE(rc::check([&] { leave_at_random(butterfly); }));
    EXPECT_TRUE(rc::check([&] { leave_at_random(dragonfly); }));
    EXPECT_TRUE(rc::check([&] { leave_at_random(clos); }));
  }
}

}  // namespace
}  // namespace ebb::inline fabric
