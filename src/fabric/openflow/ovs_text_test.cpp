// The output of Open vSwitch 3.1, and our messages for its errors.
#include "fabric/openflow/ovs_text.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/folder_testing.hpp"
#include "fabric/openflow/ovs_driver.hpp"
#include "fabric/openflow/ovs_problem.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST(OvsText, ReadsRulesBackAsTheyWereWritten) {
  const auto held = parse_flow_line(
      " cookie=0xebb0000000000003, duration=3.516s, table=16, n_packets=7, n_bytes=340, idle_age=2, "
      "priority=8,dl_vlan=3760,dl_dst=01:00:00:00:00:00/01:00:00:00:00:00 "
      "actions=output:2,pop_vlan,output:1");
  ASSERT_TRUE(held.has_value());
  EXPECT_EQ(held->rule,
            (FlowRule{16, 8, 0xebb0000000000003, "dl_vlan=3760,dl_dst=01:00:00:00:00:00/01:00:00:00:00:00",
                      "output:2,pop_vlan,output:1"}));
  EXPECT_EQ(held->packets, 7u);
  EXPECT_FALSE(parse_flow_line("OFPST_FLOW reply (OF1.4) (xid=0x2):").has_value());
}

TEST(OvsText, KnowsWhatOpenVSwitchLeavesOut) {
  const auto held =
      parse_flow_line(" cookie=0x0, duration=1s, table=0, n_packets=0, n_bytes=0, actions=NORMAL");
  ASSERT_TRUE(held.has_value());
  EXPECT_EQ(held->rule, (FlowRule{0, 32768, 0, "", "NORMAL"}));
}

TEST(OvsText, ReadsGroups) {
  const auto group = parse_group_line(
      " group_id=3942645761,type=select,bucket=bucket_id:0,weight:1,actions=output:2,bucket=bucket_id:1,"
      "weight:1,"
      "actions=output:3");
  ASSERT_TRUE(group.has_value());
  EXPECT_EQ(parse_group_line(" group_id=3958374401,type=ff,bucket=watch_port:3,actions=output:3"),
            (FlowGroup{3958374401, "fast_failover", {"watch_port:3,actions=output:3"}}));
  EXPECT_EQ(*group,
            (FlowGroup{3942645761, "select", {"weight:1,actions=output:2", "weight:1,actions=output:3"}}));
}

TEST(OvsText, ReadsPortsWithTheirStateAndCounters) {
  const auto ports = parse_ports(
      "OFPST_PORT_DESC reply (OF1.4) (xid=0x2):\n 1(ra0): addr:b2:f6:9b:38:53:2f\n     config:     0\n"
      "     state:      LIVE\n 2(ab): addr:46:d2:06:13:7e:07\n     config:     0\n     state:      "
      "LINK_DOWN\n",
      "OFPST_PORT reply (OF1.4) (xid=0x2): 2 ports\n  port  1: rx pkts=6, bytes=516, drop=0\n"
      "           tx pkts=5, bytes=516, drop=0\n  port  2: rx pkts=3, bytes=1\n           tx pkts=11, "
      "bytes=924\n");
  ASSERT_THAT(ports, SizeIs(2));
  EXPECT_EQ(ports[0].name, "ra0");
  EXPECT_TRUE(ports[0].up);
  EXPECT_EQ(ports[0].sent, 5u);
  EXPECT_FALSE(ports[1].up);
  EXPECT_EQ(ports[1].received, 3u);
  EXPECT_EQ(ports[1].sent, 11u);
}

TEST(OvsDriver, WritesBundlesThatRemoveOnlyRulesOfOurs) {
  const FlowRule rule{16, 7, 0xebb0000000000002, "dl_vlan=3760", "drop"};
  EXPECT_EQ(
      bundle_text(
          {{SwitchChange::Kind::add_rule, rule, {}, 0}, {SwitchChange::Kind::remove_rule, rule, {}, 0}}),
      "flow add cookie=0xebb0000000000002,table=16,priority=7,dl_vlan=3760,actions=drop\n"
      "flow delete_strict cookie=0xebb0000000000002/0xffffffff7fffffff,table=16,priority=7,dl_vlan=3760\n");
  EXPECT_THAT(probe_text({0x020000000001, 0x020000000002, 1, false}), SizeIs(120));
}

std::string said(const std::string& errors, bool* connection = nullptr) {
  ToolResult result;
  result.exit_code = 1, result.errors = errors;
  const OvsFailure failure = explain_ovs(result, {"s1", "br1", "unix:/x", "unix:/db", {}}, "unix:/x");
  if (connection) *connection = failure.connection;
  return to_text({failure.problem});
}

/// A replacement for ovs-ofctl: it logs its arguments, and holds no rules.
TEST(OvsDriver, AsksForGroupsOnlyWhereThereMayBeSome) {
  const TestFolder folder;
  const std::string log = (folder.path / "asked").string();
  const std::string tool =
      folder.write("ovs-ofctl", "#!/bin/sh\necho \"$*\" >> " + log + "\ncat > /dev/null\n");
  std::filesystem::permissions(tool, std::filesystem::perms::owner_all);
  const std::string before = std::getenv("PATH");
  setenv("PATH", (folder.path.string() + ":" + before).c_str(), 1);
  const auto asked = [&](const char* word) {
    std::ifstream in(log);
    int count = 0;
    for (std::string line; std::getline(in, line);) count += line.find(word) != std::string::npos;
    return count;
  };
  OvsDriver driver({.name = "s0", .bridge = "s0", .openflow = "unix:x", .ovsdb = "unix:y", .ports = {}}, {});
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(driver.read());
  EXPECT_EQ(asked("dump-flows"), 3);
  EXPECT_EQ(asked("dump-groups"), 1);
  SwitchChange group;
  group.kind = SwitchChange::Kind::add_group;
  EXPECT_TRUE(driver.apply({group}).empty());
  EXPECT_TRUE(driver.read());
  EXPECT_EQ(asked("dump-groups"), 2) << "now there may be one";
  EXPECT_TRUE(driver.rules());
  EXPECT_EQ(asked("dump-groups"), 2) << "counters need none";
  setenv("PATH", before.c_str(), 1);
}

TEST(OvsProblem, SaysWhatToDo) {
  bool connection = false;
  EXPECT_THAT(said("ovs-ofctl: connecting to unix:/x (No such file or directory)\n", &connection),
              HasSubstr("s1: nothing answers at unix:/x"));
  EXPECT_TRUE(connection);
  EXPECT_THAT(said("vconn|WARN|unix:/x: version negotiation failed (we support version 0x05, peer supports "
                   "version 0x01)\n",
                   &connection),
              HasSubstr("protocols=OpenFlow13,OpenFlow14"));
  EXPECT_FALSE(connection);
  EXPECT_THAT(said("ovs-ofctl: connecting to unix:/x (Permission denied)\n"), HasSubstr("no permission"));
  EXPECT_THAT(said("Error OFPFMFC_TABLE_FULL for: OFPT_FLOW_MOD (OF1.4): ADD table:17\n", &connection),
              HasSubstr("table is full"));
  EXPECT_FALSE(connection);
  EXPECT_THAT(said("Error OFPBAC_BAD_OUT_GROUP for: OFPT_FLOW_MOD\n"), HasSubstr("refused the whole change"));
}

}  // namespace
}  // namespace ebb::inline fabric
