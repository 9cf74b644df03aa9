#include "power/device/device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "power/policy/stated_testing.hpp"

namespace ebb::inline power {
namespace {

using testing::ElementsAre;

LinkPower row(std::vector<Medium> media, BitsPerSecond rate, double watts) {
  LinkPower r;
  r.media = std::move(media), r.rate = rate, r.port = stated(Watts{watts});
  return r;
}

Device four_port_switch() {
  Device d;
  d.from = "this test";
  d.ports = stated<std::int64_t>(4), d.base = stated(Watts{10}), d.fastest = stated(100_Gbps);
  return d;
}

TEST(Device, PrefersTheRowOfTheRateOverTheOneForAnyRate) {
  Device d = four_port_switch();
  d.links = {row({}, {LinkPower::any_rate}, 1), row({Medium::copper}, 40_Gbps, 2)};
  EXPECT_EQ(d.link(Medium::copper, 40_Gbps)->port.value.v, 2);
  EXPECT_EQ(d.link(Medium::copper, 10_Gbps)->port.value.v, 1);
  EXPECT_EQ(d.link(Medium::optical, 40_Gbps)->port.value.v, 1);
}

TEST(Device, KnowsWhatItDoesNotKnow) {
  Device d = four_port_switch();
  d.links = {row({Medium::copper}, 40_Gbps, 2)};
  EXPECT_EQ(d.link(Medium::optical, 40_Gbps), nullptr);
  EXPECT_EQ(d.link(Medium::copper, 100_Gbps), nullptr);
}

TEST(Device, DoesNotRunFasterThanItsFastestRate) {
  Device d = four_port_switch();
  d.fastest = stated(40_Gbps);
  d.links = {row({Medium::copper}, {LinkPower::any_rate}, 1)};
  EXPECT_EQ(d.link(Medium::copper, 40_Gbps)->port.value.v, 1);
  EXPECT_EQ(d.link(Medium::copper, 800_Gbps), nullptr);
  EXPECT_EQ(d.link(Medium::backplane, 800_Gbps), nullptr);
  EXPECT_THAT(d.link_labels(), ElementsAre("copper up to 40Gb/s"));
}

TEST(Device, TakesABackplaneForCopperUnlessTold) {
  Device d = four_port_switch();
  d.links = {row({Medium::copper}, 40_Gbps, 2)};
  EXPECT_EQ(d.link(Medium::backplane, 40_Gbps)->port.value.v, 2);
  d.links.push_back(row({Medium::backplane}, 40_Gbps, 1));
  EXPECT_EQ(d.link(Medium::backplane, 40_Gbps)->port.value.v, 1);
}

TEST(Device, ScalesRelativePowersByTheFullPort) {
  Device d = four_port_switch();
  d.full_port = stated(Watts{2.5});
  LinkPower slow, off;
  slow.rate = 10_Gbps, slow.relative = stated(0.4);
  off.rate = {0}, off.relative = stated(0.36);
  d.links = {slow, off};
  EXPECT_DOUBLE_EQ(d.port_power(d.links[0]).v, 1.0);
  EXPECT_DOUBLE_EQ(d.off_power().v, 0.9);
  EXPECT_TRUE(d.check().empty());
}

TEST(Device, RefusesRelativePowersOfNothing) {
  Device d = four_port_switch();
  LinkPower slow;
  slow.rate = 10_Gbps, slow.relative = stated(0.4);
  d.links = {slow};
  ASSERT_EQ(d.check().size(), 1u);
  EXPECT_EQ(d.check()[0].where, "full_port");
}

TEST(Device, RefusesEveryNumberOutOfRangeAtOnce) {
  Device d = four_port_switch();
  d.ports.value = 0, d.base.value = Watts{-1};
  d.links = {row({}, {LinkPower::any_rate}, -5)};
  d.buffer.read = stated(Joules{1e-9});
  std::vector<std::string> places;
  for (const Problem& p : d.check()) places.push_back(p.where);
  EXPECT_THAT(places, ElementsAre("base", "ports", "link[0].port", "buffer.cell"));
}

std::vector<std::string> places(const Device& device) {
  std::vector<std::string> all;
  for (const Problem& p : device.check()) all.push_back(p.where);
  return all;
}

TEST(Device, RefusesASlowerRateThatDrawsMoreThanAFasterOne) {
  Device d = four_port_switch();
  d.links = {row({Medium::copper}, 10_Gbps, 2), row({Medium::copper}, 40_Gbps, 1)};
  ASSERT_THAT(places(d), ElementsAre("link[0].port"));
  EXPECT_EQ(d.check()[0].what,
            "makes 2 W for copper at 10Gb/s, but the faster 40Gb/s of link[1] takes only 1");
  d.links[1].trx_in = stated(Watts{1.5});  // with its transceiver it needs more
  EXPECT_TRUE(d.check().empty());
  d.links[1] = row({Medium::optical}, 40_Gbps, 1);  // another port
  EXPECT_TRUE(d.check().empty());
  d.links = {row({}, 40_Gbps, 1), row({}, 10_Gbps, 1), row({}, {0}, 1.5)};
  EXPECT_THAT(places(d), ElementsAre("link[2].port"));
}

TEST(Device, ComparesTheFirstRowOfEachRate) {
  Device d = four_port_switch();
  d.full_port = stated(Watts{2});
  const auto state = [](BitsPerSecond rate, std::int64_t lanes, double share) {
    LinkPower r;
    r.rate = rate, r.lanes = lanes, r.relative = stated(share);
    return r;
  };
  d.links = {state(10_Gbps, 1, 0.4), state(10_Gbps, 4, 0.6), state(20_Gbps, 1, 0.5), state(40_Gbps, 4, 1)};
  EXPECT_TRUE(d.check().empty()) << to_text(d.check());
  std::swap(d.links[0], d.links[1]);
  EXPECT_THAT(places(d), ElementsAre("link[2].lanes", "link[0].relative"));
}

TEST(Device, RefusesARowForAnyRateWithoutAFastestOne) {
  Device d = four_port_switch();
  d.fastest = {};
  d.links = {row({}, 10_Gbps, 1)};
  EXPECT_TRUE(d.check().empty());  // the row says itself which rate it holds for
  d.links = {row({}, {LinkPower::any_rate}, 1)};
  ASSERT_THAT(places(d), ElementsAre("fastest"));
  EXPECT_EQ(d.check()[0].what, "is missing, but link[0] has no rate: up to which one does it hold?");
  d.kind = DeviceKind::nic, d.links.clear();
  EXPECT_THAT(places(d), ElementsAre("fastest"));
  d.fastest = stated(40_Gbps), d.links = {row({}, 100_Gbps, 1)};
  EXPECT_THAT(places(d), ElementsAre("link[0].rate"));
}

TEST(Device, AllowsATransceiverThatDrawsLessOnceItIsUp) {
  Device d = four_port_switch();
  d.links = {row({}, {LinkPower::any_rate}, 1)};
  d.links[0].trx_up = stated(Watts{-0.07});
  EXPECT_TRUE(d.check().empty());
}

}  // namespace
}  // namespace ebb::inline power
