#include "planner/sizing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "power/stated_testing.hpp"

namespace ebb::inline planner {
namespace {

using testing::HasSubstr;

/// A switch of 36 ports that draws 100 W, and adapters of 10 W.
PlanInput equipment() {
  PlanInput input;
  Device& d = input.switch_device;
  d.name = "switch", d.ports = stated<std::int64_t>(36), d.base = stated(Watts{100}),
  d.fastest = stated(40_Gbps);
  LinkPower row;
  row.port = stated(Watts{0});
  d.links = {row};
  input.nic.name = "nic", input.nic.kind = DeviceKind::nic, input.nic.base = stated(Watts{10});
  input.nic.fastest = stated(40_Gbps);
  return input;
}

const SizedNetwork* network(const SizeAnswer& answer, const std::string& family) {
  for (const SizedNetwork& n : answer.networks)
    if (n.family == family) return &n;
  return nullptr;
}

std::string why_not(const SizeAnswer& answer, const std::string& family) {
  for (const UnsizedFamily& other : answer.others)
    if (other.family == family) return other.why;
  return "it can";
}

TEST(Sizing, FindsTheNumbersThatAreKnownByHand) {
  const SizeAnswer answer = size_networks(equipment(), {.hosts = 648, .rules = false});
  // Two levels of a Clos: 36 access switches with 18 hosts and 18 uplinks each, and 18 above.
  const SizedNetwork* clos = network(answer, "folded_clos, 2 levels");
  ASSERT_NE(clos, nullptr);
  EXPECT_EQ(clos->plan.parts.hosts, 648);
  EXPECT_EQ(clos->plan.parts.switches, 54);
  EXPECT_EQ(clos->plan.parts.ports_spare, 0);
  EXPECT_EQ(clos->growth, 0);
  EXPECT_DOUBLE_EQ(clos->bisection_share, 1);
  EXPECT_EQ(clos->plan.power.total().v, 54 * 100 + 648 * 10);
}

TEST(Sizing, EveryAnswerHoldsTheHostsAndFitsTheSwitch) {
  for (const std::int64_t hosts : {100, 1'000, 5'000, 30'000})
    for (const double bisection : {1.0, 0.5, 0.1}) {
      const SizeAnswer answer =
          size_networks(equipment(), {.hosts = hosts, .bisection = bisection, .rules = false});
      EXPECT_EQ(answer.networks.size() + answer.others.size(), family_names({}).size());
      for (const SizedNetwork& n : answer.networks) {
        EXPECT_GE(n.plan.parts.hosts, hosts) << n.family;
        EXPECT_EQ(n.growth, n.plan.parts.hosts - hosts) << n.family;
        EXPECT_LE(n.plan.parts.ports_most, 36) << n.family;
        EXPECT_GE(n.bisection_share, 0.999 * bisection) << n.family;
        EXPECT_FALSE(n.parameters.empty());
      }
    }
}

TEST(Sizing, SaysWhyAFamilyCannotDoIt) {
  const SizeAnswer answer = size_networks(equipment(), {.hosts = 100'000, .rules = false});
  EXPECT_THAT(why_not(answer, "folded_clos, 2 levels"), HasSubstr("100000 hosts with switches of 36 ports"));
  EXPECT_THAT(why_not(answer, "mesh, 2 dimensions"), HasSubstr("its bisection is"));
}

TEST(Sizing, AddsUpPricesOrNamesWhoStatesNone) {
  PlanInput input = equipment();
  SizeAnswer answer = size_networks(input, {.hosts = 648, .rules = false});
  EXPECT_FALSE(answer.networks[0].capex.usd());
  EXPECT_THAT(answer.networks[0].capex.unpriced(), testing::ElementsAre("switch", "nic"));
  input.switch_device.price_usd = stated(1'000.0), input.nic.price_usd = stated(100.0);
  answer = size_networks(input, {.hosts = 648, .rules = false});
  EXPECT_EQ(*network(answer, "folded_clos, 2 levels")->capex.usd(), 54 * 1'000 + 648 * 100);
}

TEST(Sizing, CablesAreAsLongAsTheirSignalsTake) {
  PlanInput input = equipment();
  input.cables.copper_delay = 15_ns, input.cables.optical_delay = 250_ns;
  const SizeAnswer answer = size_networks(input, {.hosts = 648, .rules = false});
  EXPECT_EQ(answer.networks[0].cable_metres[static_cast<std::size_t>(Medium::copper)], 3);
  EXPECT_EQ(answer.networks[0].cable_metres[static_cast<std::size_t>(Medium::optical)], 50);
}

}  // namespace
}  // namespace ebb::inline planner
