// The program of a switch agrees with the tables it is made from, in one canonical spelling.
#include "fabric/openflow/program.hpp"

#include <gmock/gmock.h>

#include "fabric/agent/ports/usual_ports.hpp"
#include "fabric/openflow/broadcast_tree.hpp"
#include "fabric/openflow/openflow.hpp"
#include "fabric/openflow/program_walk.hpp"
#include "fabric/openflow/rule_tables.hpp"
#include "fabric/openflow/version_slot.hpp"
#include "fabric/rules_settings.hpp"
#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/star.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::Contains;
using ::testing::Not;

Network small_butterfly() {
  FlattenedButterfly butterfly;
  butterfly.k = 2, butterfly.n = 3, butterfly.c = 2;
  return butterfly.build({});
}

SwitchProgram program(const Network& network, SwitchId s, Organisation organisation,
                      const ProgramOptions& options = {}) {
  return program_of(network, *block_routing(network), s, organisation, options);
}

std::vector<std::string> lines(const SwitchProgram& program) {
  std::vector<std::string> all;
  for (const FlowRule& rule : program.rules) all.push_back(flow_text(rule));
  return all;
}

TEST(Program, HasTheTablesRulesInTheWordsOfOvsOfctl) {
  const Network network = small_butterfly();
  EXPECT_THAT(lines(program(network, 0, Organisation::flat)),
              Contains("cookie=0xebb0000000000001,table=0,priority=1000,"
                       "dl_dst=02:00:00:00:00:01 actions=output:2"));
  EXPECT_THAT(lines(program(network, 0, Organisation::per_switch)),
              Contains("cookie=0xebb0000000000001,table=0,priority=1000,"
                       "dl_dst=02:00:00:00:00:02/ff:ff:ff:ff:ff:fe actions=output:3"));
}

TEST(Program, HasOneRulePerEntryOfTheTable) {
  const Network network = small_butterfly();
  const auto routing = block_routing(network);
  for (const Organisation o :
       {Organisation::flat, Organisation::per_switch, Organisation::per_group, Organisation::compacted})
    for (SwitchId s = 0; s < network.switches(); ++s) {
      ProgramOptions bare;
      bare.dmp = bare.broadcast = false;
      EXPECT_EQ(program(network, s, o, bare).rules.size(), make_table(*routing, s, o).rules.size() + 1);
    }
}

TEST(Program, AnswersEachHostOfItsOwnAndDropsOtherAnswers) {
  const auto rules = lines(program(small_butterfly(), 1, Organisation::compacted));
  EXPECT_THAT(rules, Contains("cookie=0xebb0000000000001,table=0,priority=61001,in_port=2,dl_type=0x88b5 "
                              "actions=set_field:02:00:00:00:00:03->eth_src,IN_PORT"));
  EXPECT_THAT(rules,
              Contains("cookie=0xebb0000000000001,table=0,priority=61000,dl_type=0x88b5 actions=drop"));
}

TEST(Program, CarriesItsVersionAndTheInventorysPortNumbers) {
  const Network network = small_butterfly();
  ProgramOptions options;
  options.version = 7;
  options.ports.assign(network.switches(), {11, 12, 13, 14});
  const auto rules = lines(program(network, 0, Organisation::flat, options));
  EXPECT_THAT(rules, Contains("cookie=0xebb0000000000007,table=0,priority=1000,"
                              "dl_dst=02:00:00:00:00:01 actions=output:12"));
  EXPECT_THAT(rules, Not(Contains(::testing::HasSubstr("output:2,"))));
  EXPECT_TRUE(is_ours(cookie_of(7)));
  EXPECT_EQ(version_of(cookie_of(7)), 7u);
  EXPECT_FALSE(is_ours(0)) << "rules without a cookie are somebody else's";
}

