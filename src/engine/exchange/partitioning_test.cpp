#include "engine/exchange/partitioning.hpp"

#include <gtest/gtest.h>

#include "engine/engine_testing.hpp"
#include "topology/dragonfly.hpp"
#include "topology/folded_clos.hpp"

namespace ebb::inline engine {
namespace {

using Ends = std::vector<SwitchId>;

Ends cut(const Network& net, std::size_t pieces, double unevenness) {
  return cut_into_ranges(net, structure_of(net)[0], pieces, unevenness);
}

TEST(Cut, GoesBetweenWholeDimensionsWhenTheyDivideEvenly) {
  const Network net = butterfly(4, 4, 4);  // 64 switches: 4 x 4 x 4
  EXPECT_EQ(structure_of(net)[0].units, (Ends{1, 4, 16, 64}));
  EXPECT_EQ(cut(net, 2, 0.1), (Ends{32, 64}));
  EXPECT_EQ(cut(net, 4, 0.1), (Ends{16, 32, 48, 64}));
}

TEST(Cut, GoesThroughADimensionRatherThanBeUneven) {
  const Network net = butterfly(4, 4, 4);
  // A third is 21.3 switches. Layers of 16, which make parts of 16 and 32, are too uneven. Whole rows of 4
  // are not when a quarter more is allowed.
  EXPECT_EQ(cut(net, 3, 0.25), (Ends{20, 44, 64}));
  EXPECT_EQ(cut(net, 3, 0), (Ends{21, 43, 64}));
}

TEST(Cut, KeepsTheGroupsOfADragonflyWhole) {
  Dragonfly topology;
  topology.a = 4, topology.p = 2, topology.h = 2, topology.g = 9;
  const Network net = topology.build(Cables{});
  EXPECT_EQ(cut(net, 3, 0.1), (Ends{12, 24, 36}));
  for (const SwitchId end : cut(net, 4, 0.4)) EXPECT_EQ(end % 4, 0u);
}

TEST(Cut, RanksGetWholePodsOfAClosAndTheirShareOfTheTop) {
  FoldedClos topology;
  topology.radix = 4, topology.levels = 3;
  const Network net = topology.build(Cables{});
  const std::vector<std::uint16_t> rank_of = partition_among_ranks(net, 2);
  // 8 access and 8 aggregation switches in 4 pods, 4 at the top. Each pod's cables stay inside its rank, and
  // every second one of the 16 between pods and top leads to the other rank.
  EXPECT_EQ(rank_of,
            (std::vector<std::uint16_t>{0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1}));
  EXPECT_EQ(cables_between(net, rank_of), 8u);
}

TEST(Cut, RanksGetWholeDimensionsAndTheCutIsTheLastOne) {
  const Network net = butterfly(2, 4, 3);                                 // 4 x 4 switches
  EXPECT_EQ(cables_between(net, partition_among_ranks(net, 2)), 4u * 4);  // in each column 2 x 2
  EXPECT_EQ(cables_between(net, partition_among_ranks(net, 4)), 4u * 6);  // all of the last dimension
}

TEST(Cut, LeavesNoSwitchOut) {
  for (const std::size_t pieces : {1, 2, 3, 7, 16}) {
    const Network net = butterfly(2, 3, 3);
    const Ends ends = cut(net, pieces, 0.3);
    ASSERT_EQ(ends.size(), pieces);
    EXPECT_EQ(ends.back(), net.switches());
    EXPECT_TRUE(std::is_sorted(ends.begin(), ends.end()));
  }
}

}  // namespace
}  // namespace ebb::inline engine
