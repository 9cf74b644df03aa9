#include "power/device/equipment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "power/policy/stated_testing.hpp"

namespace ebb::inline power {
namespace {

using testing::ElementsAre;

Equipment whole() {
  Equipment e;
  LinkPower row;
  row.rate = 40_Gbps, row.port = stated(Watts{1}), row.trx_in = stated(Watts{2});
  row.per_bit = stated(Joules{1e-12}), row.per_packet = stated(Joules{1e-9});
  e.switch_device.name = "switch", e.switch_device.base = stated(Watts{50});
  row.media = {Medium::copper}, e.switch_device.links = {row};
  e.nic.name = "nic", e.nic.kind = DeviceKind::nic, e.nic.base = stated(Watts{5}), e.nic.links = {row};
  return e;
}

std::vector<std::string> missing(const Equipment& e, std::vector<Medium> media = {Medium::copper}) {
  std::vector<LinkKind> links;
  for (const Medium medium : media) links.push_back({medium, 40_Gbps});
  return missing_numbers(e, links, {{Medium::copper, 40_Gbps}});
}

TEST(Equipment, NamesNothingWhenEveryNumberIsThere) { EXPECT_THAT(missing(whole()), ElementsAre()); }

TEST(Equipment, NamesEachNumberThatNobodyStates) {
  Equipment e = whole();
  e.switch_device.base = {}, e.switch_device.links[0].trx_in = {};
  e.nic.links.clear();
  EXPECT_THAT(missing(e), ElementsAre("switch (base, copper transceiver)",
                                      "nic (copper transceiver, per_bit, per_packet)"));
  EXPECT_THAT(missing(whole(), {Medium::copper, Medium::optical}), ElementsAre("switch (optical at 40Gb/s)"));
}

TEST(Equipment, AdaptersThatAreLeftOutLackNothing) {
  Equipment e = whole();
  e.nic = {};
  EXPECT_THAT(missing(e), ElementsAre());
}

TEST(Equipment, NamedTransceiversStateWhatThePortDoesNot) {
  Equipment e = whole();
  e.switch_device.links[0].trx_in = {};
  LinkPower cable;
  cable.rate = 40_Gbps, cable.media = {Medium::copper}, cable.trx_in = stated(Watts{0.1});
  e.copper.emplace().links = {cable};
  EXPECT_THAT(missing(e), ElementsAre());
  EXPECT_EQ(e.transceiver_power(e.switch_device.links[0], Medium::copper, 40_Gbps)->v, 0.1);
  EXPECT_EQ(e.transceiver_power(e.switch_device.links[0], Medium::copper, 10_Gbps), std::nullopt);
  EXPECT_EQ(e.transceiver_power(e.switch_device.links[0], Medium::backplane, 40_Gbps)->v, 0);
  LinkPower through = e.switch_device.links[0];
  through.passive = true;
  EXPECT_EQ(e.transceiver_power(through, Medium::copper, 40_Gbps)->v, 0) << "light passes";
}

}  // namespace
}  // namespace ebb::inline power