TEST(Program, TakesAnAlternativeWhileThePortBeforeItIsDown) {
  const Network network = small_butterfly();  // ports: hosts 1 and 2, then a neighbour in each dimension
  const SwitchProgram made =
      program_of(network, *block_routing(network), 0, TableChoice(Conditions{Adaptivity::minimal, 1}));
  ASSERT_EQ(made.groups.size(), 1u);
  EXPECT_EQ(group_text(made.groups[0]),
            "group_id=3958374401,type=fast_failover,bucket=watch_port:4,actions=output:4,"
            "bucket=watch_port:3,actions=output:3");
  EXPECT_THAT(
      lines(made),
      Contains(::testing::HasSubstr("dl_dst=02:00:00:00:00:06/ff:ff:ff:ff:ff:fe actions=group:3958374401")))
      << "both coordinates differ";
  const auto tables = RuleTables::of(made.rules, made.groups);
  ASSERT_TRUE(tables.ok());
  const auto fate = tables->process({0x020000000000, 0x020000000006, 0x0800, {}}, 1);
  ASSERT_EQ(fate.sent.size(), 1u);
  EXPECT_EQ(fate.sent[0].port, 4u) << "all ports are up: the default";
}

Network small_dragonfly() {
  Dragonfly dragonfly;
  dragonfly.p = 1, dragonfly.a = 2, dragonfly.h = 1;
  return dragonfly.build({});
}

ProgramMaker with_classes(const Network& network, const BlockRouting& routing, const TableChoice& tables) {
  ProgramOptions options;
  options.classes = true, options.table = slot_table(0);
  return {network, routing, tables, options};
}

/// Group 0 is switches 0 and 1; ports: 1 to the host, 2 to the neighbour, 3 to another group.
TEST(Program, CarriesTheClassOfServiceInTheTag) {
  const Network network = small_dragonfly();
  const auto routing = block_routing(network);
  const auto rules =
      lines(complete_program(network, with_classes(network, *routing, Organisation::per_switch), 0));
  EXPECT_THAT(rules, Contains("cookie=0xebb0000000000001,table=0,priority=62001,in_port=1 "
                              "actions=push_vlan:0x8100,set_field:7856->vlan_vid,set_field:7->vlan_pcp,"
                              "goto_table:16"));
  // Within the group a frame keeps its class; the first switch gives it class 0.
  EXPECT_THAT(rules, Contains(::testing::ContainsRegex("dl_vlan=3760,dl_vlan_pcp=7,dl_dst=02:00:00:00:00:01 "
                                                       "actions=set_field:0->vlan_pcp,output:2")));
  EXPECT_THAT(rules, Contains(::testing::ContainsRegex("dl_vlan=3760,dl_vlan_pcp=1,dl_dst=02:00:00:00:00:01 "
                                                       "actions=output:2")));
  // The cable to another group sets class 1, whatever the frame came with.
  EXPECT_THAT(rules, Contains(::testing::ContainsRegex(
                         "dl_vlan=3760,dl_dst=[0-9a-f:/]+ actions=set_field:1->vlan_pcp,output:3")));
}

/// The class in which a frame leaves each switch is what the table's changes make of it, and no host sees it.
TEST(Program, ChangesClassesAsTheSimulatorDoes) {
  FlattenedButterfly butterfly;
  butterfly.k = 3, butterfly.n = 3, butterfly.c = 1;
  const std::pair<Network, TableChoice> cases[] = {
      {small_dragonfly(), TableChoice(Organisation::compacted)},
      {small_dragonfly(), TableChoice(Conditions{Adaptivity::non_minimal, 1})},
      {butterfly.build({}), TableChoice(Conditions{Adaptivity::minimal, 1})}};
  for (const auto& [network, choice] : cases) {
    const auto routing = block_routing(network);
    const ProgramMaker maker = with_classes(network, *routing, choice);
    const auto programs = complete_programs(network, maker);
    std::vector<std::uint64_t> macs;
    for (HostId h = 0; h < network.hosts; ++h) macs.push_back(mac_of(maker.plan().address(h)));
    const auto ports = usual_ports(network);
    const auto walk = ProgramWalk::of(network, programs, ports, macs);
    ASSERT_TRUE(walk.ok()) << to_text(walk.problems());
    const Adaptivity kind = choice.conditions ? choice.conditions->kind : Adaptivity::none;
    std::uint8_t highest = 0;
    for (HostId from = 0; from < network.hosts; ++from)
      for (HostId to = 0; to < network.hosts; ++to) {
        if (from == to) continue;
        const auto way = walk->follow(from, to, 0x0800);
        ASSERT_TRUE(way.delivered) << way.failure;
        ServiceClass service = from_host;
        for (const auto& visit : way.visits) {
          if (network.is_host_port(network.peer[visit.out])) break;
          service =
              routing->class_change(visit.at, visit.out - network.first_port[visit.at], kind).after(service);
          EXPECT_EQ(visit.service, service);
          highest = std::max(highest, visit.service);
        }
      }
    EXPECT_EQ(highest, 1) << "two classes are used";
    EXPECT_TRUE(walk->all_pairs().cycle.empty());
  }
}

