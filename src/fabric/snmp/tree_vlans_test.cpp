// VLANs over parallel links, and the walk that proves them.
#include "fabric/snmp/tree_vlans.hpp"

#include <gmock/gmock.h>

#include "fabric/agent/ports/usual_ports.hpp"
#include "fabric/snmp/tree_routes.hpp"
#include "fabric/snmp/vlan_program.hpp"
#include "fabric/snmp/vlan_walk.hpp"
#include "topology/complete.hpp"

namespace ebb::inline fabric {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

Network complete_of(std::int64_t switches, std::int64_t hosts, std::int64_t links) {
  Complete all;
  all.switches = switches, all.hosts_per_switch = hosts, all.links = links;
  return all.build(Cables{});
}

TreePlan plan_of(const Network& network) {
  const auto plan = make_tree_plan(network, all_tree_paths(network, PathRule::shortest));
  EXPECT_TRUE(plan.ok());
  return *plan;
}

TEST(TreeVlans, AreKoibuchisOverSingleLinks) {
  const Network network = complete_of(4, 3, 1);
  const TreePlan plan = plan_of(network);
  EXPECT_EQ(tree_copies(network, plan), 1u);
  for (SwitchId s = 0; s < 4; ++s)
    EXPECT_EQ(tree_vlan_ports(network, plan, s, 2), vlan_ports(network, plan.trunks, plan.vlans, s, 2));
}

/// Six switches with five links each, as in the paper: 30 VLANs, each of them a tree, use all 75 links.
TEST(TreeVlans, UseEveryParallelLinkWithoutALoop) {
  const Network network = complete_of(6, 5, 5);
  const TreePlan plan = plan_of(network);
  EXPECT_EQ(tree_copies(network, plan), 5u);
  const auto ports = usual_ports(network);
  const auto programs = tree_vlan_programs(network, plan, ports, 7, 1);
  const VlanWalkReport walked = walk_vlans(network, programs, ports);
  EXPECT_THAT(walked.problems, IsEmpty());
  EXPECT_EQ(walked.pairs, 30u * 29u);
  EXPECT_EQ(walked.delivered, walked.pairs);
  EXPECT_EQ(walked.longest_path, 2u);
  std::vector<VlanTable> tables;
  std::size_t tagged = 0;
  for (SwitchId s = 0; s < 6; ++s) {
    tables.push_back(*vlans_of_program(programs[s]));
    EXPECT_EQ(tables.back().vlans.size(), 30u);
    for (const VlanPort& port : tree_vlan_ports(network, plan, s, 902)) tagged += !port.tagged.empty();
  }
  EXPECT_EQ(tagged, 2u * 75u);
  EXPECT_THAT(looped_vlans(network, tables, ports), IsEmpty());
  EXPECT_THAT(check_tree_copies(network, plan, 60), IsEmpty());
  EXPECT_THAT(to_text(check_tree_copies(network, plan, 59)), HasSubstr("30 are needed"));
}

TEST(TreeVlans, HaveNoMoreCopiesThanHostsToUseThem) {
  const Network network = complete_of(3, 2, 4);
  EXPECT_EQ(tree_copies(network, plan_of(network)), 2u);
}

TEST(VlanWalk, FindsHostsThatAreCutOffAndLoops) {
  const Network network = complete_of(3, 1, 1);
  const auto ports = usual_ports(network);
  auto programs = tree_vlan_programs(network, plan_of(network), ports, 1, 0);
  std::vector<bool> on(network.switch_ports(), true);
  on[1] = on[network.peer[1]] = false;  // s0 to s1
  EXPECT_THAT(to_text(walk_vlans(network, programs, ports, on).problems),
              HasSubstr("h0: its frames do not reach h1"));
  // One VLAN on all ports of all switches.
  for (SwitchProgram& program : programs)
    for (FlowRule& rule : program.rules)
      if (rule.match == "dl_vlan=2") rule.actions = "output:2,output:3,pop_vlan,output:1";
  EXPECT_THAT(to_text(walk_vlans(network, programs, ports).problems), HasSubstr("twice: it is no tree"));
  std::vector<VlanTable> tables;
  for (const SwitchProgram& program : programs) tables.push_back(*vlans_of_program(program));
  EXPECT_THAT(to_text(looped_vlans(network, tables, ports)), HasSubstr("VLAN 2: closes a loop"));
}

TEST(VlanProgram, IsReadBackAsItWasWritten) {
  const Network network = complete_of(3, 2, 2);
  const auto ports = usual_ports(network);
  const auto program = tree_vlan_programs(network, plan_of(network), ports, 3, 2)[1];
  const VlanTable others{{{1, {"default", {1, 2}, {1, 2}}}, {9, {"office", {7}, {}}}},
                         {{1, 1}, {2, 1}, {7, 9}}};
  std::vector<SwitchChange> add, remove;
  for (const FlowRule& rule : program.rules) {
    add.push_back({SwitchChange::Kind::add_rule, rule, {}, 0});
    remove.push_back({SwitchChange::Kind::remove_rule, rule, {}, 0});
  }
  const auto after = vlans_after(others, add, "s1");
  ASSERT_TRUE(after.ok());
  SwitchProgram read{"s1", {}, {}};
  for (const InstalledRule& held : state_of_vlans(*after).rules) read.rules.push_back(held.rule);
  EXPECT_EQ(read, program);
  EXPECT_EQ(*vlans_after(*after, remove, "s1"), others);
}

TEST(VlanProgram, TouchesNoVlanOfOthersAndRefusesOtherRules) {
  const VlanTable others{{{9, {"office", {7}, {}}}}, {{7, 9}}};
  const auto added = [&](FlowRule rule) {
    return to_text(
        vlans_after(others, {{SwitchChange::Kind::add_rule, std::move(rule), {}, 0}}, "s1").problems());
  };
  EXPECT_THAT(added({16, 1000, 0, "dl_vlan=9", "output:1"}), HasSubstr("cannot hold this rule"));
  EXPECT_THAT(added({16, 1000, 0, "dl_vlan=8,dl_dst=02:00:00:00:00:01", "output:1"}),
              HasSubstr("s1: cannot"));
  EXPECT_THAT(added({16, 1000, 0, "dl_vlan=8", "group:1"}), HasSubstr("journal of these switches"));
}

TEST(TreeRoutes, AvoidCablesThatAreOffAndConnectWhatWasPromised) {
  const Network network = complete_of(4, 2, 2);
  const auto ports = usual_ports(network);
  const TreesSettings settings;
  const TreeRoutes routes(network, settings, ports);
  CableSet some(network);
  for (PortId p = 0; p < network.switch_ports(); ++p)
    if (joins_switches(network, p) && network.owner[p] == 0 && network.owner[network.peer[p]] != 3)
      some.set(network, p, false);
  EXPECT_THAT(routes.prove(some, CableSet(network)), IsEmpty());
  CableSet none = some;
  for (PortId p = network.first_port[0]; p < network.first_port[1]; ++p)
    if (joins_switches(network, p)) none.set(network, p, false);
  EXPECT_THAT(to_text(routes.prove(none, CableSet(network))), HasSubstr("do not reach"));
  EXPECT_THAT(routes.prove(none, none), IsEmpty());  // the others reach each other
  const auto pairs = routes.ports_of_pairs(some);
  EXPECT_EQ(pairs[0 * network.hosts + 2].size(), 2u);  // h0 to s1 by s3
  EXPECT_EQ(pairs[0 * network.hosts + 1].size(), 0u);
}

}  // namespace
}  // namespace ebb::inline fabric
