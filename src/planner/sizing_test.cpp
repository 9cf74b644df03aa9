#include "planner/sizing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "power/policy/stated_testing.hpp"

namespace ebb::inline planner {
namespace {

using testing::HasSubstr;

/// A switch of 36 ports and 100 W, and adapters of 10 W.
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

const SizedNetwork* network(const SizeResult& result, const std::string& family) {
  for (const SizedNetwork& n : result.networks)
    if (n.family == family) return &n;
  return nullptr;
}

std::string why_not(const SizeResult& result, const std::string& family) {
  for (const UnsizedFamily& other : result.others)
    if (other.family == family) return other.why;
  return "it can";
}

TEST(Sizing, FindsTheNumbersThatAreKnownByHand) {
  const SizeResult result = size_networks(equipment(), {.hosts = 648, .rules = false});
  // Two levels of a Clos: 36 access switches with 18 hosts and 18 uplinks each, and 18 above.
  const SizedNetwork* clos = network(result, "folded_clos, 2 levels");
  ASSERT_NE(clos, nullptr);
  EXPECT_EQ(clos->plan.parts.hosts, 648);
  EXPECT_EQ(clos->plan.parts.switches, 54);
  EXPECT_EQ(clos->plan.parts.ports_spare, 0);
  EXPECT_EQ(clos->growth, 0);
  EXPECT_EQ(clos->most_hosts, 648);
  EXPECT_EQ(network(result, "folded_clos, 3 levels")->most_hosts, 2 * 18 * 18 * 18);
  EXPECT_DOUBLE_EQ(*clos->bisection_share, 1);
  EXPECT_DOUBLE_EQ(clos->throughput, 1);
  EXPECT_EQ(clos->plan.power.total().v, 54 * 100 + 648 * 10);
}

TEST(Sizing, EveryAnswerHoldsTheHostsAndFitsTheSwitch) {
  for (const std::int64_t hosts : {100, 1'000, 5'000, 30'000})
    for (const double bisection : {1.0, 0.5, 0.1}) {
      const SizeResult result =
          size_networks(equipment(), {.hosts = hosts, .bisection = bisection, .rules = false});
      EXPECT_EQ(result.networks.size() + result.others.size(), network_families({}).size());
      for (const SizedNetwork& n : result.networks) {
        EXPECT_GE(n.plan.parts.hosts, hosts) << n.family;
        EXPECT_EQ(n.growth, n.plan.parts.hosts - hosts) << n.family;
        EXPECT_LE(n.plan.parts.ports_most, 36) << n.family;
        EXPECT_GE(n.throughput, bisection - 1e-9) << n.family;
        if (n.bisection_share) {
          EXPECT_GE(*n.bisection_share, n.throughput - 1e-9) << n.family;
        }
        if (n.most_hosts) {
          EXPECT_GE(*n.most_hosts, n.plan.parts.hosts) << n.family;
        }
        EXPECT_FALSE(n.parameters.empty());
      }
    }
}

TEST(Sizing, SaysWhyAFamilyCannotDoIt) {
  const SizeResult result = size_networks(equipment(), {.hosts = 100'000, .rules = false});
  EXPECT_THAT(why_not(result, "folded_clos, 2 levels"),
              HasSubstr("has at most 648 hosts with switches of 36 ports"));
  EXPECT_THAT(why_not(result, "mesh, 2 dimensions"), HasSubstr("of uniform traffic at most"));
}

TEST(Sizing, FindsEveryNumberOfHostsUpToTheLargestClos) {
  // 18 hosts on a switch: 36, 18 x 36 and 18 x 18 x 36 of them at most.
  const std::int64_t most[] = {18 * 36, 18 * 18 * 36, 18 * 18 * 18 * 36};
  for (std::int64_t levels = 2; levels <= 4; ++levels) {
    const std::int64_t largest = most[levels - 2];
    for (std::int64_t hosts = 2; hosts <= largest; hosts += 1 + largest / 100) {
      const SizeRequest request{
          .hosts = hosts, .least_levels = levels, .most_levels = levels, .rules = false};
      const std::string family = "folded_clos, " + std::to_string(levels) + " levels";
      EXPECT_NE(network(size_networks(equipment(), request), family), nullptr) << family << " of " << hosts;
    }
    const SizeRequest above{
        .hosts = largest + 1, .least_levels = levels, .most_levels = levels, .rules = false};
    EXPECT_THAT(why_not(size_networks(equipment(), above), network_families(above)[1].name),
                HasSubstr("has at most " + std::to_string(largest)));
  }
}

/// A network that carries more also carries less, so a lower requirement never costs more.
TEST(Sizing, AskingForLessNeverCostsMore) {
  for (const std::int64_t hosts : {33, 100, 1'000, 2'000, 5'000, 20'000}) {
    SizeResult more = size_networks(equipment(), {.hosts = hosts, .bisection = 1, .rules = false});
    for (const double bisection : {0.9, 0.7, 0.5, 0.3, 0.1}) {
      SizeResult less = size_networks(equipment(), {.hosts = hosts, .bisection = bisection, .rules = false});
      for (const SizedNetwork& n : more.networks) {
        const SizedNetwork* other = network(less, n.family);
        ASSERT_NE(other, nullptr) << n.family << " of " << hosts << " at " << bisection;
        EXPECT_LE(other->plan.power.total().v, n.plan.power.total().v + 1e-6)
            << n.family << " of " << hosts << " at " << bisection;
      }
      more = std::move(less);
    }
  }
}

/// A dimension of 3 switches with 12 hosts on each carries a quarter, whatever its bisection is.
TEST(Sizing, SellsNoShortDimensionAsFull) {
  PlanInput input = equipment();
  input.switch_device.ports = stated<std::int64_t>(64);
  const SizeResult result = size_networks(input, {.hosts = 1'000, .rules = false});
  const SizedNetwork* flat = network(result, "flattened_butterfly, 2 dimensions");
  ASSERT_NE(flat, nullptr);
  EXPECT_EQ(flat->plan.topology, "flattened_butterfly (c 10, sizes [10, 10])");
}

TEST(Sizing, LooksAtEverySizeAndAtNetworksThatAreNotFull) {
  PlanInput input = equipment();
  input.switch_device.ports = stated<std::int64_t>(32);
  const SizeResult many = size_networks(input, {.hosts = 5'000, .bisection = 0.5, .rules = false});
  EXPECT_EQ(network(many, "flattened_butterfly, 3 dimensions")->plan.topology,
            "flattened_butterfly (c 13, sizes [8, 7, 7])");
  // 33 hosts on 3 levels: 9 hosts on each of 4 switches, where 12 on each were shown.
  const SizeResult few = size_networks(input, {.hosts = 33, .rules = false});
  EXPECT_EQ(network(few, "folded_clos, 3 levels")->plan.parts.hosts, 36);
  EXPECT_LE(network(few, "folded_clos, 3 levels")->plan.parts.switches, 7);
}

TEST(Sizing, SaysThatTheDevicesDoNotFitBeforeItBlamesTheBisection) {
  PlanInput input = equipment();
  input.nic.fastest = stated(10_Gbps);
  const SizeResult result = size_networks(input, {.hosts = 64, .rules = false});
  EXPECT_TRUE(result.networks.empty());
  const char* why = "nic: \"nic\" runs at up to 10Gb/s, but the cables have 40Gb/s";
  EXPECT_EQ(why_not(result, "torus, 3 dimensions"), why);  // 4 x 4 x 4 of one host carries twice that
  EXPECT_EQ(why_not(result, "folded_clos, 2 levels"), why);
  EXPECT_EQ(why_not(result, "mesh, 2 dimensions"),
            "it carries 50 % of uniform traffic at most");  // 8 x 8: 8 of 16 cables
}

/// 240 hosts and switches stand in six racks, and copper of 5 m reaches no farther.
TEST(Sizing, TakesCopperOnlyAsFarAsItReaches) {
  PlanInput input = equipment();
  input.switch_device.ports = stated<std::int64_t>(128);
  for (const std::int64_t hosts : {500, 3'000, 12'096}) {
    const SizeResult result = size_networks(input, {.hosts = hosts, .rules = false});
    const SizedNetwork* dragonfly = network(result, "dragonfly");
    ASSERT_NE(dragonfly, nullptr);
    const auto value = [&](std::size_t i) { return std::stoll(dragonfly->parameters[i].second); };
    const bool is_near = value(0) * (value(1) + 1) <= 240;
    const PlanParts& parts = dragonfly->plan.parts;
    EXPECT_EQ(parts.cables[static_cast<std::size_t>(Medium::copper)] > parts.hosts, is_near) << hosts;
    EXPECT_EQ(dragonfly->parameters.size(), is_near ? 4u : 5u);
  }
  input.cables.copper_delay = 250_ns;  // 50 m
  const SizeResult far = size_networks(input, {.hosts = 12'096, .rules = false});
  EXPECT_EQ(network(far, "dragonfly")->parameters.size(), 4u);
}

/// Three pods of 64 access switches with 63 hosts. With 64 uplinks each, 3 x (64 + 64) switches and 96 above
/// carry everything. With 63, 3 x (64 + 63) and 95 hold the hosts too: each has 42 or 43 cables to a pod, so
/// those below a middle switch whose cables meet more of 42 saturate at 99.7 %.
TEST(Sizing, TriesEveryNumberOfPodsAndMentionsWhatCarriesNearlyAsMuch) {
  PlanInput input = equipment();
  input.switch_device.ports = stated<std::int64_t>(128);
  SizeRequest request{.hosts = 12'096, .least_levels = 3, .most_levels = 3, .rules = false};
  const SizeResult full = size_networks(input, request);
  const SizedNetwork* clos = network(full, "folded_clos, 3 levels");
  ASSERT_NE(clos, nullptr);
  EXPECT_EQ(clos->plan.parts.switches, 3 * (64 + 64) + 96);
  EXPECT_GE(clos->throughput, 1 - 1e-9);
  EXPECT_THAT(full.notes, testing::ElementsAre(HasSubstr(
                              "folded_clos, 3 levels: 476 switches carry 99.74 % of uniform traffic")));
  request.bisection = 0.9974;
  const SizeResult nearly = size_networks(input, request);
  clos = network(nearly, "folded_clos, 3 levels");
  EXPECT_EQ(clos->plan.parts.switches, 3 * (64 + 63) + 95);
  EXPECT_EQ(clos->plan.parts.hosts, 12'096);
  EXPECT_NEAR(clos->throughput, 0.99746, 1e-5);
}

/// A switch of 32 ports of 400 Gb/s with hosts of 100 Gb/s: a cable between switches carries four hosts.
TEST(Sizing, SearchesAllFamiliesWithSlowerHosts) {
  PlanInput input = equipment();
  input.switch_device.ports = stated<std::int64_t>(32), input.switch_device.fastest = stated(400_Gbps);
  input.nic.fastest = stated(400_Gbps);
  input.cables.rate = 400_Gbps, input.cables.host_rate = 100_Gbps;
  const SizeResult result = size_networks(input, {.hosts = 1'000, .rules = false});
  EXPECT_EQ(result.networks.size() + result.others.size(), network_families({}).size());
  const SizedNetwork* flat = network(result, "flattened_butterfly, 2 dimensions");
  ASSERT_NE(flat, nullptr);
  for (const SizedNetwork& n : result.networks) {
    EXPECT_LE(n.plan.parts.ports_most, 32) << n.family;
    EXPECT_GE(n.throughput, 1 - 1e-9) << n.family;
  }
  input.cables.host_rate = {};
  const SizeResult same = size_networks(input, {.hosts = 1'000, .rules = false});
  for (const SizedNetwork& n : result.networks)
    if (const SizedNetwork* other = network(same, n.family)) {
      EXPECT_LE(n.plan.parts.switches, other->plan.parts.switches) << n.family;
    }
  EXPECT_NE(network(result, "torus, 3 dimensions"), nullptr);
  EXPECT_LT(flat->plan.parts.switches,
            network(same, "flattened_butterfly, 2 dimensions")->plan.parts.switches);
}

TEST(Sizing, SearchesOnlyNetworksWithSpinesForSpines) {
  PlanInput input = equipment();
  input.spine = input.switch_device;
  const SizeResult result = size_networks(input, {.hosts = 1'000, .rules = false});
  EXPECT_THAT(result.notes, testing::Contains(HasSubstr("only folded Clos networks")));
  for (const SizedNetwork& n : result.networks) EXPECT_EQ(n.name, "folded_clos");
}

TEST(Sizing, OffersOneSwitchWhereThatWillDo) {
  const SizeResult result = size_networks(equipment(), {.hosts = 16, .rules = false});
  const SizedNetwork* star = network(result, "star");
  ASSERT_NE(star, nullptr);
  EXPECT_EQ(star->plan.parts.switches, 1);
  EXPECT_EQ(star->plan.power.total().v, 100 + 16 * 10);
  EXPECT_EQ(star->plan.parts.ports_spare, 20);
  EXPECT_THAT(why_not(size_networks(equipment(), {.hosts = 37, .rules = false}), "star"),
              HasSubstr("has at most 36 hosts"));
}

TEST(Sizing, CountsPartsWhereNobodySaysWhatASwitchDraws) {
  PlanInput input = equipment();
  input.switch_device.base = {}, input.switch_device.links[0].port = {};
  const SizeResult result = size_networks(input, {.hosts = 648, .rules = false});
  const SizedNetwork* clos = network(result, "folded_clos, 2 levels");
  ASSERT_NE(clos, nullptr);
  EXPECT_FALSE(clos->plan.power_known);
  EXPECT_EQ(clos->plan.parts.switches, 54);
  EXPECT_TRUE(size_networks(equipment(), {.hosts = 648, .rules = false}).networks[0].plan.power_known);
}

TEST(Sizing, AddsUpPricesOrNamesWhoStatesNone) {
  PlanInput input = equipment();
  SizeResult result = size_networks(input, {.hosts = 648, .rules = false});
  EXPECT_FALSE(result.networks[0].capex.usd());
  EXPECT_THAT(result.networks[0].capex.unpriced(), testing::ElementsAre("switch", "nic"));
  input.switch_device.price_usd = stated(1'000.0), input.nic.price_usd = stated(100.0);
  result = size_networks(input, {.hosts = 648, .rules = false});
  EXPECT_EQ(network(result, "folded_clos, 2 levels")->capex.usd()->middle(), 54 * 1'000 + 648 * 100);
}

TEST(Sizing, CablesAreAsLongAsTheirSignalsTake) {
  PlanInput input = equipment();
  input.cables.copper_delay = 15_ns, input.cables.optical_delay = 250_ns;
  const SizeResult result = size_networks(input, {.hosts = 648, .rules = false});
  EXPECT_EQ(result.networks[0].cable_metres[static_cast<std::size_t>(Medium::copper)], 3);
  EXPECT_EQ(result.networks[0].cable_metres[static_cast<std::size_t>(Medium::optical)], 50);
}

}  // namespace
}  // namespace ebb::inline planner