TEST(Program, GivesSourcesAtTheFirstSwitchAndDestinationsAtTheLast) {
  FlattenedButterfly butterfly;
  butterfly.k = 2, butterfly.n = 2, butterfly.c = 1;
  const Network network = butterfly.build({});
  const auto routing = block_routing(network);
  ProgramOptions options;
  options.dmp = false, options.table = slot_table(0);
  options.own_addresses = {0x525400000001, 0x525400000002};
  const auto rules =
      lines(complete_program(network, ProgramMaker(network, *routing, Organisation::flat, options), 0));
  EXPECT_THAT(rules, Contains("cookie=0xebb0000000000001,table=0,priority=62001,in_port=1 "
                              "actions=push_vlan:0x8100,set_field:7856->vlan_vid,"
                              "set_field:02:00:00:00:00:00->eth_src,goto_table:16"));
  EXPECT_THAT(rules, Contains("cookie=0xebb0000000000001,table=16,priority=1000,dl_vlan=3760,"
                              "dl_dst=02:00:00:00:00:00 "
                              "actions=set_field:52:54:00:00:00:01->eth_dst,pop_vlan,output:1"));
  EXPECT_THAT(rules, Contains("cookie=0xebb0000000000001,table=16,priority=1000,dl_vlan=3760,"
                              "dl_dst=02:00:00:00:00:01 actions=output:2"))
      << "on the way between switches nothing is rewritten";
}

TEST(RulesSettings, FindTheOtherWaysThatATopologyHas) {
  const Network butterfly = small_butterfly();
  RulesSettings settings;
  settings.organisation = TableKind::conditional;
  const auto tables = table_choice(settings, *block_routing(butterfly));
  ASSERT_TRUE(tables.ok());
  EXPECT_EQ(tables->conditions->kind, Adaptivity::non_minimal);
  const Network graph = Star{}.build({});
  const auto none = table_choice(settings, *block_routing(graph));
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.problems()[0].where, "organisation");
  for (const Trigger trigger : {Trigger::always, Trigger::controller}) {
    settings.trigger = trigger;
    ASSERT_EQ(settings.check().size(), 1u);
    EXPECT_EQ(settings.check()[0].where, "trigger");
  }
}

TEST(Program, WithoutBroadcastDropsFramesToMany) {
  ProgramOptions options;
  options.broadcast = false;
  for (const std::string& line : lines(program(small_butterfly(), 0, Organisation::flat, options)))
    EXPECT_EQ(line.find("dl_dst=01:"), std::string::npos) << line;
}

TEST(BroadcastTree, ReachesEverySwitchOnce) {
  Dragonfly dragonfly;
  dragonfly.p = 1, dragonfly.a = 4, dragonfly.h = 1;
  for (const Network& network : {small_butterfly(), dragonfly.build({})}) {
    const auto tree = broadcast_tree(network);
    std::uint32_t between_switches = 0, to_hosts = 0;
    for (PortId p = 0; p < network.switch_ports(); ++p) {
      if (!tree[p]) continue;
      const bool to_host = network.is_host_port(network.peer[p]);
      to_host ? ++to_hosts : ++between_switches;
      EXPECT_TRUE(to_host || tree[network.peer[p]]) << "both ends of a cable agree";
    }
    EXPECT_EQ(to_hosts, network.hosts);
    EXPECT_EQ(between_switches, 2 * (network.switches() - 1)) << "a tree has one cable less than switches";
  }
}

TEST(OpenFlow, WritesGroupsAsOvsOfctlReadsThem) {
  const FlowGroup group{3, "select", {"weight:1,actions=output:3", "weight:1,actions=output:4"}};
  EXPECT_EQ(group_text(group),
            "group_id=3,type=select,bucket=weight:1,actions=output:3,bucket=weight:1,actions=output:4");
}

}  // namespace
}  // namespace ebb::inline fabric
