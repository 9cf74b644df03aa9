#include "power/device/energy.hpp"

#include <gtest/gtest.h>

#include "power/policy/policy_testing.hpp"
#include "power/policy/stated_testing.hpp"

namespace ebb::inline power {
namespace {

const RateLevels two({10_Gbps, 40_Gbps});
const RateLevels off_and_two({{0}, 10_Gbps, 40_Gbps});

LinkPower row(BitsPerSecond rate, double watts) {
  LinkPower r;
  r.rate = rate, r.port = stated(Watts{watts});
  return r;
}

TEST(Energy, IsTimeInStateTimesWatts) {
  ChannelPower power;
  power.in = {Watts{1}, Watts{4}};
  // 3 ms at 1 W, 2 ms at 4 W, and changes of 1 ms charged as the faster state: 3 + 8 + 4 mJ.
  const ChannelUse use{.time_in = {3_ms, 2_ms, 0_ms, 1_ms}};
  EXPECT_DOUBLE_EQ(energy_of(use, power)->v, 0.015);
  EXPECT_DOUBLE_EQ(always_full(use, power)->v, 0.024);
}

TEST(Energy, ChargesBitsAndPackets) {
  ChannelPower power;
  power.in = {Watts{1}, Watts{4}};
  power.per_bit = {10e-12}, power.per_packet = {20e-9};
  const ChannelUse use{.time_in = {0_ms, 1_ms, 0_ms, 0_ms}, .bits = 8e6, .packets = 1000};
  EXPECT_DOUBLE_EQ(energy_of(use, power)->v, 4e-3 + 80e-6 + 20e-6);
}

TEST(Energy, ForBitsAloneIsTheUtilisationAtFullRate) {
  // 8e6 bits take 0.2 ms at 40 Gb/s: a fifth of a millisecond at full power.
  const ChannelPower power = proportional_power(Watts{2}, two);
  const ChannelUse use{.time_in = {1_ms, 0_ms, 0_ms, 0_ms}, .bits = 8e6};
  EXPECT_DOUBLE_EQ(for_bits_alone(use, power, 40_Gbps)->v, 0.4e-3);
}

TEST(Energy, ForBitsAloneChargesBitsAndPacketsToo) {
  // 0.2 ms at 4 W; 8e6 bits of 10 pJ; 1,000 packets of 20 nJ.
  ChannelPower power;
  power.in = {Watts{1}, Watts{4}};
  power.per_bit = {10e-12}, power.per_packet = {20e-9};
  const ChannelUse use{.time_in = {1_ms, 0_ms, 0_ms, 0_ms}, .bits = 8e6, .packets = 1000};
  EXPECT_DOUBLE_EQ(for_bits_alone(use, power, 40_Gbps)->v, 0.8e-3 + 80e-6 + 20e-6);
}

TEST(Energy, ProportionalPowerFollowsTheRate) {
  const ChannelPower power = proportional_power(Watts{8}, off_and_two);
  EXPECT_EQ(power.in[0], Watts{0});
  EXPECT_EQ(power.in[1], Watts{2});
  EXPECT_EQ(power.in[2], Watts{8});
}

TEST(Energy, OfADeviceIsItsPortWithTheTransceiver) {
  Device device;
  device.links = {row(10_Gbps, 1), row(40_Gbps, 3)};
  device.links[1].trx_in = stated(Watts{2}), device.links[1].trx_up = stated(Watts{-0.5});
  device.links[1].per_bit = stated(Joules{5e-12});
  const ChannelPower optical = device_power(device, Medium::optical, two);
  EXPECT_EQ(optical.in[1], Watts{4.5});
  EXPECT_EQ(optical.per_bit, Joules{5e-12});
  EXPECT_EQ(device_power(device, Medium::backplane, two).in[1], Watts{3});
}

TEST(Energy, WhatADeviceDoesNotSayIsNotKnown) {
  Device device;
  device.links = {row(40_Gbps, 3)};
  const ChannelPower power = device_power(device, Medium::copper, off_and_two);
  EXPECT_FALSE(power.in[0] || power.in[1]);
  EXPECT_TRUE(power.in[2]);
  EXPECT_FALSE(energy_of({.time_in = {0_ms, 1_ms, 1_ms, 0_ms, 0_ms, 0_ms}}, power));
  // Where no time was spent it does not matter.
  EXPECT_TRUE(energy_of({.time_in = {0_ms, 0_ms, 1_ms, 0_ms, 0_ms, 0_ms}}, power));
  EXPECT_TRUE(always_full({.time_in = {0_ms, 1_ms, 1_ms, 0_ms, 0_ms, 0_ms}}, power));
}

TEST(Energy, KnowsTheOffStateOfADevice) {
  Device device;
  device.full_port = stated(Watts{2});
  LinkPower off;
  off.rate = {0}, off.relative = stated(0.36);
  device.links = {off, row(10_Gbps, 1), row(40_Gbps, 2)};
  EXPECT_DOUBLE_EQ(device_power(device, Medium::copper, off_and_two).in[0]->v, 0.72);
}

}  // namespace
}  // namespace ebb::inline power
