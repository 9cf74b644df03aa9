#include "planner/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "catalogue/topologies.hpp"
#include "experiment/device/device_file.hpp"
#include "planner/capex.hpp"
#include "planner/money.hpp"
#include "planner/network_power.hpp"
#include "planner/no_adapter.hpp"
#include "power/policy/stated_testing.hpp"
#include "topology/flattened_butterfly.hpp"

namespace ebb::inline planner {
namespace {

/// 2 x 2 switches in one fully connected line of 4, 3 hosts each: 6 optical-free cables, 12 hosts.
PlanInput small_network() {
  PlanInput input;
  FlattenedButterfly t;
  t.c = 3, t.k = 4, t.n = 2;
  input.facts = t.facts();
  input.cables.rate = 100_Gbps;
  input.settings.packet = Bytes{980}, input.settings.overhead = Bytes{20};
  Device& d = input.switch_device;
  d.name = "test", d.from = "this test";
  d.ports = stated<std::int64_t>(8), d.base = stated(Watts{100});
  LinkPower row;
  row.port = stated(Watts{1}), row.trx_in = stated(Watts{2}), row.trx_up = stated(Watts{-0.5});
  row.per_bit = stated(Joules{10e-12}), row.per_packet = stated(Joules{40e-9});
  d.links = {row};
  input.nic.kind = DeviceKind::nic, input.nic.base = stated(Watts{5});
  return input;
}

TEST(Power, FollowsTheModelNumberByNumber) {
  // 4 switches, 6 used ports each (3 hosts, 3 neighbours): 24 ports. At half load a port carries 50 Gb/s on
  // the wire: 6.25 M packets/s of 980 + 20 B, 49 Gb/s of packet bits.
  const PlanPower p = network_power(small_network(), 0.5);
  EXPECT_DOUBLE_EQ(p.switch_base.v, 400);
  EXPECT_DOUBLE_EQ(p.ports.v, 24);
  EXPECT_DOUBLE_EQ(p.transceivers.v, 24 * 1.5);
  EXPECT_DOUBLE_EQ(p.nics.v, 12 * 5);
  EXPECT_NEAR(p.traffic.v, 24 * (49e9 * 10e-12 + 6.25e6 * 40e-9), 1e-9);
  EXPECT_DOUBLE_EQ(p.buffers.v, 0);
  EXPECT_DOUBLE_EQ(p.tables.v, 0);
}

TEST(Power, ChargesWholeBufferCells) {
  PlanInput input = small_network();
  input.switch_device.buffer = {stated(Bytes{64}), stated(Joules{4e-9}), stated(Joules{6e-9})};
  // 980 B fill 16 cells of 64 B, the last one partly.
  EXPECT_NEAR(network_power(input, 0.5).buffers.v, 24 * 6.25e6 * 16 * 10e-9, 1e-9);
}

TEST(Power, SearchesTheTableOncePerPacketAndSwitch) {
  PlanInput input = small_network();
  input.switch_device.tcam = {stated<std::int64_t>(1000), stated(Joules{0.7e-15})};
  input.settings.addressing = Addressing::flat;
  input.rules = closed_form_rules({.hosts = 12});
  EXPECT_NEAR(network_power(input, 1).tables.v, 12 * 1000 * 0.7e-15 * (24 * 12.5e6), 1e-12);
}

TEST(Power, SparePortsDrawTheirOffPower) {
  PlanInput input = small_network();
  LinkPower off;
  off.rate = {0}, off.port = stated(Watts{0.25});
  input.switch_device.links.push_back(off);
  EXPECT_DOUBLE_EQ(network_power(input, 0).ports.v, 24 * 1 + 8 * 0.25);
}

TEST(Plan, APriceWithoutASourceOfItsOwnHasThatOfItsFile) {
  PlanInput input = small_network();
  input.switch_device.price_usd = stated(1000.0);
  EXPECT_EQ(capex_of(input).parts.front().from, "this test");
}

TEST(Plan, SumsTheOffersOfEachPart) {
  PlanInput input = small_network();
  const auto offer = [](double usd, const char* date) {
    return Price{.usd = {.value = usd, .source = Source::read, .from = "a seller", .given = true},
                 .kind = PriceKind::street,
                 .date = date};
  };
  input.switch_device.prices = {offer(1500, "2026-09"), offer(1000, "2025")};
  input.nic.name = "nic";
  const Capex some = capex_of(input);
  EXPECT_FALSE(some.usd()) << "the adapter has no price";
  const auto switches = static_cast<double>(some.parts[0].count);
  EXPECT_EQ(some.priced_usd(), (UsdRange{1000 * switches, 1500 * switches}));
  EXPECT_EQ(some.parts[0].dates, "2025 to 2026-09");
  EXPECT_EQ(some.parts[0].from, "1500 $, street, 2026-09: a seller; 1000 $, street, 2025: a seller");
  input.nic.price_usd = stated(100.0);
  EXPECT_EQ(capex_of(input).usd()->least, 1000 * switches + 100 * 12);
}

/// 24 ports of switches share twelve modules of two; each of the 12 adapters has its own.
TEST(Plan, CountsModulesNotPorts) {
  PlanInput input = small_network();
  LinkPower row;
  row.ports = stated<std::int64_t>(2);
  input.copper.emplace();
  input.copper->name = "twin", input.copper->kind = DeviceKind::optics, input.copper->links = {row};
  const Capex capex = capex_of(input);
  ASSERT_EQ(capex.parts.back().what, "copper transceivers");
  EXPECT_EQ(capex.parts.back().count, 24 / 2 + 12);
}

TEST(Plan, ListsNoTransceiverOfTheSwitchWhereOthersAreNamed) {
  PlanInput input = small_network();
  const auto lists = [&](const std::string& device, const std::string& number) {
    const std::vector<PlanNumber> numbers = make_plan(input).numbers;
    return std::any_of(numbers.begin(), numbers.end(),
                       [&](const PlanNumber& n) { return n.device == device && n.what.ends_with(number); });
  };
  EXPECT_TRUE(lists("test", "trx_in"));
  LinkPower row;
  row.media = {Medium::copper}, row.trx_in = stated(Watts{0.1});
  input.copper.emplace();
  input.copper->name = "cable", input.copper->links = {row};
  EXPECT_FALSE(lists("test", "trx_in"));
  EXPECT_TRUE(lists("test", "port"));
  EXPECT_TRUE(lists("cable", "trx_in"));
}

TEST(Power, NamedTransceiversReplaceTheDevicesOwn) {
  PlanInput input = small_network();
  input.copper.emplace();
  LinkPower row;
  row.media = {Medium::copper}, row.trx_in = stated(Watts{0.1});
  input.copper->links = {row};
  // 24 switch ports and 12 adapters.
  EXPECT_NEAR(network_power(input, 0).transceivers.v, 36 * 0.1, 1e-12);
}

TEST(Power, NamedTransceiversFitAPortMadeForAnotherMedium) {
  PlanInput input = small_network();
  input.switch_device.links[0].media = {Medium::copper};
  input.facts.cables = {0, 12, 6};  // the hosts' in copper, the others optical
  EXPECT_EQ(check_fit(input).size(), 1u);
  input.optics.emplace();
  LinkPower row;
  row.media = {Medium::optical}, row.trx_in = stated(Watts{9});
  input.optics->links = {row};
  EXPECT_TRUE(check_fit(input).empty());
  EXPECT_NEAR(network_power(input, 0).transceivers.v, 12 * 1.5 + 12 * 9, 1e-12);
}

TEST(Power, EveryTopologyHasAsManyPortsByMediumAsInAll) {
  for (const auto& entry : topologies()) {
    Problems problems;
    const auto topology = entry.read(Node{}, "topology", {}, problems);
    if (!topology) continue;  // some need a file
    const Facts f = topology->facts();
    std::int64_t ports = 0;
    for (const PortKind& kind : ports_of(f, Cables{}).kinds) ports += kind.of_switches;
    EXPECT_EQ(ports, f.ports_used) << entry.name;
  }
}

TEST(Money, FitsThePrintedDigitsWithYearsOf8760Hours) {
  EXPECT_NEAR(cost_of(Watts{737'280}, {0.07, 1.6, 4}).usd, 2'893'441, 1);
  EXPECT_NEAR(cost_of(Watts{409'600}, {0.07, 1.6, 4}).usd, 1'607'467, 1);
  EXPECT_NEAR(cost_of(Watts{974'848}, {0.07, 1.6, 4}).usd, 3'825'772, 1);
}

TEST(Bisection, IsWhatUniformTrafficPutsAcrossOrTheCutCarries) {
  EXPECT_EQ(bisection_bits_per_second(8'192, 32'768, Cables{}), 655.36e12);   // butterfly: both are 16,384
  EXPECT_EQ(bisection_bits_per_second(16'384, 32'768, Cables{}), 655.36e12);  // Clos: the hosts send no more
  EXPECT_EQ(bisection_bits_per_second(1'000, 32'768, Cables{}), 80e12);       // a narrow bisection
  EXPECT_EQ(bisection_bits_per_second(100, 3, Cables{}), 60e9);               // an odd number of hosts
}

TEST(Fit, RefusesMorePortsThanTheSwitchHas) {
  PlanInput input = small_network();
  input.switch_device.ports.value = 5;
  const Problems problems = check_fit(input);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].where, "switch");
  EXPECT_NE(problems[0].what.find("5 ports at 100Gb/s, but the topology needs 6"), std::string::npos);
}

TEST(Fit, RefusesALinkWithoutNumbers) {
  PlanInput input = small_network();
  input.switch_device.links[0].rate = 40_Gbps;
  const Problems problems = check_fit(input);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].what.find("no numbers for copper links at 100Gb/s"), std::string::npos);
  EXPECT_NE(problems[0].hint.find("any medium at 40Gb/s"), std::string::npos);
}

TEST(Fit, RefusesASwitchThatStatesNoPower) {
  PlanInput input = small_network();
  input.switch_device.base = {}, input.switch_device.links[0].port = {};
  ASSERT_EQ(check_fit(input).size(), 1u);
  EXPECT_NE(check_fit(input)[0].what.find("states no power"), std::string::npos);
}

TEST(Fit, RefusesTablePowerThatNobodyKnows) {
  PlanInput input = small_network();
  input.settings.addressing = Addressing::compacted;
  EXPECT_EQ(check_tables(input).size(), 2u);  // neither the energy of a search nor the number of rules
}

TEST(Plan, SavingOfAProportionalNetworkIsTheIdlePart) {
  PlanInput input = small_network();
  input.settings.load = 0.15;
  const PlanResult r = make_plan(input);
  EXPECT_NEAR(r.proportional_saving.v, r.power.total().v - 0.15 * r.full_power.total().v, 1e-9);
  EXPECT_LT(r.power.total().v, r.full_power.total().v);
}

TEST(Plan, ListsEveryNumberItRestsOnWithItsSource) {
  const PlanResult r = make_plan(small_network());
  ASSERT_FALSE(r.numbers.empty());
  for (const PlanNumber& n : r.numbers) {
    EXPECT_FALSE(n.source.empty()) << n.what;
    EXPECT_FALSE(n.from.empty()) << n.what;
  }
}

TEST(Plan, LeavesAdaptersOut) {
  PlanInput input = small_network();
  input.nic = no_adapter();
  input.cables.rate = 100_Gbps;
  EXPECT_TRUE(check_fit(input).empty());
  const PlanResult r = make_plan(input);
  EXPECT_EQ(r.power.nics.v, 0);
  EXPECT_EQ(r.nic_device, "none");
  for (const PlanNumber& n : r.numbers) EXPECT_EQ(n.device, "test") << n.what;
}

TEST(Settings, AreCheckedAllTogether) {
  PlanSettings s;
  s.load = 1.5, s.pue = 0.5, s.years = 0, s.packet = Bytes{0};
  EXPECT_EQ(s.check().size(), 4u);
  EXPECT_TRUE(PlanSettings{}.check().empty());
}

}  // namespace
}  // namespace ebb::inline planner
