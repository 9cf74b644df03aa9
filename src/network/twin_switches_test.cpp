#include "network/twin_switches.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "network/switch_off.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/folded_clos.hpp"

namespace ebb::inline network {
namespace {

Network clos_of(std::int64_t levels, std::int64_t radix) {
  FoldedClos topology;
  topology.levels = levels, topology.radix = radix;
  return topology.build(Cables{});
}

TEST(TwinSwitches, AreTheSpinesOfTwoLevels) {
  const Network net = clos_of(2, 8);
  const auto groups = twin_switches(net);
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].switches.size(), 4u);
  EXPECT_EQ(groups[0].neighbours.size(), 8u);
  EXPECT_EQ(groups[0].ends, 16);
  for (const std::int64_t rate : groups[0].bits_per_second) EXPECT_EQ(rate, net.classes[0].rate.v);
}

TEST(TwinSwitches, AreGroupsOfCoresInThreeLevels) {
  const Network net = clos_of(3, 4);
  for (const TwinSwitches& group : twin_switches(net)) {
    EXPECT_EQ(group.switches.size(), 2u);
    for (const SwitchId s : group.switches)
      for (PortId p = net.first_port[s]; p < net.first_port[s + 1]; ++p)
        EXPECT_FALSE(net.is_host_port(net.peer[p]));
  }
  EXPECT_EQ(twin_switches(net).size(), 2u);
}

TEST(TwinSwitches, HaveNoCableThatIsOff) {
  Network net = clos_of(2, 8);
  const SwitchId last = net.switches() - 1;
  ASSERT_TRUE(switch_off(net, {net.first_port[last]}).empty());
  EXPECT_EQ(twin_switches(net)[0].switches.size(), 3u);
}

TEST(TwinSwitches, AreNoneWhereAllSwitchesHaveHosts) {
  FlattenedButterfly topology;
  topology.c = 2, topology.k = 3, topology.n = 3;
  EXPECT_TRUE(twin_switches(topology.build(Cables{})).empty());
}

}  // namespace
}  // namespace ebb::inline network
