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
  void ask(const std::vector<std::string>&, const std::string& line) override { run({line}); }
  ToolResult answer() override { return next; }
  void print(const std::string& text, int exit_code = 0) {
    next = {};
    next.exit_code = exit_code, next.output = text;
  }

  std::vector<std::string> lines;
  ToolResult next;
};

struct FrrRouterTest : testing::Test {
  ScriptedShell shell;
  FrrRouter router{"leaf0", shell, RoutingProtocol::ospf, {"vtysh", "-N", "lab-leaf0"}};
  FrrRouter bgp{"leaf1", shell, RoutingProtocol::bgp};

  /// A reading with one port.
  static RouterReading with_port(std::uint32_t cost, const std::string& policy = "") {
    RouterReading reading;
    reading.as = 65001;
    reading.ports["s0"] = {true, "10.87.0.1", cost, policy};
    return reading;
  }
};

TEST_F(FrrRouterTest, Drains) {
  shell.print("");
  EXPECT_TRUE(router.drain(true).empty());
  EXPECT_TRUE(router.drain(false).empty());
  EXPECT_TRUE(bgp.drain(true).empty());
  const std::string ospf = "vtysh -N lab-leaf0 -c configure terminal -c router ospf -c ";
  EXPECT_EQ(shell.lines[0], ospf + "max-metric router-lsa administrative");
  EXPECT_EQ(shell.lines[1], ospf + "no max-metric router-lsa administrative");
  EXPECT_EQ(shell.lines[2], "vtysh -c configure terminal -c router bgp -c bgp graceful-shutdown");
}

TEST_F(FrrRouterTest, PortGetsTheCostBackThatItHad) {
  const std::string port = "vtysh -N lab-leaf0 -c configure terminal -c interface s0 -c ip ospf cost ";
  shell.print("");
  EXPECT_TRUE(router.set_cost("s0", PortCost::raised, with_port(25)).empty());
  EXPECT_EQ(shell.lines.back(), port + "26");
  EXPECT_TRUE(router.set_cost("s0", PortCost::drained, with_port(26)).empty());
  EXPECT_EQ(shell.lines.back(), port + "60025");
  EXPECT_TRUE(router.set_cost("s0", PortCost::usual, with_port(60025)).empty());
  EXPECT_EQ(shell.lines.back(), port + "25");
}

TEST_F(FrrRouterTest, PortThatAnEarlierAgentDrainedGetsItsCostBack) {
  shell.print("");
  EXPECT_TRUE(router.set_cost("s0", PortCost::usual, with_port(60025)).empty());
  EXPECT_TRUE(shell.lines.back().ends_with("ip ospf cost 25")) << shell.lines.back();
}

TEST_F(FrrRouterTest, CostThatLeavesNoRoomForADrainIsRefused) {
  EXPECT_EQ(router.set_cost("s0", PortCost::raised, with_port(6000)).size(), 1);
  EXPECT_TRUE(shell.lines.empty());
}

TEST_F(FrrRouterTest, LinkIsDrainedByALongerAsPath) {
  shell.print("");
  const std::string enter = " -c router bgp -c address-family ipv4 unicast -c ";
  EXPECT_TRUE(bgp.set_cost("s0", PortCost::raised, with_port(1)).empty());
  EXPECT_EQ(
      shell.lines.back(),
      "vtysh -c configure terminal -c route-map EBB-RAISED permit 10 -c set as-path prepend 65001 -c exit" +
          enter + "neighbor 10.87.0.1 route-map EBB-RAISED out");
  EXPECT_TRUE(bgp.set_cost("s0", PortCost::usual, with_port(31, "EBB-DRAINED")).empty());
  EXPECT_EQ(shell.lines.back(),
            "vtysh -c configure terminal" + enter + "no neighbor 10.87.0.1 route-map EBB-DRAINED out");
  EXPECT_TRUE(bgp.set_cost("s0", PortCost::usual, with_port(1)).empty());
  EXPECT_EQ(shell.lines.size(), 2) << "it has its usual cost already";
  const Problems refused = bgp.set_cost("s0", PortCost::drained, with_port(1, "CUSTOMERS"));
  ASSERT_EQ(refused.size(), 1);
  EXPECT_NE(refused[0].what.find("CUSTOMERS"), std::string::npos) << "an operator's policy is not replaced";
}

TEST_F(FrrRouterTest, PortWithoutTheProtocolIsRefused) {
  ASSERT_EQ(router.set_cost("eth9", PortCost::drained, with_port(10)).size(), 1);
  EXPECT_TRUE(shell.lines.empty());
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
  const auto routes = router.zebra_routes();
  ASSERT_FALSE(routes);
  EXPECT_EQ(routes.problems()[0].what,
            "`vtysh -N lab-leaf0 -c show ip route json` failed: ospfd is not running");
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

TEST(RouterShell, AsksAProgramThatStays) {
  CommandShell shell({"sh", "-c"}, std::chrono::milliseconds(500));
  const std::vector<std::string> program = {"echo $$ >&2; while read line; do echo $$ $line; done"};
  shell.ask(program, "one");
  const std::string first = shell.answer().output;
  EXPECT_TRUE(first.ends_with(" one")) << first;
  shell.ask(program, "two");
  EXPECT_EQ(shell.answer().output, first.substr(0, first.size() - 3) + "two") << "the same process";
  EXPECT_FALSE(shell.answer().ok()) << "nothing was asked";
}

TEST(RouterShell, StartsAProgramAgainThatEndedOrHangs) {
  CommandShell shell({"sh", "-c"}, std::chrono::milliseconds(200));
  const std::vector<std::string> program = {
      "read line; if [ $line = hang ]; then sleep 9; fi; if [ $line = fail ]; then echo bad >&2; exit 3; fi; "
      "echo $line"};
  shell.ask(program, "fail");
  EXPECT_EQ(shell.answer().errors, "bad\n");
  shell.ask(program, "hang");
  EXPECT_TRUE(shell.answer().late);
  for (const char* line : {"a", "b"}) {  // it ends after each
    shell.ask(program, line);
    const ToolResult result = shell.answer();
    if (result.ok()) {
      EXPECT_EQ(result.output, line);
    } else {
      shell.ask(program, line);
      EXPECT_EQ(shell.answer().output, line);
    }
  }
  shell.ask(program, "dropped");
  shell.ask(program, "asked");
  EXPECT_EQ(shell.answer().output, "asked");
}

}  // namespace
}  // namespace ebb::inline fabric
