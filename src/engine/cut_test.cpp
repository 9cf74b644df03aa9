#include "engine/cut.hpp"

#include <gtest/gtest.h>

#include "engine/engine_testing.hpp"
#include "topology/dragonfly.hpp"

namespace ebb {
namespace {

using Ends = std::vector<SwitchId>;

TEST(Cut, GoesBetweenWholeDimensionsWhenTheyDivideEvenly) {
  const Network net = butterfly(4, 4, 4);  // 64 switches: 4 x 4 x 4
  EXPECT_EQ(structure_of(net), (Ends{1, 4, 16, 64}));
  EXPECT_EQ(cut_into_ranges(net, 2, 0.1), (Ends{32, 64}));
  EXPECT_EQ(cut_into_ranges(net, 4, 0.1), (Ends{16, 32, 48, 64}));
}

TEST(Cut, GoesThroughADimensionRatherThanBeUneven) {
  const Network net = butterfly(4, 4, 4);
  // A third is 21.3 switches: one layer of 16 for somebody and 32 for another would be too uneven, whole rows
  // of 4 are not when a quarter more is allowed.
  EXPECT_EQ(cut_into_ranges(net, 3, 0.25), (Ends{20, 44, 64}));
  EXPECT_EQ(cut_into_ranges(net, 3, 0), (Ends{21, 43, 64}));
}

TEST(Cut, KeepsTheGroupsOfADragonflyWhole) {
  Dragonfly topology;
  topology.a = 4, topology.p = 2, topology.h = 2, topology.g = 9;
  const Network net = topology.build(Cables{});
  EXPECT_EQ(cut_into_ranges(net, 3, 0.1), (Ends{12, 24, 36}));
  for (const SwitchId end : cut_into_ranges(net, 4, 0.4)) EXPECT_EQ(end % 4, 0u);
}

TEST(Cut, LeavesNoSwitchOut) {
  for (const std::size_t pieces : {1, 2, 3, 7, 16}) {
    const Network net = butterfly(2, 3, 3);
    const Ends ends = cut_into_ranges(net, pieces, 0.3);
    ASSERT_EQ(ends.size(), pieces);
    EXPECT_EQ(ends.back(), net.switches());
    EXPECT_TRUE(std::is_sorted(ends.begin(), ends.end()));
  }
}

}  // namespace
}  // namespace ebb
