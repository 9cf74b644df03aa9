#include "fabric/trees/tree_program.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "fabric/inventory/names.hpp"
#include "fabric/openflow/program_walk.hpp"
#include "fabric/openflow/rule_tables.hpp"
#include "fabric/trees/read_trees.hpp"
#include "routing/tables/vlan_tree_paths.hpp"
#include "rules/tables/make_table.hpp"
#include "topology/complete.hpp"
#include "topology/folded_clos.hpp"
#include "topology/grid.hpp"
#include "topology/irregular.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Network complete(std::int64_t switches, std::int64_t links) {
  Complete t;
  t.switches = switches, t.hosts_per_switch = 3, t.links = links;
  return t.build(Cables{});
}

/// The network with its plan, programs and addresses.
struct Loaded {
  Loaded(Network n, const TreesSettings& settings)
      : network(std::move(n)),
        plan(*make_tree_plan(network, settings)),
        addresses(address_plan(*block_routing(network), Organisation::per_switch)),
        programs(tree_programs(network, plan, addresses, {}, 0, first_vlan_of_slot(0))) {
    for (HostId h = 0; h < network.hosts; ++h) macs.push_back(mac_of(addresses.address(h)));
    for (SwitchId s = 0; s < network.switches(); ++s) {
      ports.emplace_back();
      for (std::uint32_t p = 0; p < network.ports_of(s); ++p) ports.back().push_back(p + 1);
    }
  }
  ProgramReport walked() const { return ProgramWalk::of(network, programs, ports, macs)->all_pairs(); }

  Network network;
  TreePlan plan;
  AddressPlan addresses;
  std::vector<SwitchProgram> programs;
  std::vector<std::uint64_t> macs;
  std::vector<std::vector<std::uint32_t>> ports;
};

/// How many copies each host receives of a frame that one host broadcasts.
std::vector<int> broadcast_from(const Loaded& loaded, HostId from) {
  std::vector<RuleTables> tables;
  for (const SwitchProgram& program : loaded.programs)
    tables.push_back(*RuleTables::of(program.rules, program.groups));
  const Network& network = loaded.network;
  std::vector<int> got(network.hosts, 0);
  std::vector<std::pair<PortId, Frame>> in_flight{
      {network.peer[network.host_port(from)], Frame{loaded.macs[from], 0xffff'ffff'ffff, 0x0806, {}}}};
  while (!in_flight.empty() && in_flight.size() < 1000) {
    const auto [at, frame] = in_flight.back();
    in_flight.pop_back();
    const SwitchId here = network.owner[at];
    for (const SentFrame& out : tables[here].process(frame, at - network.first_port[here] + 1).sent) {
      const PortId peer = network.peer[network.first_port[here] + out.port - 1];
      if (!network.is_host_port(peer))
        in_flight.emplace_back(peer, out.frame);
      else
        got[network.host_at(peer)] += out.frame.tags.empty() ? 1 : 1000;
    }
  }
  return got;
}

/// Compares the path of a frame through the rules with the path of a packet in the simulator's routing, port
/// by port.
void expect_same_way(const Loaded& loaded, const std::vector<RuleTables>& tables,
                     const VlanTreePaths& routing, HostId from, HostId to) {
  const Network& network = loaded.network;
  const auto no_queue = [](std::uint16_t) { return std::int64_t{0}; };
  const PortId end = network.peer[network.host_port(to)];
  Route packet{.to = network.owner[end],
               .out = static_cast<std::uint16_t>(end - network.first_port[network.owner[end]])};
  Frame frame{loaded.macs[from], loaded.macs[to], 0x0800, {}};
  PortId at = network.peer[network.host_port(from)];
  for (int hops = 0; !network.is_host_port(at) && hops < 10; ++hops) {
    const SwitchId here = network.owner[at];
    const auto sent = tables[here].process(frame, at - network.first_port[here] + 1).sent;
    const Hop hop = routing.route(here, packet, no_queue, from);
    ASSERT_EQ(sent.size(), 1u);
    ASSERT_EQ(hop.port + 1u, sent[0].port) << from << " to " << to << " at " << here;
    frame = sent[0].frame, at = network.peer[network.first_port[here] + hop.port];
  }
  EXPECT_EQ(at, network.host_port(to));
}

TEST(TreePlan, TheSimulatorsRoutingTakesTheWaysOfTheRules) {
  Irregular random;
  random.switches = 12, random.degree = 3, random.hosts_per_switch = 2;
  for (const Network& network : {complete(6, 5), complete(4, 2), random.build({})})
    for (const PathRule rule : {PathRule::up_down, PathRule::shortest}) {
      TreesSettings settings;
      settings.paths = rule;
      const Loaded loaded(network, settings);
      std::vector<RuleTables> tables;
      for (const SwitchProgram& program : loaded.programs)
        tables.push_back(*RuleTables::of(program.rules, program.groups));
      VlanTreePaths routing;
      routing.paths = rule;
      ASSERT_THAT(routing.check(network), IsEmpty());
      routing.prepare(network);
      for (HostId from = 0; from < network.hosts; ++from)
        for (HostId to = 0; to < network.hosts; ++to)
          if (from != to) expect_same_way(loaded, tables, routing, from, to);
    }
}

