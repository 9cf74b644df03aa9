#include "fabric/routed/next_hops.hpp"

#include <gtest/gtest.h>

#include "fabric/routed/frr_recorded_testing.hpp"
#include "fabric/routed/frr_text.hpp"

namespace ebb::inline fabric {
namespace {

const std::string far = "10.88.1.0/31";

/// What the recorded kernel lacks of what OSPF has; zebra has the same as OSPF.
std::vector<NextHopGap> gaps_in(const char* kernel) {
  const auto ospf = parse_ospf_routes("leaf0", ospf_routes_both);
  return find_gaps(*ospf, *ospf, *parse_kernel_routes("leaf0", kernel));
}

TEST(NextHops, AgreeWhenAllAreThere) {
  EXPECT_TRUE(gaps_in(kernel_routes_both).empty());
  EXPECT_TRUE(gaps_in(kernel_group_both).empty());
}

TEST(NextHops, FaultOfGroupsIsNamedWithItsRemedy) {
  const auto gaps = gaps_in(kernel_group_fault);
  ASSERT_EQ(gaps.size(), 1);
  EXPECT_EQ(gaps[0], (NextHopGap{far, {"10.87.0.1", "s0"}, NextHopGap::Lacks::kernel, true}));
  EXPECT_EQ(
      describe(gaps[0]).what,
      "OSPF and zebra have the next hop 10.88.1.0/31 via 10.87.0.1 (s0), but the kernel's next-hop group "
      "lacks it");
  EXPECT_NE(describe(gaps[0]).hint.find("no zebra nexthop kernel enable"), std::string::npos);
}

TEST(NextHops, GapWithoutGroupsIsAnotherFault) {
  const auto gaps = gaps_in(kernel_routes_one);
  ASSERT_EQ(gaps.size(), 1);
  EXPECT_FALSE(gaps[0].in_group);
  EXPECT_EQ(describe(gaps[0]).hint.find("no zebra nexthop kernel enable"), std::string::npos);
}

TEST(NextHops, RouteThatZebraOrTheKernelLacksWholly) {
  const RoutedPrefixes ospf = {{far, {{{"10.0.0.1", "a"}, {"10.0.0.3", "b"}}}}};
  const auto without_zebra = find_gaps(ospf, {}, ospf);
  ASSERT_EQ(without_zebra.size(), 2);
  EXPECT_EQ(without_zebra[0].lacks, NextHopGap::Lacks::zebra);
  EXPECT_NE(describe(without_zebra[0]).what.find("zebra does not select it"), std::string::npos);
  EXPECT_EQ(find_gaps(ospf, ospf, {}).size(), 2);
}

TEST(NextHops, PrefixesOfOwnPortsAreNoGap) {
  const RoutedPrefixes ospf = {{far, {{{"", "host"}}}}};
  EXPECT_TRUE(find_gaps(ospf, {}, {}).empty());
  const RoutedPrefixes round = {{far, {{{"10.0.0.1", "a"}}}}};  // its own port has the largest cost
  EXPECT_TRUE(find_gaps(round, ospf, ospf).empty());
}

TEST(NextHops, DrainMovesTransitAndLeavesWhatIsAttached) {
  const auto before = parse_kernel_routes("leaf0", kernel_routes_both);
  const auto drained = parse_kernel_routes("leaf0", kernel_routes_one);
  const std::set<std::string> of_spine0 = {"10.87.0.0/31", "10.87.1.0/31"};
  EXPECT_EQ(transit_by(*before, "s0", of_spine0), std::set<std::string>{far});
  EXPECT_TRUE(transit_by(*drained, "s0", of_spine0).empty());
  EXPECT_EQ(transit_by(*drained, "s0", {}), std::set<std::string>{"10.87.1.0/31"});
  EXPECT_EQ(attached_prefixes(*before),
            (std::set<std::string>{"10.87.0.0/31", "10.87.0.2/31", "10.88.0.0/31"}));
}

}  // namespace
}  // namespace ebb::inline fabric
