#include "topology/dragonfly.hpp"

#include <gtest/gtest.h>

#include "network/distance.hpp"

namespace ebb::inline topology {
namespace {

Dragonfly dragonfly(std::int64_t a, std::int64_t p, std::int64_t h, std::int64_t g = 0,
                    GlobalWiring wiring = GlobalWiring::palm_tree) {
  Dragonfly t;
  t.a = a, t.p = p, t.h = h, t.g = g, t.wiring = wiring;
  return t;
}

TEST(Dragonfly, HasTheCountsOfBenitosSimulatedNetwork) {
  const Facts f = dragonfly(16, 8, 8).facts();
  EXPECT_EQ(f.switches, 129 * 16);
  EXPECT_EQ(f.hosts, 16'512);
  EXPECT_EQ(f.ports_most, 31);
  EXPECT_EQ(f.cables_of(Medium::optical), 129 * 128 / 2);
  EXPECT_EQ(f.bisection_cables, 64 * 65);
  EXPECT_EQ(f.diameter, 3);
}

TEST(Dragonfly, SparePortsOfBenitosLargeNetworkBecomeExtraCables) {
  const Facts f = dragonfly(36, 18, 19, 463).facts();
  EXPECT_EQ(f.switches, 16'668);
  EXPECT_EQ(f.hosts, 300'024);
  EXPECT_EQ(f.ports_most, 72);
  EXPECT_EQ(f.ports_least, 72);
  EXPECT_EQ(f.cables_of(Medium::optical), 463 * 36 * 19 / 2);
}

TEST(Dragonfly, PalmTreeSlotLeadsThatManyGroupsOn) {
  const DragonflyShape s = dragonfly(4, 2, 2).shape();  // 9 groups, 8 slots
  const GlobalSlot peer = dragonfly_slot_peer(s, {3, 1});
  EXPECT_EQ(peer.group, 5u);
  EXPECT_EQ(peer.slot, 6u);  // 7 groups after 5 is 3 again
  // Slot 6 is the first global port of the group's fourth switch: after 2 hosts and 3 neighbours.
  EXPECT_EQ(dragonfly_global_port(s, peer).switch_id, 5u * 4 + 3);
  EXPECT_EQ(dragonfly_global_port(s, peer).port, 5u);
}

TEST(Dragonfly, ConsecutiveSlotLeadsToTheGroupOfItsNumber) {
  const DragonflyShape s = dragonfly(4, 2, 2, 0, GlobalWiring::consecutive).shape();
  EXPECT_EQ(dragonfly_slot_peer(s, {3, 1}).group, 1u);
  EXPECT_EQ(dragonfly_slot_peer(s, {3, 1}).slot, 2u);  // group 1 skips itself
  EXPECT_EQ(dragonfly_slot_peer(s, {3, 3}).group, 4u);
}

TEST(Dragonfly, EverySlotIsItsPeersPeerAndIsFoundByItsGroup) {
  for (const GlobalWiring wiring : {GlobalWiring::palm_tree, GlobalWiring::consecutive})
    for (std::int64_t g = 2; g <= 13; ++g) {
      const DragonflyShape s = dragonfly(4, 1, 3, g, wiring).shape();
      for (std::uint32_t group = 0; group < s.groups; ++group) {
        std::vector<std::uint32_t> links(s.groups, 0);
        for (std::uint32_t slot = 0; slot < s.slots(); ++slot) {
          const GlobalSlot peer = dragonfly_slot_peer(s, {group, slot});
          ASSERT_NE(peer.group, group);
          const GlobalSlot back = dragonfly_slot_peer(s, peer);
          EXPECT_EQ(back.group, group);
          EXPECT_EQ(back.slot, slot);
          EXPECT_EQ(dragonfly_slot(s, group, peer.group, links[peer.group]++), slot);
        }
        for (std::uint32_t to = 0; to < s.groups; ++to)
          if (to != group) {
            EXPECT_EQ(dragonfly_links(s, group, to), links[to]);
          }
      }
    }
}

TEST(Dragonfly, KnowsWhenTwoHopsDo) {
  for (const GlobalWiring wiring : {GlobalWiring::palm_tree, GlobalWiring::consecutive})
    for (std::int64_t a = 1; a <= 4; ++a)
      for (std::int64_t h = 1; h <= 5; ++h)
        for (std::int64_t g = 2; g <= a * h + 1; ++g) {
          const Dragonfly t = dragonfly(a, 1, h, g, wiring);
          EXPECT_EQ(t.facts().diameter, host_distances(t.build(Cables{})).diameter)
              << "a=" << a << " h=" << h << " g=" << g;
        }
}

TEST(Dragonfly, RefusesWhatCannotBeBuilt) {
  EXPECT_EQ(dragonfly(0, 2, 2).check()[0].where, "a");
  EXPECT_EQ(dragonfly(4, -1, 2).check()[0].where, "p");
  EXPECT_EQ(dragonfly(4, 2, 0).check()[0].where, "h");
  EXPECT_EQ(dragonfly(4, 2, 2, 1).check()[0].where, "g");
  EXPECT_EQ(dragonfly(4, 2, 2, 10).check()[0].where, "g");
  EXPECT_EQ(dragonfly(INT64_MAX, INT64_MAX, INT64_MAX).check()[0].where, "a");
  EXPECT_TRUE(dragonfly(4, 2, 2, 9).check().empty());
}

}  // namespace
}  // namespace ebb::inline topology
