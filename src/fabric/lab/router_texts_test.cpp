#include "fabric/lab/router_texts.hpp"

#include <gmock/gmock.h>

#include <set>

#include "base/folder_testing.hpp"
#include "fabric/inventory/inventory.hpp"
#include "fabric/routed/leaf_spine_testing.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

LabSettings routed_by(RoutingProtocol protocol) {
  LabSettings settings;
  settings.routers = LabRouters::frr, settings.protocol = protocol;
  return settings;
}

TEST(RouterTexts, InventoryIsReadByTheAgent) {
  const Network network = leaf_spine();
  const TestFolder folder;
  const auto inventory = read_inventory(
      folder.write("i.toml", router_inventory({"lab"}, network, RoutingProtocol::bgp)), network);
  ASSERT_TRUE(inventory) << to_text(inventory.problems());
  EXPECT_TRUE(inventory->is_routed());
  EXPECT_EQ(inventory->switches[2].protocol, RoutingProtocol::bgp);
  EXPECT_EQ(inventory->switches[2].command, (std::vector<std::string>{"ip", "netns", "exec", "ebb.lab.s2"}));
  EXPECT_EQ(inventory->switches[2].ports, (std::vector<std::string>{"s2p0", "s2p1"}));
}

TEST(RouterTexts, OspfRunsBetweenRoutersOnly) {
  const auto daemons = router_daemons(leaf_spine(), 0, routed_by(RoutingProtocol::ospf));
  ASSERT_EQ(daemons.size(), 2);
  EXPECT_THAT(daemons[0].configuration, HasSubstr("no zebra nexthop kernel enable"));
  EXPECT_THAT(daemons[1].configuration, AllOf(Not(HasSubstr("interface s0p0")), HasSubstr("interface s0p1"),
                                              HasSubstr("interface s0p2")));
}

TEST(RouterTexts, NeighboursOfBgpAreTheOtherEnds) {
  const auto at = [](SwitchId s) {
    return router_daemons(leaf_spine(), s, routed_by(RoutingProtocol::bgp)).back().configuration;
  };
  // The first cable joins leaf0 (10.87.0.0) and spine0 (10.87.0.1).
  EXPECT_THAT(at(0), AllOf(HasSubstr("neighbor 10.87.0.1 remote-as"), Not(HasSubstr("neighbor 10.87.0.0 "))));
  EXPECT_THAT(at(2), AllOf(HasSubstr("neighbor 10.87.0.0 remote-as"), Not(HasSubstr("neighbor 10.87.0.1 "))));
}

TEST(RouterTexts, DaemonsAndDefaultsOfFrrAsSet) {
  LabSettings settings = routed_by(RoutingProtocol::ospf);
  settings.bfd = settings.next_hop_groups = true;
  const auto daemons = router_daemons(leaf_spine(), 2, settings);
  ASSERT_EQ(daemons.size(), 3);
  EXPECT_THAT(daemons[0].configuration, Not(HasSubstr("nexthop")));
  EXPECT_EQ(daemons[1].name, "bfdd");
  EXPECT_THAT(daemons[2].configuration, HasSubstr("ip ospf bfd"));
}

TEST(RouterTexts, EachEndOfACableHasANeighbour) {
  EXPECT_EQ(neighbours_of_all(leaf_spine()), 12);  // two cables of hosts, four between routers
}

TEST(RouterTexts, AddressesDiffer) {
  std::set<std::string> seen;
  for (SwitchId s = 0; s < 2000; ++s) EXPECT_TRUE(seen.insert(LabNames::router_ip(s)).second) << s;
  for (std::uint32_t cable = 0; cable < 2000; ++cable)
    for (const std::uint32_t end : {0u, 1u})
      EXPECT_TRUE(seen.insert(LabNames::cable_ip(cable, end)).second) << cable;
}

}  // namespace
}  // namespace ebb::inline fabric
