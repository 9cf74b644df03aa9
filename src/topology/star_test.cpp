#include "topology/star.hpp"

#include <gtest/gtest.h>

#include "network/distance.hpp"

namespace ebb::inline topology {
namespace {

TEST(Star, IsOneSwitchWithAllTheHosts) {
  Star t;
  t.hosts = 24;
  const Facts f = t.facts();
  EXPECT_EQ(f.switches, 1);
  EXPECT_EQ(f.ports_most, 24);
  EXPECT_EQ(f.cables_of(Medium::copper), 24);
  EXPECT_EQ(f.bisection_cables, 12);
  EXPECT_EQ(f.diameter, 0);
  const Network net = t.build(Cables{});
  EXPECT_EQ(net.switch_of_host(23), 0u);
  EXPECT_EQ(host_distances(net).average_switches, 1.0);
}

TEST(Star, RefusesNoHostsAndTooMany) {
  Star t;
  for (const std::int64_t hosts : {std::int64_t{0}, std::int64_t{-3}, INT64_MAX}) {
    t.hosts = hosts;
    ASSERT_EQ(t.check().size(), 1u);
    EXPECT_EQ(t.check()[0].where, "hosts");
  }
}

}  // namespace
}  // namespace ebb::inline topology
