#include "rules/tables/address.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "rules/trees/random_plan_testing.hpp"

namespace ebb::inline rules {
namespace {

AddressField group_field(std::uint32_t values) { return {"group", AddressLevel::group, values}; }
AddressField switch_field(std::uint32_t values) { return {"switch", AddressLevel::access_switch, values}; }
AddressField host_field(std::uint32_t values) { return {"host", AddressLevel::host, values}; }

TEST(AddressPlan, PutsTheGroupAboveTheSwitchAboveTheHost) {
  const AddressPlan plan({group_field(9), switch_field(4), host_field(2)}, 72);
  EXPECT_EQ(plan.bits(), 4u + 2 + 1);
  // Host 13 is host 1 of switch 2 of group 1: 0001 10 1.
  EXPECT_EQ(plan.address(13), 0b0001'10'1u);
  EXPECT_EQ(plan.text(plan.address(13)), "group 1, switch 2, host 1");
  EXPECT_EQ(plan.block(13, AddressLevel::access_switch),
            (Ternary{0b0001'10'0, all_address_bits & ~Address{0b1}}));
  EXPECT_EQ(plan.block(13, AddressLevel::group), (Ternary{0b0001'00'0, all_address_bits & ~Address{0b111}}));
}

TEST(AddressPlan, GivesLeftOverCodesToTheLastValuesInOrder) {
  const AddressPlan plan({host_field(5)}, 5);
  const Address above = all_address_bits & ~Address{7};
  // 000, 001, 01x, 10x, 11x
  EXPECT_EQ(plan.block(1, AddressLevel::host), (Ternary{0b001, above | 0b111}));
  EXPECT_EQ(plan.block(2, AddressLevel::host), (Ternary{0b010, above | 0b110}));
  EXPECT_EQ(plan.block(4, AddressLevel::host), (Ternary{0b110, above | 0b110}));
  EXPECT_EQ(plan.host(0b111), 4u);
  EXPECT_EQ(plan.host(0b1000), no_id);
}

TEST(AddressPlan, FitsTheButterflyOfThreeHundredThousandHostsIntoNineteenBits) {
  const AddressPlan plan({{"w", AddressLevel::group, 6},
                          {"z", AddressLevel::group, 15},
                          {"y", AddressLevel::group, 15},
                          {"x", AddressLevel::access_switch, 15},
                          host_field(15)},
                         303'750);
  EXPECT_EQ(plan.bits(), 19u);
  EXPECT_EQ(plan.host(plan.address(303'749)), 303'749u);
  EXPECT_EQ(plan.text(plan.address(303'749)), "w 5, z 14, y 14, x 14, host 14");
}

TEST(AddressPlan, FlatComparesAllFortySixBits) {
  const AddressPlan plan = AddressPlan::flat(1000);
  EXPECT_EQ(plan.block(999, AddressLevel::host), (Ternary{999, all_address_bits}));
  EXPECT_EQ(plan.host(1000), no_id);
}

TEST(AddressPlan, TakesSwitchesThatDifferInTheirHosts) {
  const AddressPlan plan = AddressPlan::per_switch({{4, 0}, {1}, {2, 3, 5}});
  EXPECT_EQ(plan.bits(), 2u + 2);
  for (HostId h = 0; h < 6; ++h) EXPECT_EQ(plan.host(plan.address(h)), h);
  EXPECT_EQ(plan.text(plan.address(5)), "switch 2, host 2");
  EXPECT_EQ(plan.block(4, AddressLevel::access_switch), plan.block(0, AddressLevel::access_switch));
  for (Address a = 0; a < 16; ++a) EXPECT_TRUE(plan.block(plan.host(a), AddressLevel::host).matches(a));
}

RC_GTEST_PROP(AddressPlan, EveryAddressBelongsToExactlyOneHost, ()) {
  const RandomPlan random;
  const AddressPlan& plan = random.plan;
  for (Address a = 0; a < Address{1} << plan.bits(); ++a) {
    std::uint32_t owners = 0;
    for (HostId h = 0; h < random.hosts; ++h) owners += plan.block(h, AddressLevel::host).matches(a);
    RC_ASSERT(owners == 1u);
    for (AddressLevel level : {AddressLevel::host, AddressLevel::access_switch, AddressLevel::group})
      RC_ASSERT(plan.block(plan.host(a), level).matches(a));
  }
}

RC_GTEST_PROP(AddressPlan, BlocksHoldTheirHostsAndNoOthers, ()) {
  const RandomPlan random;
  const std::uint32_t per_switch = random.hosts_per_switch, per_group = per_switch * random.switches;
  const HostId a = any_in_range(0, random.hosts);
  const Ternary same_switch = random.plan.block(a, AddressLevel::access_switch);
  const Ternary same_group = random.plan.block(a, AddressLevel::group);
  for (HostId b = 0; b < random.hosts; ++b) {
    RC_ASSERT(same_switch.matches(random.plan.address(b)) == (a / per_switch == b / per_switch));
    RC_ASSERT(same_group.matches(random.plan.address(b)) == (a / per_group == b / per_group));
  }
}

TEST(Mac, LeavesTheTwoReservedBitsAlone) {
  EXPECT_EQ(mac_text(mac_of(0)), "02:00:00:00:00:00");
  EXPECT_EQ(mac_text(mac_of(0x10f)), "02:00:00:00:01:0f");
  EXPECT_EQ(mac_text(mac_of(all_address_bits)), "fe:ff:ff:ff:ff:ff");
  EXPECT_EQ(mac_text(Ternary{0x100, all_address_bits & ~Address{0xff}}),
            "02:00:00:00:01:00/ff:ff:ff:ff:ff:00");
  EXPECT_EQ(mac_text(Ternary{}), "02:00:00:00:00:00/03:00:00:00:00:00");
}

}  // namespace
}  // namespace ebb::inline rules
