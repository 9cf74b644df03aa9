#include "fabric/routed/frr_text.hpp"

#include <gtest/gtest.h>

#include "fabric/routed/frr_recorded_testing.hpp"

namespace ebb::inline fabric {
namespace {

const NextHop by_spine0{"10.87.0.1", "s0"}, by_spine1{"10.87.0.3", "s1"};
const std::string far = "10.88.1.0/31";  // the host of the other leaf
using Hops = std::set<NextHop>;

/// The text of the only problem.
template <class T>
std::string refusal(const Result<T>& result) {
  return result ? "accepted" : result.problems().at(0).where + ": " + result.problems()[0].what;
}

TEST(FrrText, ReadsAdjacencies) {
  const auto both = parse_ospf_neighbours("leaf0", neighbours_full);
  ASSERT_TRUE(both);
  EXPECT_EQ(*both, (std::vector<OspfNeighbour>{{"10.86.0.3", "10.87.0.1", "s0", true},
                                               {"10.86.0.4", "10.87.0.3", "s1", true}}));
  const auto none = parse_ospf_neighbours("spine0", neighbours_none);
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
}

TEST(FrrText, AnAdjacencyThatExchangesIsNotFull) {
  const auto one = parse_ospf_neighbours("leaf0", R"({"neighbors":{"10.86.0.3":[{"nbrState":"ExStart/-",
      "ifaceAddress":"10.87.0.1","ifaceName":"s0:10.87.0.0"}]}})");
  ASSERT_TRUE(one);
  EXPECT_FALSE(one->at(0).full);
}

TEST(FrrText, ReadsNeighboursOfBgp) {
  const auto summary = parse_bgp_summary(
      "a", R"({"as":65001,"peers":{"10.87.0.1":{"state":"Established"},"10.87.0.3":{"state":"Active"}}})");
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->as, 65001);
  EXPECT_EQ(summary->established, (std::map<std::string, bool>{{"10.87.0.1", true}, {"10.87.0.3", false}}));
  EXPECT_FALSE(parse_bgp_summary("a", "{}"));  // there is no `router bgp`
}

TEST(FrrText, ReadsRoutesOfZebraThatItSelects) {
  const auto routes = parse_zebra_routes("leaf0", zebra_routes_both);
  ASSERT_TRUE(routes);
  EXPECT_EQ(routes->at(far).hops, (Hops{by_spine0, by_spine1}));
  EXPECT_EQ(routes->at("10.87.0.0/31").hops, (Hops{{"", "s0"}}));  // its own, not OSPF's
}

TEST(FrrText, ReadsRoutesOfTheKernel) {
  const auto both = parse_kernel_routes("leaf0", kernel_routes_both);
  ASSERT_TRUE(both);
  EXPECT_EQ(both->at(far), (RoutedPrefix{{by_spine0, by_spine1}, false}));
  EXPECT_EQ(parse_kernel_routes("leaf0", kernel_routes_one)->at(far).hops, Hops{by_spine1});
  EXPECT_EQ(parse_kernel_routes("leaf0", kernel_group_both)->at(far),
            (RoutedPrefix{{by_spine0, by_spine1}, true}));
  EXPECT_EQ(parse_kernel_routes("leaf0", kernel_group_fault)->at(far), (RoutedPrefix{{by_spine1}, true}));
}

TEST(FrrText, WhatTheKernelDoesNotUseIsNoNextHop) {
  const auto routes = parse_kernel_routes("r", R"([
      {"dst":"default","gateway":"10.0.0.1","dev":"a","flags":["linkdown"]},
      {"dst":"10.0.0.7","flags":[],"nexthops":[{"gateway":"10.0.0.1","dev":"a","flags":["dead"]},
                                               {"gateway":"10.0.0.3","dev":"b","flags":[]}]},
      {"type":"blackhole","dst":"10.9.0.0/16","flags":[]},
      {"dst":"10.0.0.7","gateway":"10.0.0.9","dev":"c","metric":100,"flags":[]}])");
  ASSERT_TRUE(routes);
  EXPECT_EQ(routes->at("0.0.0.0/0").hops, Hops{});
  EXPECT_EQ(routes->at("10.0.0.7/32").hops, (Hops{{"10.0.0.3", "b"}}));  // the last one has a worse metric
  EXPECT_EQ(routes->at("10.9.0.0/16").hops, Hops{});
}

