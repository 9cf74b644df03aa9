// Others change switches without the agent: it detects, logs and repairs the changes.
#include <gmock/gmock.h>

#include "fabric/agent/agent_bench_testing.hpp"
#include "fabric/agent/ports/port_shaper.hpp"
#include "power/policy/halve_double.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;

/// Idle ports, and another party with access to the switches.
struct AuditBench {
  explicit AuditBench(AgentSettings settings = quick_settings())
      : bench(small_butterfly(), levels_without_off(), policy, settings) {
    bench.run(5);
  }
  /// As `ovs-ofctl del-flows` does: port counters and the connection are not affected.
  void delete_rules(SwitchId s) {
    bench.fake.switches[s]->restart();
    bench.fake.lost[s] = true;
  }
  void apply(SwitchId s, const SwitchChange& change) {
    ASSERT_TRUE(bench.fake.switches[s]->apply({change}).empty());
  }
  FlowRule rule_in_slot(SwitchId s) const {
    for (const InstalledRule& held : bench.fake.switches[s]->state().rules)
      if (held.rule.table != 0) return held.rule;
    return {};
  }
  void expect_all_pairs() {
    bench.fake.excused = 0;
    bench.walk_all();
    bench.expect_nothing_lost();
  }
  std::ptrdiff_t said(std::string_view what) const {
    return std::count_if(bench.log.said.begin(), bench.log.said.end(),
                         [&](const std::string& line) { return line.find(what) != line.npos; });
  }

  HalveDouble policy;
  AgentBench bench;
};

TEST(AgentAudit, LostRulesAreBackWithinThePatience) {
  AuditBench b;
  b.delete_rules(1);
  b.bench.run(3);  // the patience of these settings
  EXPECT_EQ(b.said("s1: it holds 0 of its "), 1);
  EXPECT_EQ(b.said("s1 holds its rules again"), 1);
  EXPECT_EQ(b.bench.agent->found().rules, 1u);
  EXPECT_EQ(b.bench.agent->repairs(), 1u);
  EXPECT_THAT(b.bench.agent->damage(1), IsEmpty());
  b.expect_all_pairs();
}

TEST(AgentAudit, RulesThatAllSwitchesLostAreBackWithinThePatience) {
  AuditBench b;
  for (SwitchId s = 0; s < 4; ++s) b.delete_rules(s);
  b.bench.run(3);
  EXPECT_EQ(b.bench.agent->repairs(), 4u);
  b.expect_all_pairs();
}

TEST(AgentAudit, OneRuleOfManyIsMissed) {
  AuditBench b;
  b.apply(2, {SwitchChange::Kind::remove_rule, b.rule_in_slot(2), {}, 0});
  b.bench.run(3);
  EXPECT_EQ(b.said("s2: it holds "), 1);
  b.expect_all_pairs();
}

TEST(AgentAudit, AChangedRuleIsFoundWhenAllRulesAreRead) {
  AuditBench b;
  FlowRule rule = b.rule_in_slot(2);
  rule.actions = "drop";
  b.apply(2, {SwitchChange::Kind::add_rule, rule, {}, 0});
  b.bench.run(9);  // `audit` is 8 s
  EXPECT_EQ(b.said("s2: 1 of its "), 1);
  EXPECT_EQ(b.bench.agent->repairs(), 1u);
  b.expect_all_pairs();
}

TEST(AgentAudit, WhatCannotBeMendedStaysAComplaint) {
  AuditBench b;
  b.apply(0, {SwitchChange::Kind::add_rule, {0, 63000, 0, "", "drop"}, {}, 0});
  b.bench.run(9);
  EXPECT_THAT(b.bench.agent->damage(0), HasSubstr("a foreign rule that would match frames of ebb's rules"));
  EXPECT_FALSE(b.bench.agent->table_trouble().empty());
  EXPECT_EQ(b.bench.agent->found().rules, 1u);
  b.apply(0, {SwitchChange::Kind::remove_rule, {0, 63000, 0, "", "drop"}, {}, 0});
  b.bench.run(10);
  EXPECT_THAT(b.bench.agent->damage(0), IsEmpty());
  EXPECT_TRUE(b.bench.agent->table_trouble().empty());
}

