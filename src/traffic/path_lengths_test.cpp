#include "traffic/path_lengths.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "topology/flattened_butterfly.hpp"
#include "traffic/traffic_testing.hpp"

namespace ebb::inline traffic {
namespace {

std::vector<HostId> hosts_from(HostId first, HostId end) {
  std::vector<HostId> hosts(end - first);
  std::iota(hosts.begin(), hosts.end(), first);
  return hosts;
}

double mean_of(const Network& network, const std::vector<HostId>& from, const std::vector<HostId>& to,
               std::size_t searches = 256) {
  return mean_channels(network, {{from, to}}, 1, searches)[0];
}

// From each host of a 4x4 butterfly: 3 others on its own switch, 24 hosts one hop away, 36 two hops away.
TEST(MeanChannels, CountsBothHostChannelsAndEveryHop) {
  FlattenedButterfly t;
  t.c = 4, t.sizes = {4, 4};
  const Network network = t.build(Cables{});
  const auto all = hosts_from(0, 64);
  EXPECT_DOUBLE_EQ(mean_of(network, all, all), 2 + (24.0 * 1 + 36 * 2) / 63);
}

TEST(MeanChannels, IsThatOfTheGivenHostsAlone) {
  const Network network = ring_of_switches({2, 1, 1, 3});
  EXPECT_DOUBLE_EQ(mean_of(network, {0}, {1}), 2);
  EXPECT_DOUBLE_EQ(mean_of(network, {0}, {3}), 4);          // across the ring
  EXPECT_DOUBLE_EQ(mean_of(network, {0, 1}, {2, 3}), 3.5);  // one hop or two
  EXPECT_DOUBLE_EQ(mean_of(network, {0, 2}, {0, 2}), 3);    // no host sends to itself
  EXPECT_DOUBLE_EQ(mean_of(network, {0, 1, 2}, {0}), 2.5);
}

TEST(MeanChannels, IsCloseWhenOnlySomeSwitchesAreSearched) {
  FlattenedButterfly t;
  t.c = 2, t.sizes = {6, 6};
  const Network network = t.build(Cables{});
  const auto all = hosts_from(0, 72), some = hosts_from(3, 30);
  EXPECT_DOUBLE_EQ(mean_of(network, all, all, 5), mean_of(network, all, all));  // every switch is alike
  EXPECT_NEAR(mean_of(network, all, some, 12), mean_of(network, all, some), 0.1);
  EXPECT_DOUBLE_EQ(mean_of(network, {71}, {0}, 1), 4);  // a sample without the only source is useless
}

TEST(Utilisation, NeedsOneRate) {
  NetworkBuilder builder;
  const auto slow = builder.add_class({"slow", Medium::copper, 10_Gbps, 1_ns});
  const auto fast = builder.add_class({"fast", Medium::copper, 40_Gbps, 1_ns});
  builder.add_switches(1, 2);
  builder.set_hosts(2);
  builder.attach(0, 0, 0, slow), builder.attach(1, 0, 1, fast);
  const Problems problems = require_one_rate(builder.finish(GraphShape{}), "utilisation");
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].what.find("\"slow\" and \"fast\""), std::string::npos);
  // 4 channels of 40 Gb/s: 10 GB/s on one of them are half of all.
  EXPECT_DOUBLE_EQ(utilisation_of(ring_of_switches({2}), 10e9), 0.5);
}

}  // namespace
}  // namespace ebb::inline traffic
