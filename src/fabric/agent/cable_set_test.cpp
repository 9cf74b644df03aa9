#include "fabric/agent/cable_set.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "topology/flattened_butterfly.hpp"
#include "topology/folded_clos.hpp"

namespace ebb::inline fabric {
namespace {

Network butterfly() {
  FlattenedButterfly shape;
  shape.k = 4, shape.n = 2, shape.c = 1;
  return shape.build({});
}

std::vector<PortId> cables_of(const Network& network) {
  std::vector<PortId> all;
  for (PortId p = 0; p < network.switch_ports(); ++p)
    if (joins_switches(network, p) && p < network.peer[p]) all.push_back(p);
  return all;
}

/// By the definition: tries every combination of so many failed cables.
bool survives_every_choice(const Network& network, const CableSet& cables, std::uint32_t failures,
                           std::size_t first = 0) {
  if (!survives(network, cables, 0)) return false;
  const std::vector<PortId> all = cables_of(network);
  for (std::size_t i = first; failures > 0 && i < all.size(); ++i)
    if (cables.has(all[i]) &&
        !survives_every_choice(network, cables.without(network, all[i]), failures - 1, i + 1))
      return false;
  return true;
}

TEST(CableSet, AFullRowOfFourSurvivesTwoFailuresAndNotThree) {
  const Network net = butterfly();
  const CableSet all(net);
  EXPECT_TRUE(survives(net, all, 2));
  EXPECT_FALSE(survives(net, all, 3));
}

TEST(CableSet, ATreeIsConnectedAndSurvivesNoFailure) {
  const Network net = butterfly();
  CableSet tree(net);
  int kept = 0;
  for (const PortId p : cables_of(net))
    if (survives(net, tree.without(net, p), 0))
      tree.set(net, p, false);
    else
      ++kept;
  EXPECT_EQ(kept, 3);
  EXPECT_TRUE(survives(net, tree, 0));
  EXPECT_FALSE(survives(net, tree, 1));
}

TEST(CableSet, SpinesWithoutHostsMayBeCutOff) {
  FoldedClos shape;
  shape.levels = 2, shape.radix = 4;
  const Network net = shape.build({});
  CableSet cables(net);
  const SwitchId last = net.switches() - 1;  // a spine
  for (PortId p = net.first_port[last]; p < net.first_port[last + 1]; ++p) cables.set(net, p, false);
  EXPECT_TRUE(survives(net, cables, 0));
}

TEST(CableSet, DisjointWaysSayWhatTakingCablesAwaySays) {
  const Network net = butterfly();
  EXPECT_TRUE(rc::check([&] {
    CableSet cables(net);
    for (const PortId p : cables_of(net))
      if (*rc::gen::inRange(0, 4) == 0) cables.set(net, p, false);
    for (const std::uint32_t failures : {0u, 1u, 2u})
      RC_ASSERT(survives(net, cables, failures) == survives_every_choice(net, cables, failures));
  }));
}

TEST(CableSet, WhatCannotBeJoinedIsNotAskedFor) {
  const Network net = butterfly();
  CableSet best(net);
  for (const PortId p : cables_of(net))
    if (net.owner[p] == 0) best.set(net, p, false);  // switch 0 is alone; 1, 2 and 3 are a triangle
  EXPECT_FALSE(survives(net, best, 0));
  EXPECT_TRUE(keeps(net, best, best, 5));
  EXPECT_EQ(parts_of(net, best), (std::vector<SwitchId>{0, 1, 1, 1}));
  const CableSet path = best.without(net, cables_of(net).back());
  EXPECT_TRUE(keeps(net, path, best, 0));
  EXPECT_FALSE(keeps(net, path, best, 1));  // two paths are possible
}

TEST(CableSet, KeepsSaysWhatCountingTheWaysOfEveryPairSays) {
  const Network net = butterfly();
  EXPECT_TRUE(rc::check([&] {
    CableSet best(net);
    for (const PortId p : cables_of(net))
      if (*rc::gen::inRange(0, 3) == 0) best.set(net, p, false);
    CableSet cables = best;
    for (const PortId p : cables_of(net))
      if (*rc::gen::inRange(0, 4) == 0) cables.set(net, p, false);
    for (const std::uint32_t failures : {0u, 1u, 2u}) {
      bool all = true;
      for (SwitchId a = 0; a < net.switches(); ++a)
        for (SwitchId b = 0; b < a; ++b)
          for (std::uint32_t ways = 1; ways <= failures + 1; ++ways)
            all = all && (has_paths(net, cables, a, b, ways) || !has_paths(net, best, a, b, ways));
      RC_ASSERT(keeps(net, cables, best, failures) == all);
    }
  }));
}

}  // namespace
}  // namespace ebb::inline fabric
