#include "network/switch_off.hpp"

#include <gtest/gtest.h>

#include "network/channel_kinds.hpp"
#include "network/invariants.hpp"
#include "routing/networks_testing.hpp"

namespace ebb::inline network {
namespace {

TEST(SwitchOff, GivesBothEndsOfACableAClassOfTheirOwn) {
  Network ring = ring_network(4);
  const std::size_t classes = ring.classes.size();
  PortId cable = 0;
  while (ring.is_host_port(ring.peer[cable])) ++cable;
  const std::string name = ring.link(cable).name;
  ASSERT_TRUE(switch_off(ring, {cable, ring.peer[cable]}).empty());
  EXPECT_EQ(ring.classes.size(), classes + 1);
  EXPECT_TRUE(ring.link(cable).off);
  EXPECT_EQ(ring.link_class[cable], ring.link_class[ring.peer[cable]]);
  EXPECT_EQ(names_of_kinds(ring)[ring.link_class[cable]], name + ", off");
  EXPECT_TRUE(broken_invariants(ring).empty());
  int off = 0;
  for (PortId p = 0; p < ring.channels(); ++p) off += ring.link(p).off;
  EXPECT_EQ(off, 2);
}

TEST(SwitchOff, LeavesANetworkWithoutSuchCablesAsItIs) {
  Network ring = ring_network(4);
  const auto before = ring.link_class;
  EXPECT_TRUE(switch_off(ring, {}).empty());
  EXPECT_EQ(ring.link_class, before);
}

TEST(SwitchOff, RefusesMoreKindsOfCablesThanAPortCanName) {
  Network ring = ring_network(4);
  ring.classes.resize(255, ring.classes.back());
  PortId cable = 0;
  while (ring.is_host_port(ring.peer[cable])) ++cable;
  ASSERT_EQ(switch_off(ring, {cable}).size(), 1u);
  EXPECT_EQ(ring.classes.size(), 255u);
}

}  // namespace
}  // namespace ebb::inline network
