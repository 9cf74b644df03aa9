#include "fabric/routed/route_model.hpp"

#include <gtest/gtest.h>

#include "fabric/routed/leaf_spine_testing.hpp"

namespace ebb::inline fabric {
namespace {

using Ports = std::set<PortId>;
const std::string far = "10.88.1.0/31";  // leaf1's

/// All links are there; leaf0's kernel reaches leaf1's host by these ports.
std::vector<RouterView> routers(const std::vector<std::string>& by) {
  std::vector<RouterView> views(4);
  for (SwitchId s = 0; s < 4; ++s) {
    views[s].there = true, views[s].ports = leaf_spine_ports(s);
    views[s].adjacent.assign(views[s].ports.size(), true), views[s].cost.assign(views[s].ports.size(), 10);
  }
  for (const std::string& port : by) views[0].kernel[far].hops.insert({"10.87.0.1", port});
  views[1].kernel[far].hops = {{"", "host"}};
  for (const SwitchId spine : {2, 3}) views[spine].kernel[far].hops = {{"10.87.0.9", "l1"}};
  return views;
}

TEST(RouteModel, AllShortestPaths) {
  const Network network = leaf_spine();
  const auto ports = RouteModel(network, routers({})).ports_to(1);
  EXPECT_EQ(ports[0], (Ports{1, 2}));
  EXPECT_EQ(ports[1], Ports{});
  EXPECT_EQ(ports[2], Ports{7});
}

TEST(RouteModel, CostsAndDrains) {
  const Network network = leaf_spine();
  auto views = routers({});
  views[2].drained = true;
  EXPECT_EQ(RouteModel(network, views).ports_to(1)[0], Ports{2});
  EXPECT_EQ(RouteModel(network, views).ports_to(1)[2], Ports{7}) << "it still forwards what is on its way";
  views = routers({});
  views[2].cost[1] = 11;  // spine0 to leaf1 is raised
  EXPECT_EQ(RouteModel(network, views).ports_to(1)[0], Ports{2});
  views[2].cost[1] = 60010;
  EXPECT_EQ(RouteModel(network, views).ports_to(1)[2], Ports{6}) << "a detour, by who would have sent it";
}

TEST(RouteModel, BothEndsNeedAnAdjacency) {
  const Network network = leaf_spine();
  auto views = routers({});
  views[2].adjacent[0] = false;
  EXPECT_EQ(RouteModel(network, views).ports_to(1)[0], Ports{2});
}

TEST(RouteModel, CablesInUse) {
  const Network network = leaf_spine();
  auto views = routers({});
  const PrefixOwners owners = {{"10.88.0.0/31", 0}, {far, 1}};
  EXPECT_TRUE(RouteModel(network, views).uses(6, owners));
  views[2].drained = true;
  EXPECT_FALSE(RouteModel(network, views).uses(6, owners)) << "its own routes do not count";
  EXPECT_TRUE(RouteModel(network, views).uses(8, owners));
}

TEST(RouteModel, OwnersOfPrefixes) {
  auto views = routers({"s0"});
  views[0].kernel["10.99.0.0/16"].hops = {{"", "eth9"}};  // not advertised
  for (const SwitchId leaf : {0, 1}) views[leaf].kernel["10.98.0.0/16"].hops = {{"", "eth1"}};  // shared
  views[2].kernel["10.98.0.0/16"].hops = {{"10.87.0.9", "l1"}};
  EXPECT_EQ(prefix_owners(leaf_spine(), views), (PrefixOwners{{far, 1}}));
}

/// A link has one end only while the router at the other one does not answer.
TEST(RouteModel, LinksHaveNoOwner) {
  auto views = routers({"s0"});
  views[0].kernel["10.87.0.0/31"].hops = {{"", "s0"}};
  views[1].kernel["10.87.0.0/31"].hops = {{"10.87.0.9", "s1"}};
  views[2] = {};
  EXPECT_EQ(prefix_owners(leaf_spine(), views), (PrefixOwners{{far, 1}}));
}

TEST(RouteModel, KernelsThatDiffer) {
  const Network network = leaf_spine();
  const PrefixOwners owners = {{far, 1}};
  EXPECT_EQ(find_difference(network, routers({"s0", "s1"}), owners), std::nullopt);
  EXPECT_EQ(find_difference(network, routers({"s1"}), owners), (RouteDifference{0, far, 1, true}));
  EXPECT_EQ(find_difference(network, routers({}), owners), (RouteDifference{0, far, 1, true}));
  auto drained = routers({"s0", "s1"});
  drained[2].drained = true;
  EXPECT_EQ(find_difference(network, drained, owners), (RouteDifference{0, far, 1, false}));
}

}  // namespace
}  // namespace ebb::inline fabric
