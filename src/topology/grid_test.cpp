#include "topology/grid.hpp"

#include <gtest/gtest.h>

namespace ebb::inline topology {
namespace {

SwitchId neighbour(const Network& net, SwitchId s, std::uint32_t port) {
  return net.owner[net.peer[net.first_port[s] + port]];
}

TEST(Mesh, EightByEightHasKimsCounts) {
  const Facts f = Mesh{}.facts();
  EXPECT_EQ(f.switches, 64);
  EXPECT_EQ(f.cables_of(Medium::copper), 64 + 2 * 8 * 7);
  EXPECT_EQ(f.ports_least, 3);
  EXPECT_EQ(f.ports_most, 5);
  EXPECT_EQ(f.diameter, 14);
  EXPECT_EQ(f.bisection_cables, 8);
}

TEST(Mesh, NumbersThePortsThatExist) {
  Mesh t;
  t.sizes = {3, 2};
  const Network net = t.build(Cables{});
  EXPECT_EQ(net.ports_of(0), 3u);  // a corner: host, right, up
  EXPECT_EQ(neighbour(net, 0, 1), 1u);
  EXPECT_EQ(neighbour(net, 0, 2), 3u);
  EXPECT_EQ(net.ports_of(4), 4u);  // the middle of the upper edge: host, left, right, down
  EXPECT_EQ(neighbour(net, 4, 1), 3u);
  EXPECT_EQ(neighbour(net, 4, 2), 5u);
  EXPECT_EQ(neighbour(net, 4, 3), 1u);
}

TEST(Mesh, EvenCutOfAnOddMeshHasAStep) {
  Mesh t;
  t.sizes = {3, 3};
  EXPECT_EQ(t.facts().bisection_cables, 4);
}

TEST(Torus, GoesRoundTheEdgesWithLongCables) {
  Torus t;
  t.sizes = {4, 3}, t.c = 2;
  const Facts f = t.facts();
  EXPECT_EQ(f.ports_least, 6);
  EXPECT_EQ(f.ports_most, 6);
  EXPECT_EQ(f.diameter, 2 + 1);
  EXPECT_EQ(f.cables_of(Medium::copper), 24 + 3 * 3 + 4 * 2);
  EXPECT_EQ(f.cables_of(Medium::optical), 3 + 4);
  EXPECT_EQ(f.bisection_cables, 2 * 3);
  const Network net = t.build(Cables{});
  EXPECT_EQ(neighbour(net, 0, 2), 3u);  // down from coordinate 0
  EXPECT_EQ(neighbour(net, 0, 3), 1u);
  EXPECT_EQ(net.link(net.first_port[0] + 2).medium, Medium::optical);
  EXPECT_EQ(net.link(net.first_port[0] + 3).medium, Medium::copper);
}

TEST(Torus, DimensionOfTwoHasTwoCables) {
  Torus t;
  t.sizes = {2};
  const Network net = t.build(Cables{});
  EXPECT_EQ(neighbour(net, 0, 1), 1u);
  EXPECT_EQ(neighbour(net, 0, 2), 1u);
}

TEST(Mesh, RefusesWhatCannotBeBuilt) {
  const auto refused = [](std::vector<std::int64_t> sizes, std::int64_t c) {
    Mesh t;
    t.sizes = std::move(sizes), t.c = c;
    const Problems problems = t.check();
    return problems.empty() ? std::string("nothing") : problems[0].where;
  };
  EXPECT_EQ(refused({}, 1), "sizes");
  EXPECT_EQ(refused({8, 1}, 1), "sizes");
  EXPECT_EQ(refused({8, -8}, 1), "sizes");
  EXPECT_EQ(refused({8, 8}, 0), "c");
  EXPECT_EQ(refused({8, 8}, INT64_MAX), "sizes");
  EXPECT_EQ(refused({INT64_MAX, INT64_MAX, INT64_MAX}, 1), "sizes");
  EXPECT_EQ(refused({8, 8}, 4), "nothing");
}

}  // namespace
}  // namespace ebb::inline topology