TEST(FrrText, ReadsPortsAndCounters) {
  const auto up = parse_links("leaf0", links_up);
  ASSERT_TRUE(up);
  EXPECT_EQ(up->at("s0"), (RouterLink{true, true, 3736, 3798, 42, 41}));
  const auto down = parse_links("leaf0", links_down);
  ASSERT_TRUE(down);
  EXPECT_TRUE(down->at("s0").enabled);  // the other end is off
  EXPECT_FALSE(down->at("s0").up);
}

TEST(FrrText, ReadsDrainsAndCosts) {
  EXPECT_TRUE(*parse_router_drained("spine0", ospf_drained));
  EXPECT_FALSE(*parse_router_drained("spine0", ospf_usual));
  EXPECT_EQ(*parse_ospf_costs("leaf0", ospf_costs),
            (std::map<std::string, std::uint32_t>{{"host", 10}, {"s0", 10}, {"s1", 10}}));
}

TEST(FrrText, RefusesWhatIsNoJson) {
  EXPECT_EQ(refusal(parse_ospf_neighbours("spine0", "ospfd is not running\n")),
            "spine0: show ip ospf neighbor json: printed \"ospfd is not running\" instead of JSON");
  EXPECT_EQ(refusal(parse_links("spine0", "")), "spine0: ip -j -s link: printed nothing");
}

TEST(FrrText, RefusesOspfThatIsNotConfigured) {  // FRR prints "{}" and exits with 0
  EXPECT_NE(refusal(parse_ospf_neighbours("r", "{\n}\n")).find("key 'neighbors' not found"),
            std::string::npos);
  EXPECT_FALSE(parse_router_drained("r", "{}"));
  EXPECT_FALSE(*parse_router_drained("r", R"({"areas":{}})"));
}

/// Whether a recorded text is refused wherever it is cut off.
template <class Parse>
void expect_refused_in_part(const std::string& text, Parse parse) {
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_FALSE(parse("r", text.substr(0, length))) << "cut after " << length << " characters";
}

TEST(FrrText, RefusesOutputThatIsCutOff) {
  expect_refused_in_part(neighbours_full, parse_ospf_neighbours);
  expect_refused_in_part(zebra_routes_both, parse_zebra_routes);
  expect_refused_in_part(kernel_routes_both, parse_kernel_routes);
  expect_refused_in_part(links_up, parse_links);
  expect_refused_in_part(ospf_drained, parse_router_drained);
  expect_refused_in_part(ospf_costs, parse_ospf_costs);
}

TEST(FrrText, RefusesOtherTypes) {
  EXPECT_FALSE(parse_ospf_neighbours("r", R"({"neighbors":null})"));
  EXPECT_FALSE(parse_ospf_neighbours("r", R"({"neighbors":{"1.1.1.1":{}}})"));
  EXPECT_FALSE(parse_zebra_routes("r", R"({"10.0.0.0/8":null})"));
  EXPECT_FALSE(parse_kernel_routes("r", R"({"dst":"10.0.0.0/8"})"));
  EXPECT_FALSE(parse_kernel_routes("r", R"([{"dst":"10.0.0.0/8","dev":"a"}])"));  // no flags
  EXPECT_FALSE(parse_links("r", R"([{"ifname":"a","flags":["UP"],"stats64":{"rx":{},"tx":{}}}])"));
}

}  // namespace
}  // namespace ebb::inline fabric