TEST(AgentAudit, ProbesOfACheckAreNoDamage) {
  AuditBench b;
  const FlowRule probe{0, probe_priority, cookie_mark | 0xffff'ffff, "in_port=1,dl_type=0x88b6", "drop"};
  b.apply(1, {SwitchChange::Kind::add_rule, probe, {}, 60});
  b.bench.run(12);
  EXPECT_EQ(b.bench.agent->found().rules, 0u) << ::testing::PrintToString(b.bench.log.said);
}

TEST(AgentAudit, ChangesOfTheAgentItselfAreNoDamage) {
  Coin policy;
  AgentBench bench(small_butterfly(), levels_with_off(), policy);
  bench.each_second = [&] { bench.send_at_random(20); };
  bench.run(120);
  EXPECT_GT(bench.ports.downs, 10u);
  bench.restart(1);  // nor is a restart, which is logged as one
  bench.run(20);
  EXPECT_EQ(bench.agent->found().rules, 0u);
  EXPECT_EQ(bench.agent->found().ports, 0u);
  EXPECT_EQ(bench.agent->found().rates, 0u);
}

TEST(AgentAudit, APortThatOthersSwitchedOffIsReportedAndLeftAlone) {
  AuditBench b;
  const PortId host = b.bench.network().peer[b.bench.network().host_port(0)], cable = b.bench.cables()[0];
  for (const PortId p : {host, cable}) b.bench.ports.enabled[p] = false, b.bench.ports.update(p);
  b.bench.run(10);
  EXPECT_EQ(b.said("is switched off, but not by the agent: it stays so"), 2);
  EXPECT_EQ(b.bench.agent->port_findings().size(), 2u);
  EXPECT_EQ(b.bench.agent->found().ports, 2u);
  EXPECT_EQ(b.bench.ports.ups, 0u) << "whoever switched it off may have a reason";
  for (const PortId p : {host, cable}) b.bench.ports.enabled[p] = true, b.bench.ports.update(p);
  b.bench.run(1);
  EXPECT_TRUE(b.bench.agent->port_findings().empty());
  EXPECT_EQ(b.said("is switched on again"), 2);
}

TEST(AgentAudit, APortThatOthersSwitchedOffIsSwitchedOnWhereThatIsTheSetting) {
  AgentSettings settings = quick_settings();
  settings.restore_ports = true;
  AuditBench b(settings);
  const PortId cable = b.bench.cables()[0];
  b.bench.ports.enabled[cable] = false, b.bench.ports.update(cable);
  b.bench.run(3);
  EXPECT_TRUE(b.bench.ports.enabled[cable]);
  EXPECT_EQ(b.said("it is switched on again"), 1);
  EXPECT_TRUE(b.bench.agent->port_findings().empty());
  b.bench.run(10);
  b.expect_all_pairs();
}

TEST(AgentAudit, ACableThatIsOffAndThatOthersSwitchOnGoesOffAgain) {
  const DynamicTopology policy = quick_topology();
  AgentBench bench(small_butterfly(), levels_on_off(), policy);
  bench.run(30);
  const auto off = std::find_if(bench.agent->cables().begin(), bench.agent->cables().end(),
                                [](const CableState& c) { return c.phase == CablePhase::off; });
  ASSERT_NE(off, bench.agent->cables().end());
  bench.ports.enabled[off->port] = true, bench.ports.update(off->port);
  bench.run(3);
  EXPECT_FALSE(bench.ports.enabled[off->port]);
  EXPECT_EQ(bench.agent->found().ports, 1u);
  EXPECT_THAT(bench.log.said, Contains(HasSubstr("was switched on by somebody else")));
}

TEST(AgentAudit, ARateThatOthersChangedIsSetAgain) {
  AuditBench b;
  const PortId cable = b.bench.cables()[0];
  ASSERT_EQ(b.bench.ports.rate[cable], b.bench.levels()[0]);
  b.bench.ports.rate[cable] = {1'000};
  b.bench.run(3);
  EXPECT_EQ(b.bench.ports.rate[cable], b.bench.levels()[0]);
  EXPECT_EQ(b.bench.agent->found().rates, 1u);
  EXPECT_EQ(b.said("s0:2 has another rate: somebody else has changed it; it is set again"), 1);
}

TEST(AgentAudit, ALinkThatBecameSlowerIsReported) {
  AuditBench b;
  const PortId cable = b.bench.cables()[0];
  b.bench.ports.speed[cable] = {10'000'000'000};
  b.bench.run(1);
  EXPECT_TRUE(b.bench.agent->port_findings().empty());
  b.bench.ports.speed[cable] = {1'000'000'000};
  b.bench.run(3);
  ASSERT_EQ(b.bench.agent->port_findings().size(), 1u);
  EXPECT_EQ(b.bench.agent->port_findings()[0].what, "has a link speed of 1Gb/s, and had 10Gb/s");
  EXPECT_EQ(b.said("the link of s0:2 has a speed of 1Gb/s"), 1);
  b.bench.ports.speed[cable] = {10'000'000'000};
  b.bench.run(1);
  EXPECT_TRUE(b.bench.agent->port_findings().empty());
}

TEST(PortShaper, KnowsWhichRatesOthersHaveChanged) {
  const BitsPerSecond slow{12'500'000};
  const std::string shown =
      "qdisc noqueue 0: dev lo root refcnt 2\n"
      "qdisc tbf 8001: dev s0p0 root refcnt 3 rate 12500Kbit burst 16000b lat 44.9ms\n"
      "qdisc tbf 8002: dev s0p1 root refcnt 3 rate 1Mbit burst 16000b lat 44.9ms\n"
      "qdisc noqueue 0: dev s0p2 root refcnt 2\n"
      "qdisc htb 1: dev s0p3 root refcnt 3 r2q 10 default 0x1\nqdisc tbf 8003: dev s0p3 parent 1:1 rate "
      "1Mbit\n";
  const auto changed = changed_rates(
      shown, {{"s0p0", slow}, {"s0p1", slow}, {"s0p2", slow}, {"s0p3", slow}, {"taken-away", slow}});
  EXPECT_THAT(changed,
              ElementsAre(Pair("s0p1", "has a rate of 1Mbit instead of 12.5Mb/s"),
                          Pair("s0p2", "has lost its token bucket of 12.5Mb/s: its qdisc is noqueue"),
                          Pair("s0p3", "has lost its token bucket of 12.5Mb/s: its qdisc is htb")));
}

}  // namespace
}  // namespace ebb::inline fabric
