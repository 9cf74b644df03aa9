// The plan files under examples/ with the figures they must give, and files that must be refused.
#include "experiment/read/plan_config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/folder_testing.hpp"
#include "config/data_files.hpp"
#include "planner/port_kinds.hpp"
#include "topology/folded_clos.hpp"

namespace ebb::inline experiment {
namespace {

using testing::HasSubstr;
using testing::Not;

PlanResult plan_of(const std::string& example, const std::vector<std::string>& settings = {}) {
  const auto input = read_plan(data_file("examples/" + example), settings);
  EXPECT_TRUE(input) << to_text(input.problems());
  return input ? make_plan(*input) : PlanResult{};
}

TEST(PlanExample, CountsAsManyAlternativesAsTheFileRunsWith) {
  const PlanResult r = plan_of("run-clos-rules.toml");  // of 8 ports, half of them up, two alternatives each
  ASSERT_EQ(r.rules.back().organisation, "conditional minimal");
  EXPECT_EQ(r.rules.back().highest, 4 + 4 * 3);
}

TEST(PlanExample, AbtsButterflyIsTheColumnOfTableOne) {
  const PlanResult r = plan_of("plan-fbfly-32k.toml");
  EXPECT_EQ(r.parts.hosts, 32'768);
  EXPECT_EQ(r.parts.switches_needed, 4'096);
  EXPECT_EQ(r.parts.cables, (std::array<std::int64_t, media>{0, 47'104, 43'008}));
  EXPECT_EQ(r.parts.ports_spare, 0);
  EXPECT_EQ(r.bisection->bits_per_second, 655.36e12);
  EXPECT_EQ(r.power.total().v, 737'280);
  EXPECT_EQ(r.power.total().v / (r.bisection->bits_per_second * 1e-9), 1.125);
  EXPECT_NEAR(r.money.usd, 2.89e6, 0.005e6);
  ASSERT_EQ(r.rules.size(), 6u);
  EXPECT_EQ(r.rules[3].highest, 36);  // compacted to one rule per port
  EXPECT_EQ(r.rules[4].organisation, "conditional minimal");
  EXPECT_EQ(r.rules[4].highest, 36);  // Benito: without increasing the number of rules
  EXPECT_EQ(r.rules[5].organisation, "conditional detours");
  EXPECT_EQ(r.rules[5].highest, 36 + 8);  // one more for each injection port
}

TEST(PlanExample, AbtsClosIsTheOtherColumn) {
  const PlanResult r = plan_of("plan-clos-32k.toml");
  EXPECT_EQ(r.parts.switches_needed, 8'235);
  EXPECT_EQ(r.parts.switches_powered, 8'192);
  EXPECT_EQ(r.bisection->bits_per_second, 655.36e12);
  EXPECT_EQ(r.power.total().v, 1'146'880);
  EXPECT_EQ(r.power.total().v / (r.bisection->bits_per_second * 1e-9), 1.75);
  EXPECT_NEAR(r.servers->network_share, 0.12, 0.005);  // Figure 1: 12 % at full load
}

TEST(PlanExample, AbtsNetworkIsHalfOfThePowerAtLowLoadWithProportionalServers) {
  const PlanResult r = plan_of("plan-clos-32k.toml", {"plan.load=0.15"});
  EXPECT_NEAR(r.servers->network_share, 0.5, 0.02);
  EXPECT_NEAR(r.proportional_saving.v, 974'848, 1e-6);
  EXPECT_NEAR(r.proportional_usd, 3.8e6, 0.05e6);
}

/// 24 pods of 16 leaves with 4 uplinks: 384 leaves, 96 + 48 spines, 1,536 cables on each of two levels.
TEST(PlanExample, LeavesAndSpinesAreDevicesOfTheirOwn) {
  const PlanResult r = plan_of("plan-mixed-12k.toml", {"plan.load=0"});
  EXPECT_EQ(r.parts.hosts, 12'288);
  EXPECT_EQ(r.parts.access_switches, 384);
  EXPECT_EQ(r.parts.switches, 384 + 96 + 48);
  EXPECT_EQ(r.spine_device, "cisco-8201-32fh");
  EXPECT_EQ(r.rates, (std::vector<BitsPerSecond>{100_Gbps, 400_Gbps}));
  EXPECT_NEAR(r.power.switch_base.v, 384 * 266.7 + 144 * 253.9, 1e-6);
  EXPECT_NEAR(r.power.ports.v, 12'288 * 0.690 + 1'536 * 1.816 + 3 * 1'536 * 2.46, 1e-6);
  EXPECT_NEAR(r.power.transceivers.v, 12'288 * (0.224 + 0.330) + 1'536 * (5.43 - 0.07) + 3 * 1'536 * 9, 1e-6);
  EXPECT_EQ(r.power.nics.v, 0);
  EXPECT_EQ(r.parts.ports_spare, 0);
  EXPECT_EQ(r.bisection->bits_per_second, 12'288 / 2 * 100e9);  // 2 x 768 cables of 400 Gb/s carry as much
  // 64 cables of a pod end on 48 switches, 32 of which get one and 16 two: less than the uplinks could carry.
  EXPECT_NEAR(r.carries.value(), 0.37573, 1e-5);
  const PlanResult even = plan_of("plan-mixed-12k.toml", {"topology.pods=32"});
  EXPECT_NEAR(even.carries.value(), 4 * 400.0 / (32 * 100) * 512 / 511, 1e-9);
}

/// The closed forms of the Clos count what the built network has.
TEST(PlanExample, AMixedClosIsCountedAsItIsBuilt) {
  for (const char* settings : {"topology.local_medium=copper", "topology.local_medium=optical"}) {
    const auto input =
        read_plan(data_file("examples/plan-mixed-12k.toml"),
                  {settings, "topology.pods=4", "plan.optics=optics-400g-dr4", "plan.copper=dac-passive"});
    ASSERT_TRUE(input) << to_text(input.problems());
    FoldedClos clos;
    clos.levels = 3, clos.radix = 32, clos.access_radix = 36, clos.hosts_per_switch = 32, clos.uplinks = 4;
    clos.pod = 16, clos.pods = 4;
    clos.local_medium = std::string_view(settings).ends_with("copper") ? Medium::copper : Medium::optical;
    const PortCount built = ports_of(clos.build(input->cables), true), closed = input->ports();
    for (const PortKind& kind : built.kinds) {
      const auto same = std::find_if(closed.kinds.begin(), closed.kinds.end(),
                                     [&](const PortKind& k) { return k.link == kind.link; });
      ASSERT_NE(same, closed.kinds.end());
      EXPECT_EQ(same->of_switches, kind.of_switches);
      EXPECT_EQ(same->of_spines, kind.of_spines);
      EXPECT_EQ(same->of_hosts, kind.of_hosts);
    }
  }
}

TEST(PlanExample, MixedNetworksThatDoNotFitAreRefused) {
  const auto refusal = [](const char* file, const std::vector<std::string>& settings) {
    const auto input = read_plan(data_file(file), settings);
    return input ? std::string() : to_text(input.problems());
  };
  const char* mixed = "examples/plan-mixed-12k.toml";
  EXPECT_THAT(refusal(mixed, {"topology.uplinks=5", "topology.access_radix=37", "topology.pod=16"}),
              HasSubstr("\"arista-7280cr3k-32d4\" has 32 at 100Gb/s and 4 at 400Gb/s ports"));
  EXPECT_THAT(refusal(mixed, {"plan.spine=wedge-100"}),
              HasSubstr("plan.spine: \"wedge-100\" has no numbers"));
  EXPECT_THAT(refusal("examples/plan-fbfly-32k.toml", {"plan.spine=abts-switch"}),
              HasSubstr("every switch of this network has hosts"));
}

TEST(PlanExample, BenitosDragonfly) {
  const PlanResult r = plan_of("plan-dragonfly-300k.toml");
  EXPECT_EQ(r.parts.hosts, 300'024);
  EXPECT_EQ(r.parts.switches, 16'668);
  EXPECT_EQ(r.power.switch_base.v, 16'668 * 30);
  EXPECT_NEAR(r.power.ports.v, 16'668 * (53 * 0.48 + 19 * 0.6), 1e-3);
  // 72 ports x 40 Gb/s of 84-byte packets, each written to and read from one 64-byte cell.
  EXPECT_NEAR(r.power.buffers.v, 16'668 * 72 * 40e9 / 672 * 9.0041e-9, 1);
  ASSERT_EQ(r.rules.size(), 5u);
  EXPECT_EQ(r.rules[4].organisation, "conditional detours");
  EXPECT_GE(r.rules[4].lowest, r.rules[3].lowest + 18);  // one for each injection port
  EXPECT_EQ(r.rules[0].highest, 300'024);
  EXPECT_EQ(r.rules[2].highest, 462 + 35 + 18);
  EXPECT_LE(r.rules[3].highest, 515);
}

TEST(PlanExample, FabricOf2026) {
  const PlanResult r = plan_of("plan-fabric-2026.toml");
  EXPECT_EQ(r.parts.hosts, 8'192);
  EXPECT_EQ(r.parts.switches, 1'280);
  EXPECT_NEAR(r.power.switch_base.v, 1'280 * 253.9, 1e-6);
  EXPECT_NEAR(r.power.ports.v, 40'960 * 2.46, 1e-6);
  // Optics at both ends of 16,384 cables, passive copper at the switch end of 8,192.
  EXPECT_NEAR(r.power.transceivers.v, 32'768 * 9 + 8'192 * 0.558, 1e-6);
  const double packets = 0.15 * 400e9 / (8 * 1520.0);
  EXPECT_NEAR(r.power.traffic.v, 40'960 * packets * (12'000 * 3.2e-12 + 13.4e-9), 1e-3);
  EXPECT_NEAR(plan_of("plan-fabric-2026.toml", {"plan.optics=optics-linear"}).power.transceivers.v,
              32'768 * 4.5 + 8'192 * 0.558, 1e-6);
}

class PlanFile : public testing::Test {
 protected:
  Problems refused(const std::string& text) {
    const auto input = read_plan(folder_.write("p.toml", text));
    EXPECT_FALSE(input);
    return input ? Problems{} : input.problems();
  }
  TestFolder folder_;
};

TEST_F(PlanFile, NeedsATopology) {
  const Problems problems = refused("[plan]\nload = 0.5\n");
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].where, HasSubstr("[topology]"));
}

TEST_F(PlanFile, ShowsAllItsProblemsAtOnce) {
  const Problems problems = refused(R"([topology]
name = "flattened_buterfly"
[cables]
rate = "fast"
[plan]
switch = "abts-nic"
nic = "no-such"
load = 0.5
colour = "red"
[plam]
)");
  EXPECT_EQ(problems.size(), 6u) << to_text(problems);
}

TEST_F(PlanFile, SaysWhatWouldFitWhenTheSwitchIsTooSmall) {
  const Problems problems = refused("[topology]\nname = \"flattened_butterfly\"\nc = 12\nk = 8\nn = 5\n");
  ASSERT_EQ(problems.size(), 1u) << to_text(problems);
  EXPECT_THAT(problems[0].what, HasSubstr("has 36 ports at 40Gb/s, but the topology needs 40"));
  EXPECT_THAT(problems[0].hint, HasSubstr("topology.c = 8, or topology.k = 7, or topology.n = 4 would fit"));
  EXPECT_THAT(problems[0].hint, HasSubstr("benito-72 (72 ports)"));
}

TEST_F(PlanFile, OffersASwitchWhosePowerNobodyStates) {
  const Problems problems =
      refused("[topology]\nname = \"star\"\n[cables]\nrate = \"1600Gb/s\"\n[plan]\nnic = \"none\"\n");
  ASSERT_EQ(problems.size(), 1u) << to_text(problems);
  EXPECT_THAT(problems[0].hint, HasSubstr("arista-7060xe7-64"));
}

TEST_F(PlanFile, DoesNotRunADeviceAtARateThatItDoesNotKnow) {
  const std::string star = "[topology]\nname = \"star\"\n[cables]\nrate = \"400Gb/s\"\n";
  Problems problems = refused(star);
  ASSERT_EQ(problems.size(), 2u) << to_text(problems);
  EXPECT_EQ(problems[0].what, "\"abts-switch\" has no numbers for copper links at 400Gb/s");
  EXPECT_THAT(problems[0].hint, HasSubstr("it has: any medium up to 40Gb/s."));
  EXPECT_THAT(problems[0].hint, HasSubstr("these do for 400Gb/s here: cisco-8201-32fh"));
  EXPECT_THAT(problems[0].hint, Not(HasSubstr("benito-72")));
  EXPECT_EQ(problems[1].what, "\"abts-nic\" runs at up to 40Gb/s, but the cables have 400Gb/s");
  EXPECT_THAT(problems[1].hint, HasSubstr("these do for 400Gb/s here: nic-400g"));
  problems = refused(
      "[topology]\nname = \"star\"\nhosts = 100\n[cables]\nrate = \"400Gb/s\"\n[plan]\n"
      "switch = \"cisco-8201-32fh\"\nnic = \"nic-400g\"\n");
  ASSERT_EQ(problems.size(), 1u) << to_text(problems);
  EXPECT_THAT(problems[0].hint, Not(HasSubstr("benito-72")));
}

TEST_F(PlanFile, TakesAUsersOwnDeviceBesideIt) {
  folder_.write("mine.toml", R"(
title = "mine"
kind = "switch"
from = "my meter"
ports = { value = 15, source = "measured" }
fastest = { value = "40Gb/s", source = "measured" }
base = { value = "50W", source = "measured" }
[[link]]
port = { value = "1W", source = "measured" }
)");
  const auto input = read_plan(folder_.write("p.toml", R"([topology]
name = "flattened_butterfly"
c = 8
k = 8
n = 2
[plan]
switch = "mine.toml"
)"));
  ASSERT_TRUE(input) << to_text(input.problems());
  EXPECT_EQ(make_plan(*input).power.total().v, 8 * 50 + 8 * 15 * 1 + 64 * 10);
}

TEST_F(PlanFile, NamesTheProblemsOfADeviceFileByItsOwnLines) {
  folder_.write("mine.toml", "title = \"mine\"\nkind = \"switch\"\nfrom = \"x\"\nports = 15\n");
  const Problems problems = refused("[topology]\nname = \"star\"\n[plan]\nswitch = \"mine.toml\"\n");
  ASSERT_EQ(problems.size(), 1u) << to_text(problems);
  EXPECT_THAT(problems[0].where, HasSubstr("mine.toml:4:1: ports"));
}

}  // namespace
}  // namespace ebb::inline experiment
