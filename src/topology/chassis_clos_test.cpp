#include "topology/chassis_clos.hpp"

#include <gtest/gtest.h>

#include "network/distance.hpp"

namespace ebb::inline topology {
namespace {

TEST(ChassisClos, HasThePartsOfAbtsSectionTwo) {
  const ChassisClos t;
  EXPECT_EQ(t.chassis_ports(), 324);
  EXPECT_EQ(t.chips_per_chassis(), 27);
  EXPECT_EQ(t.stage3_chassis(), 102);
  EXPECT_EQ(t.stage2_chassis(), 203);
  EXPECT_EQ(t.chips(), 8'235);
  const Facts f = t.facts();
  EXPECT_EQ(f.ports_used / 36, 8'192);
  EXPECT_EQ(f.bisection_cables, 16'384);
  EXPECT_EQ(f.cables_of(Medium::copper), 32'768);
  EXPECT_EQ(f.cables_of(Medium::optical), 32'768);
  EXPECT_EQ(f.cables_of(Medium::backplane), 98'304);
  // The last chassis of stage 2 has 44 hosts: 3 + 3 line chips, 3 spine chips; of stage 3: 3 and 2.
  EXPECT_EQ(f.switches, 27 * (202 + 101) + 9 + 5);
  EXPECT_EQ(f.switches + f.spare_switches, 8'235);
}

TEST(ChassisClos, BuildsTheNetworkOfTheTable) {
  const ChassisClos t;
  const Network net = t.build(Cables{});
  EXPECT_EQ(net.switches(), t.facts().switches);
  EXPECT_EQ(net.switch_ports(), 9u * 32'768);
  EXPECT_TRUE(is_connected(net));
}

TEST(ChassisClos, ChipOfAFullChassisHasTwoConnectionsToEverySpineChip) {
  ChassisClos t;
  t.hosts = 40, t.radix = 8;  // chassis of 16 ports: 4 line chips of 4 + 4, 2 spine chips
  const Network net = t.build(Cables{});
  // Host-side chips 0 to 9, two per chassis; then the spine chips, two per chassis.
  const SwitchId expected[] = {10, 11, 10, 11};
  for (std::uint32_t p = 0; p < 4; ++p)
    EXPECT_EQ(net.owner[net.peer[net.first_port[0] + 4 + p]], expected[p]);
}

TEST(ChassisClos, AllChassisReachEachOtherInEightHopsHoweverFullTheLastOneIs) {
  ChassisClos t;
  t.radix = 8;
  for (t.hosts = 9; t.hosts <= 8 * 16; ++t.hosts) {
    ASSERT_TRUE(t.check().empty());
    const Network net = t.build(Cables{});
    EXPECT_EQ(net.switches(), t.facts().switches) << t.hosts;
    EXPECT_EQ(host_distances(net).diameter, t.facts().diameter) << t.hosts;
  }
}

TEST(ChassisClos, RefusesWhatCannotBeBuilt) {
  const auto refused = [](std::int64_t hosts, std::int64_t radix) {
    ChassisClos t;
    t.hosts = hosts, t.radix = radix;
    const Problems problems = t.check();
    return problems.empty() ? std::string("nothing") : problems[0].where;
  };
  EXPECT_EQ(refused(32'768, 0), "radix");
  EXPECT_EQ(refused(32'768, 34), "radix");
  EXPECT_EQ(refused(32'768, INT64_MAX), "radix");
  EXPECT_EQ(refused(162, 36), "hosts");
  EXPECT_EQ(refused(-1, 36), "hosts");
  EXPECT_EQ(refused(162 * 324 + 1, 36), "hosts");
  EXPECT_EQ(refused(INT64_MAX, 65'536), "hosts");
  EXPECT_EQ(refused(162 * 324, 36), "nothing");
}

}  // namespace
}  // namespace ebb::inline topology
