#include "fabric/snmp/vlan_table.hpp"

#include <gmock/gmock.h>

#include "fabric/snmp/fake_bridge_testing.hpp"
#include "fabric/snmp/vlan_steps.hpp"

namespace ebb::inline fabric {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Ports 1 and 2 of a plan: a host with PVID 5 in VLANs 5 and 6, and a switch with VLAN 6.
const std::vector<VlanPort> two_ports{{true, 5, {}, {5, 6}}, {false, 0, {6}, {}}};

std::vector<std::string> texts(const std::vector<VlanStep>& steps) {
  std::vector<std::string> all;
  for (const VlanStep& step : steps) all.push_back(step.what);
  return all;
}

VlanTable table_of_new_switch() {
  return {{{1, {"default", {1, 2, 3, 9}, {1, 2, 3, 9}}}}, {{1, 1}, {2, 1}, {3, 1}, {9, 1}}};
}

TEST(WantedVlans, AreThoseOfThePlanAndItsPortsLeaveAllOthers) {
  const auto wanted = wanted_vlans(table_of_new_switch(), two_ports, {9, 2}, "s0");
  ASSERT_TRUE(wanted.ok());
  const VlanTable expected{
      {{1, {"default", {1, 3}, {1, 3}}}, {5, {"ebb-5", {9}, {9}}}, {6, {"ebb-6", {2, 9}, {9}}}},
      {{1, 1}, {2, 1}, {3, 1}, {9, 5}}};
  EXPECT_EQ(*wanted, expected);
}

TEST(WantedVlans, LeaveTheVlansOfOthersAndRefuseTheirNumbers) {
  VlanTable now = table_of_new_switch();
  now.vlans[7] = {"office", {3}, {3}};
  now.vlans[8] = {"ebb-8", {1}, {}};  // of an earlier plan
  now.pvid[2] = 8;
  const auto wanted = wanted_vlans(now, two_ports, {9, 2}, "s0");
  ASSERT_TRUE(wanted.ok());
  EXPECT_TRUE(wanted->vlans.contains(7));
  EXPECT_FALSE(wanted->vlans.contains(8));
  EXPECT_EQ(wanted->pvid.at(2), 1) << "its VLAN goes";
  now.vlans[6] = {"office", {3}, {3}};
  EXPECT_THAT(to_text(wanted_vlans(now, two_ports, {9, 2}, "s0").problems()),
              HasSubstr("s0: has a VLAN 6 already: \"office\""));
}

TEST(VlanSteps, CreateBeforeHostsMoveAndLetHostsLeaveLast) {
  const VlanTable now = table_of_new_switch();
  const auto wanted = wanted_vlans(now, two_ports, {9, 2}, "s0");
  EXPECT_THAT(texts(vlan_steps(now, *wanted, {2}, 2)),
              ElementsAre("change VLAN 1: ports 1 3 9, untagged 1 3 9", "create VLAN 5: ports 9, untagged 9",
                          "create VLAN 6: ports 2 9, untagged 9", "switch STP off at port 2",
                          "set the PVID of port 9 to 5", "change VLAN 1: ports 1 3, untagged 1 3"));
  EXPECT_THAT(texts(vlan_steps(*wanted, *wanted, {}, 2)), ElementsAre());
}

TEST(VlanSteps, WriteARowInOneRequest) {
  const auto steps = vlan_steps({{}, {{1, 1}}}, {{{5, {"ebb-5", {1, 9}, {9}}}}, {{1, 1}}}, {}, 2);
  ASSERT_EQ(steps.size(), 1u);
  ASSERT_EQ(steps[0].requests.size(), 1u);
  const auto& request = steps[0].requests[0];
  ASSERT_EQ(request.size(), 4u);
  EXPECT_EQ(request[0].name, (SnmpName{1, 3, 6, 1, 2, 1, 17, 7, 1, 4, 3, 1, 1, 5}));
  EXPECT_EQ(request[0].value.text, "ebb-5");
  EXPECT_EQ(request[1].value.text, "\x80\x80");
  EXPECT_EQ(request[2].value.text, std::string("\0\x80", 2));
  EXPECT_EQ(request[3].value.number, bridge_mib::create_and_go);
  EXPECT_EQ(steps[0].undo[0][0].value.number, bridge_mib::destroy);
}

TEST(VlanSteps, ChangeATreeByShrinkingItBeforeItGrows) {
  const VlanTable now{{{5, {"ebb-5", {1, 2}, {1}}}}, {{1, 5}}},
      wanted{{{5, {"ebb-5", {1, 3}, {1}}}}, {{1, 5}}};
  EXPECT_THAT(texts(vlan_steps(now, wanted, {}, 1)),
              ElementsAre("change VLAN 5: ports 1, untagged 1", "change VLAN 5: ports 1 3, untagged 1"));
}

TEST(VlanSteps, MakeAnUnfinishedRowAnew) {
  const VlanTable now{{{5, {"", {}, {}, false}}}, {{1, 1}}}, wanted{{{5, {"ebb-5", {1}, {1}}}}, {{1, 1}}};
  EXPECT_THAT(texts(vlan_steps(now, wanted, {}, 1)),
              ElementsAre("remove the unfinished VLAN 5", "create VLAN 5: ports 1, untagged 1"));
}

TEST(BridgeTables, AreReadAsTheSwitchReportsThem) {
  FakeBridge bridge(9, true);
  bridge.add_vlan(7, {"office", {3, 9}, {3}});
  const auto tables = read_bridge_tables(bridge, "s0");
  ASSERT_TRUE(tables.ok()) << to_text(tables.problems());
  EXPECT_EQ(tables->vlans.vlans.at(7), (StaticVlan{"office", {3, 9}, {3}}));
  EXPECT_EQ(tables->port_of.at("p3"), 3u);
  EXPECT_EQ(tables->port_of.at("103"), 3u);
  EXPECT_EQ(tables->list_octets, 2u);
  EXPECT_THAT(to_text(find_bridge_ports(*tables, {"p1", "p10"}, "s0").problems()),
              HasSubstr("s0: has no bridge port with interface \"p10\""));
}

TEST(BridgeTables, RefuseStpOnPortsBetweenSwitches) {
  FakeBridge bridge(3, true);
  const auto tables = read_bridge_tables(bridge, "s0");
  const Problems problems = check_stp(*tables, two_ports, {"p1", "p3"}, "s0");
  ASSERT_EQ(problems.size(), 1u) << "the host's port may have it";
  EXPECT_THAT(to_text(problems),
              HasSubstr("s0: has STP on at port 3 (\"p3\"), which leads to another switch"));
  FakeBridge off(3, false);
  EXPECT_TRUE(check_stp(*read_bridge_tables(off, "s0"), two_ports, {"p1", "p3"}, "s0").empty());
}

}  // namespace
}  // namespace ebb::inline fabric
