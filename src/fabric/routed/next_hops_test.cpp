#include "fabric/routed/next_hops.hpp"

#include <gtest/gtest.h>

#include "fabric/routed/frr_recorded_testing.hpp"
#include "fabric/routed/frr_text.hpp"

namespace ebb::inline fabric {
namespace {

TEST(NextHops, AttachedPrefixesHaveNoGateway) {
  const auto routes = parse_kernel_routes("leaf0", kernel_routes_both);
  EXPECT_TRUE(is_attached(routes->at("10.88.0.0/31")));
  EXPECT_FALSE(is_attached(routes->at("10.88.1.0/31")));
}

TEST(NextHops, RouteByAPort) {
  const auto both = parse_kernel_routes("leaf0", kernel_routes_both);
  const auto fault = parse_kernel_routes("leaf0", kernel_group_fault);
  EXPECT_NE(route_by(*both, "10.88.1.0/31", "s0"), nullptr);
  EXPECT_NE(route_by(*both, "10.88.1.0/31", "s1"), nullptr);
  EXPECT_EQ(route_by(*both, "10.88.1.0/31", "host"), nullptr);
  EXPECT_EQ(route_by(*both, "10.99.0.0/16", "s0"), nullptr);
  EXPECT_EQ(route_by(*fault, "10.88.1.0/31", "s0"), nullptr);
  EXPECT_TRUE(route_by(*fault, "10.88.1.0/31", "s1")->in_group);
}

}  // namespace
}  // namespace ebb::inline fabric