TEST(TreePlan, ProgramsDeliverBetweenAllHostsWithoutACircle) {
  FoldedClos clos;
  clos.radix = 4, clos.levels = 3;
  Irregular random;
  random.switches = 12, random.degree = 3, random.hosts_per_switch = 2;
  for (const Network& network : {complete(6, 5), complete(4, 1), clos.build({}), random.build({})}) {
    const ProgramReport report = Loaded(network, {}).walked();
    EXPECT_EQ(report.delivered, report.pairs) << to_text(report.problems);
    EXPECT_THAT(report.cycle, IsEmpty());
  }
}

TEST(TreePlan, ABroadcastComesByEveryOtherHostOnce) {
  const Loaded loaded(complete(4, 3), {});
  for (HostId from = 0; from < loaded.network.hosts; from += 4) {
    std::vector<int> got = broadcast_from(loaded, from);
    EXPECT_EQ(got[from], 0);
    got[from] = 1;
    EXPECT_THAT(got, Each(1));
  }
}

TEST(TreePlan, LinksThatAreOffCarryNothing) {
  TreesSettings settings;
  settings.off = {"s0-s1:2", "s2-s1"};
  const Loaded loaded(complete(4, 3), settings);
  const ProgramReport report = loaded.walked();
  EXPECT_EQ(report.delivered, report.pairs);
  EXPECT_EQ(report.longest_path, 3u);
  for (const FlowRule& rule : loaded.programs[1].rules) {
    // s1 has three hosts, then three links to each of s0, s2, s3.
    EXPECT_THAT(rule.actions, testing::Not(testing::MatchesRegex(".*output:([56789])(,.*|$)")));
    EXPECT_THAT(rule.match, testing::Not(testing::MatchesRegex("in_port=[56789],.*")));
  }
}

TEST(TreePlan, LinksShareTheSourcesOfASwitch) {
  const Loaded loaded(complete(2, 3), {});
  const auto walk = ProgramWalk::of(loaded.network, loaded.programs, loaded.ports, loaded.macs);
  std::vector<int> used(loaded.network.switch_ports(), 0);
  for (HostId from = 0; from < 3; ++from) ++used[walk->follow(from, 4, 0x0800).visits[0].out];
  EXPECT_EQ(used[3] * used[4] * used[5], 1);
}

/// In the tree of another switch, a frame has arrived at its last switch. A switch forwards only in its own
/// tree, to nine others. Rules for all paths of all trees would be ninety.
TEST(TreePlan, ASwitchHasRulesForThePathsThroughItOnly) {
  const Loaded loaded(complete(10, 1), {});
  const ProgramReport report = loaded.walked();
  EXPECT_EQ(report.delivered, report.pairs);
  for (const SwitchProgram& program : loaded.programs)
    EXPECT_EQ(std::count_if(program.rules.begin(), program.rules.end(),
                            [](const FlowRule& rule) { return rule.priority == RulePriority::forwarding; }),
              9)
        << program.name;
}

TEST(TreePlan, ExplainsWhatIsWrongWithLinksOff) {
  const Network network = complete(3, 2);
  TreesSettings settings;
  settings.off = {"s0-s1:3", "s0-s9", "tomorrow"};
  const auto plan = make_tree_plan(network, settings);
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.problems().size(), 3u);
  EXPECT_THAT(to_text(plan.problems()),
              HasSubstr("switches off more links than are on: \"s0-s1:3\", but 2 are on"));
  settings.off = {"s0-s1", "s0-s2"};
  EXPECT_THAT(to_text(make_tree_plan(network, settings).problems()), HasSubstr("there is none"));
}

TEST(TreePlan, RefusesTooManyVlansBeforeItSearchesForFewer) {
  TreesSettings settings;
  settings.most_vlans = 3;  // eight stars have 28 trunks; a VLAN holds seven
  EXPECT_THAT(to_text(make_tree_plan(complete(8, 1), settings).problems()),
              HasSubstr("8 trees need at least 4 VLANs, but a switch holds 3"));
}

TEST(TreePlan, RefusesWhatNoMemoryHolds) {
  Mesh grid;
  grid.sizes = {120, 100};
  EXPECT_THAT(to_text(make_tree_plan(grid.build(Cables{}), TreesSettings{}).problems()),
              HasSubstr("12000 switches"));
}

TEST(TreePlan, NamesTheCircleOfShortestPathsRoundARing) {
  Network network = complete(5, 1);
  TreesSettings settings;
  settings.paths = PathRule::shortest;
  settings.off = {"s0-s2", "s0-s3", "s1-s3", "s1-s4", "s2-s4"};
  EXPECT_EQ(make_tree_plan(network, settings)->cycle.size(), 5u);
  settings.paths = PathRule::up_down;
  EXPECT_THAT(make_tree_plan(network, settings)->cycle, IsEmpty());
}

}  // namespace
}  // namespace ebb::inline fabric
