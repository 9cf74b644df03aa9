#include "fabric/routed/frr_router.hpp"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "fabric/routed/frr_ports.hpp"
#include "fabric/routed/frr_recorded_testing.hpp"

namespace ebb::inline fabric {
namespace {

/// Records commands, and prints what the test sets.
struct ScriptedShell final : RouterShell {
  ToolResult run(const std::vector<std::string>& words) override {
    lines.push_back(fmt::format("{}", fmt::join(words, " ")));
    return next;
  }
  void start(const std::vector<std::string>& words) override { run(words); }
  ToolResult finish() override { return next; }
  void print(const std::string& text, int exit_code = 0) {
    next = {};
    next.exit_code = exit_code, next.output = text;
  }

  std::vector<std::string> lines;
  ToolResult next;
};

struct FrrRouterTest : testing::Test {
  ScriptedShell shell;
  FrrRouter router{"leaf0", shell, "lab-leaf0"};
};

TEST_F(FrrRouterTest, DrainsByMaxMetric) {
  shell.print("");
  EXPECT_TRUE(router.drain(true).empty());
  EXPECT_TRUE(router.drain(false).empty());
  EXPECT_EQ(
      shell.lines[0],
      "vtysh -N lab-leaf0 -c configure terminal -c router ospf -c max-metric router-lsa administrative");
  EXPECT_EQ(
      shell.lines[1],
      "vtysh -N lab-leaf0 -c configure terminal -c router ospf -c no max-metric router-lsa administrative");
}

TEST_F(FrrRouterTest, PortGetsTheCostBackThatItHad) {
  const std::string port = "vtysh -N lab-leaf0 -c configure terminal -c interface s0 -c ";
  shell.print(R"({"interfaces":{"s0":{"cost":25}}})");  // printed for changes, too; it starts with no '%'
  EXPECT_TRUE(router.set_cost("s0", PortCost::raised).empty());
  EXPECT_EQ(shell.lines.back(), port + "ip ospf cost 26");
  shell.print(R"({"interfaces":{"s0":{"cost":26}}})");
  EXPECT_TRUE(router.set_cost("s0", PortCost::largest).empty());
  EXPECT_EQ(shell.lines.back(), port + "ip ospf cost 65535");
  EXPECT_TRUE(router.set_cost("s0", PortCost::usual).empty());
  EXPECT_EQ(shell.lines.back(), port + "ip ospf cost 25");
}

TEST_F(FrrRouterTest, PortThatAnotherPartyDrainedGetsTheCostOfItsSpeed) {
  shell.print(R"({"interfaces":{"s0":{"cost":65535}}})");
  EXPECT_TRUE(router.set_cost("s0", PortCost::raised).empty());
  EXPECT_EQ(shell.lines.size(), 1);  // read, not changed
  EXPECT_TRUE(router.set_cost("s0", PortCost::usual).empty());
  EXPECT_EQ(shell.lines.back(),
            "vtysh -N lab-leaf0 -c configure terminal -c interface s0 -c no ip ospf cost");
}

TEST_F(FrrRouterTest, PortWithoutOspfIsRefused) {
  shell.print(R"({"interfaces":{}})");
  ASSERT_EQ(router.set_cost("eth9", PortCost::largest).size(), 1);
  EXPECT_EQ(shell.lines.size(), 1);  // nothing was changed
}

TEST_F(FrrRouterTest, RefusedChangeIsAProblemWhateverTheExitStatus) {
  for (const int status : {0, 1}) {
    shell.print("% Unknown command: max-metric router-lsa administrative\n", status);
    const Problems problems = router.drain(true);
    ASSERT_EQ(problems.size(), 1);
    EXPECT_NE(problems[0].what.find("% Unknown command"), std::string::npos) << problems[0].what;
  }
}

TEST_F(FrrRouterTest, DaemonThatDoesNotRun) {
  shell.next.exit_code = 1, shell.next.errors = "ospfd is not running\n";
  const auto neighbours = router.neighbours();
  ASSERT_FALSE(neighbours);
  EXPECT_EQ(neighbours.problems()[0].what,
            "`vtysh -N lab-leaf0 -c show ip ospf neighbor json` failed: ospfd is not running");
}

TEST_F(FrrRouterTest, CountsAnswersOfPings) {
  shell.print(
      "PING 10.87.1.0 (10.87.1.0) from 10.87.0.0 s0: 56(84) bytes of data.\n\n--- 10.87.1.0 ping statistics"
      " ---\n3 packets transmitted, 2 received, 33% packet loss, time 47ms\n",
      1);
  EXPECT_EQ(*router.ping("s0", "10.87.1.0", 3), 2);
  EXPECT_EQ(shell.lines[0], "ping -n -q -c 3 -i 0.02 -W 1 -I s0 10.87.1.0");
  for (const char* text : {"", " received", "x received", "3 packets"})
    EXPECT_FALSE(parse_ping("r", text)) << text;
}

TEST_F(FrrRouterTest, PortsForTheAgent) {
  FrrPorts ports(router, {"s1", "s0"});
  shell.print(links_up);
  ports.request_readings();
  const auto readings = ports.readings();
  ASSERT_TRUE(readings);
  EXPECT_EQ(readings->at(1).sent_frames, 42);
  EXPECT_EQ(readings->at(1).received_bytes, 3798);
  EXPECT_TRUE(readings->at(0).up);
  EXPECT_EQ(ports.set_rate(0, 1_Gbps).size(), 1);
  shell.print("");
  EXPECT_TRUE(ports.enable(0, false).empty());
  EXPECT_EQ(shell.lines.back(), "ip link set s1 down");
  FrrPorts wrong(router, {"s7"});
  shell.print(links_up);
  wrong.request_readings();
  EXPECT_EQ(wrong.readings().problems().at(0).what, "has no port s7");
}

TEST(RouterShell, QuotesForARemoteShell) {
  const std::vector<std::string> words = {"vtysh", "-c", "router ospf", "it's"};
  EXPECT_EQ(prefixed({"ip", "netns", "exec", "r"}, words),
            (std::vector<std::string>{"ip", "netns", "exec", "r", "vtysh", "-c", "router ospf", "it's"}));
  EXPECT_EQ(
      prefixed({"/usr/bin/ssh", "r"}, words),
      (std::vector<std::string>{"/usr/bin/ssh", "r", "'vtysh'", "'-c'", "'router ospf'", "'it'\\''s'"}));
}

TEST(RouterShell, FinishesWhatItStarts) {
  CommandShell shell({});
  shell.start({"echo", "one"});
  shell.start({"echo", "two"});  // the first is dropped
  EXPECT_EQ(shell.finish().output, "two\n");
  EXPECT_FALSE(shell.finish().ok());
  EXPECT_EQ(shell.run({"false"}).exit_code, 1);
}

}  // namespace
}  // namespace ebb::inline fabric
