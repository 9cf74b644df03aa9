// Networks of rails, with numbers known by hand.
#include <gtest/gtest.h>

#include "network/distance.hpp"
#include "topology/rail_clos.hpp"
#include "topology/rail_only.hpp"

namespace ebb::inline topology {
namespace {

SwitchId across(const Network& net, SwitchId s, std::uint32_t port) {
  return net.owner[net.peer[net.first_port[s] + port]];
}

/// Four servers of eight GPUs: 32 hosts, eight rails of four ports.
TEST(RailOnly, GivesEachPlaceInItsServersASwitch) {
  RailOnly t;
  t.servers = 4;
  ASSERT_TRUE(t.check().empty());
  const Facts f = t.facts();
  EXPECT_EQ(f.hosts, 32);
  EXPECT_EQ(f.switches, 12);
  EXPECT_EQ(f.ports_used, 96);
  EXPECT_EQ(f.bisection_cables, 16);
  const Network net = t.build(Cables{});
  for (SwitchId server = 0; server < 4; ++server)
    for (std::uint32_t gpu = 0; gpu < 8; ++gpu) EXPECT_EQ(across(net, server, 8 + gpu), 4 + gpu);
  EXPECT_EQ(net.ports_of(4), 4u);
  EXPECT_EQ(net.link(net.first_port[0] + 8).name, "rail");
}

/// Two pods of two servers of two GPUs, two spines: servers 0 to 3, rails 4 to 7, spines 8 and 9.
TEST(RailClos, JoinsTheRailsOfPodsBySpines) {
  RailClos t;
  t.gpus = t.servers = t.pods = t.spines = 2;
  ASSERT_TRUE(t.check().empty()) << to_text(t.check());
  const Facts f = t.facts();
  EXPECT_EQ(f.hosts, 8);
  EXPECT_EQ(f.switches, 10);
  EXPECT_EQ(f.diameter, 4);
  const Network net = t.build(Cables{});
  EXPECT_TRUE(is_connected(net));
  EXPECT_EQ(across(net, 2, 2), 6u) << "the first GPU of the second pod's first server";
  EXPECT_EQ(across(net, 2, 3), 7u);
  for (const SwitchId rail : {4, 5, 6, 7}) {
    EXPECT_EQ(across(net, rail, 2), 8u);
    EXPECT_EQ(across(net, rail, 3), 9u);
  }
  EXPECT_EQ(net.ports_of(8), 4u);
}

TEST(Rails, RefuseWhatCannotBeBuilt) {
  RailOnly one;
  one.servers = 1;
  EXPECT_EQ(one.check().size(), 1u);
  RailClos odd;
  odd.spines = 3;
  ASSERT_EQ(odd.check().size(), 1u);
  EXPECT_EQ(odd.check()[0].where, "spines");
  odd.spines = 8, odd.pods = std::int64_t{1} << 40;
  EXPECT_EQ(odd.check().size(), 1u);
}

}  // namespace
}  // namespace ebb::inline topology
