#include "topology/flattened_butterfly.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace ebb::inline topology {
namespace {

TEST(FlattenedButterfly, HasTheCountsOfAbtsTableOne) {
  FlattenedButterfly t;
  t.c = 8, t.k = 8, t.n = 5;
  const Facts f = t.facts();
  EXPECT_EQ(f.hosts, 32'768);
  EXPECT_EQ(f.switches, 4'096);
  EXPECT_EQ(f.ports_most, 36);
  EXPECT_EQ(f.cables[static_cast<std::size_t>(Medium::copper)], 47'104);
  EXPECT_EQ(f.cables[static_cast<std::size_t>(Medium::optical)], 43'008);
  EXPECT_EQ(f.bisection_cables, 8'192);
}

TEST(FlattenedButterfly, OversubscribedExampleNeedsThirtyThreePorts) {
  FlattenedButterfly t;
  t.c = 12, t.k = 8, t.n = 4;
  EXPECT_EQ(t.facts().ports_most, 33);
  EXPECT_EQ(t.facts().hosts, 6'144);
}

TEST(FlattenedButterfly, NumbersPortsByCoordinate) {
  FlattenedButterfly t;
  t.c = 2, t.sizes = {3, 2}, t.parallel = {1, 2};
  const Network net = t.build(Cables{});
  // Switch 4 is at (1, 1). Its ports: hosts 0 1, dimension 1 to x=0 and x=2, dimension 2 to y=0 twice.
  EXPECT_EQ(net.ports_of(4), 6u);
  EXPECT_EQ(net.owner[net.peer[net.first_port[4] + 2]], 3u);
  EXPECT_EQ(net.owner[net.peer[net.first_port[4] + 3]], 5u);
  EXPECT_EQ(net.owner[net.peer[net.first_port[4] + 4]], 1u);
  EXPECT_EQ(net.owner[net.peer[net.first_port[4] + 5]], 1u);
  EXPECT_EQ(net.switch_of_host(9), 4u);
}

TEST(FlattenedButterfly, RefusesSizesBeyondMemory) {
  FlattenedButterfly t;
  t.k = 1'000'000, t.n = 30;
  ASSERT_EQ(t.check().size(), 1u);
  EXPECT_EQ(t.check()[0].where, "k");
}

TEST(FlattenedButterfly, RefusesTheSmallestNumbersWithoutOverflow) {
  FlattenedButterfly t;
  t.n = std::numeric_limits<std::int64_t>::min();
  ASSERT_EQ(t.check().size(), 1u);
  EXPECT_EQ(t.check()[0].where, "n");
}

}  // namespace
}  // namespace ebb::inline topology
