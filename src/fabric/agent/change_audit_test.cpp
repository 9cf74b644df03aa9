#include "fabric/agent/change_audit.hpp"

#include <gmock/gmock.h>

#include "fabric/agent/agent_parts_testing.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

/// All tables are loaded; every switch should hold ten rules.
struct ChangeBench : AgentParts {
  explicit ChangeBench(AgentSettings settings = parts_settings()) : AgentParts(half_and_full(), settings) {
    routes.expected = 10;
    load();
  }
  void run_at(Picoseconds now) {
    poll_at(now);
    audit.run([&](PortId port) { return cable(port).off_by_us; });
  }
};

/// Rules are counted every 0.75 s, a quarter of the patience.
TEST(ChangeAudit, FindsARuleThatIsMissingAndReportsItsRepair) {
  ChangeBench p;
  p.run_at(500_ms);
  EXPECT_EQ(p.switches[1].rule_requests, 1);
  p.run_at(1000_ms);
  EXPECT_EQ(p.switches[1].rule_requests, 1);
  p.switches[1].rules = 9;
  p.run_at(1500_ms);
  EXPECT_EQ(p.audit.damage(1), "it holds 9 of its 10 rules");
  EXPECT_EQ(p.audit.found().rules, 1u);
  EXPECT_THAT(p.log.lines,
              ElementsAre("s1: it holds 9 of its 10 rules, changed by somebody else; it is brought to the "
                          "right state"));
  EXPECT_TRUE(p.tables.is_due());
  p.context.now = 3000_ms;
  ASSERT_TRUE(p.tables.load(p.cables.alive()));
  p.audit.end_damage();
  EXPECT_EQ(p.audit.damage(1), "");
  EXPECT_EQ(p.audit.repairs(), 1u);
  EXPECT_EQ(p.log.lines.back(), "s1 holds its rules again, 1.5 s after it was seen that it did not");
}

TEST(ChangeAudit, ACountDuringAChangeOfTablesMeansNothing) {
  ChangeBench p;
  p.run_at(500_ms);
  p.tables.mark_outdated();
  p.switches[1].rules = 3;
  p.run_at(1000_ms);
  p.load();
  p.run_at(1500_ms);
  EXPECT_EQ(p.audit.found().rules, 0u);
}

/// Each switch once in 9 s: one every 3 s.
TEST(ChangeAudit, ReadsTheRulesOfOneSwitchAfterTheOther) {
  ChangeBench p;
  for (Picoseconds now = 500_ms; now <= 9500_ms; now = now + 500_ms) {
    p.run_at(now);
    if (!p.routes.audited.empty()) p.routes.audit = {p.routes.audited.back(), ""};
  }
  EXPECT_THAT(p.routes.audited, ElementsAre(0, 1, 2, 0));
  p.routes.audit = {2, "1 of its 10 rules are missing or changed"};
  p.run_at(10'000_ms);
  EXPECT_EQ(p.audit.damage(2), "1 of its 10 rules are missing or changed");
}

TEST(ChangeAudit, APortThatOthersSwitchOffStaysOffAndIsReportedOnce) {
  ChangeBench p;
  p.run_at(500_ms);
  p.port(cable_01).enabled = false;
  p.cable(cable_12).off_by_us = true, p.port(cable_12).enabled = false;
  for (const Picoseconds now : {1000_ms, 1500_ms}) p.run_at(now);
  EXPECT_EQ(p.audit.found().ports, 1u) << "the other one is the agent's";
  ASSERT_EQ(p.audit.port_findings().size(), 1u);
  EXPECT_EQ(p.audit.port_findings()[0].port, cable_01);
  EXPECT_THAT(p.switches[0].enables, IsEmpty());
  p.port(cable_01).enabled = true;
  p.run_at(2000_ms);
  EXPECT_THAT(p.audit.port_findings(), IsEmpty());
  EXPECT_THAT(p.log.lines,
              ElementsAre("s0:1 is switched off, but not by the agent: it stays so ([agent] restore_ports "
                          "would switch it on)",
                          "s0:1 is switched on again"));
}

/// Tries again after the patience, 3 s.
TEST(ChangeAudit, SwitchesPortsOnWhereThatIsTheSetting) {
  AgentSettings settings = parts_settings();
  settings.restore_ports = true;
  ChangeBench p(settings);
  for (Picoseconds now = 500_ms; now <= 4000_ms; now = now + 500_ms) {
    p.port(0).enabled = false;  // somebody insists
    p.run_at(now);
  }
  EXPECT_THAT(p.switches[0].enables, ElementsAre(Pair(0, true), Pair(0, true)));
}

TEST(ChangeAudit, ARateThatOthersChangeIsSetAgain) {
  ChangeBench p;
  p.run_at(500_ms);
  p.rates.apply_all(false), p.rates.end_step();
  p.switches[0].rates.clear();
  p.switches[0].changed = {{1, "has 10Mbit instead of 100Mb/s"}};
  p.run_at(2000_ms);
  EXPECT_EQ(p.audit.found().rates, 1u);
  EXPECT_EQ(p.log.lines.back(),
            "s0:1 has 10Mbit instead of 100Mb/s: somebody else has changed it; it is set again");
  p.rates.apply_all(false);
  EXPECT_THAT(p.switches[0].rates, ElementsAre(Pair(1, 100'000'000)));
}

TEST(ChangeAudit, ALinkThatBecomesSlowerIsAFindingUntilItIsFastAgain) {
  ChangeBench p;
  const auto run = [&](Picoseconds now, std::int64_t speed) {
    p.port(cable_02).speed = {speed};
    p.run_at(now);
  };
  run(500_ms, 10'000'000'000);
  EXPECT_THAT(p.audit.port_findings(), IsEmpty());
  run(1000_ms, 1'000'000'000);
  ASSERT_EQ(p.audit.port_findings().size(), 1u);
  EXPECT_EQ(p.audit.port_findings()[0].what, "has a link speed of 1Gb/s, and had 10Gb/s");
  run(1500_ms, 10'000'000'000);
  EXPECT_THAT(p.audit.port_findings(), IsEmpty());
  EXPECT_EQ(p.audit.found().rates, 2u);
}

}  // namespace
}  // namespace ebb::inline fabric
