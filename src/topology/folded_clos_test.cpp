#include "topology/folded_clos.hpp"

#include <gtest/gtest.h>

#include "network/distance.hpp"

namespace ebb::inline topology {
namespace {

FoldedClos benito() {
  FoldedClos t;
  t.levels = 4, t.radix = 72, t.pods = 234;  // 6.5 groups of 36 pods
  return t;
}

TEST(FoldedClos, HasTheCountsOfBenitosFourStageNetwork) {
  ASSERT_TRUE(benito().check().empty());
  const Facts f = benito().facts();
  EXPECT_EQ(f.switches, 29'484);
  EXPECT_EQ(f.hosts, 303'264);
  EXPECT_EQ(f.ports_least, 72);
  EXPECT_EQ(f.ports_most, 72);
  EXPECT_EQ(f.bisection_cables, 303'264 / 2);
  const FoldedClosShape s = benito().shape();
  EXPECT_EQ(s.levels[1].per_block, 36u);    // a pod: 36 + 36 switches
  EXPECT_EQ(s.levels[2].per_block, 1296u);  // stage-3 switches of a group
}

TEST(FoldedClos, BuildsBenitosFourStageNetwork) {
  const Network net = benito().build(Cables{});
  EXPECT_EQ(net.switches(), 29'484u);
  EXPECT_EQ(net.hosts, 303'264u);
  EXPECT_EQ(net.switch_ports(), 29'484u * 72);
  EXPECT_TRUE(is_connected(net));
}

TEST(FoldedClos, FourPortThreeLevelNetworkIsTheFatTreeOfTheTextbook) {
  FoldedClos t;
  t.levels = 3, t.radix = 4;
  const Facts f = t.facts();
  EXPECT_EQ(f.hosts, 16);
  EXPECT_EQ(f.switches, 20);
  EXPECT_EQ(f.access_switches, 8);
  EXPECT_EQ(f.diameter, 4);
  EXPECT_EQ(f.bisection_cables, 8);
  const Network net = t.build(Cables{});
  // Access switch 0 has hosts 0 and 1, then the two upper switches of its pod, 8 and 9.
  EXPECT_EQ(net.owner[net.peer[net.first_port[0] + 2]], 8u);
  EXPECT_EQ(net.owner[net.peer[net.first_port[0] + 3]], 9u);
  // The first core switch (16) has one cable to the first upper switch of each pod.
  for (std::uint32_t pod = 0; pod < 4; ++pod)
    EXPECT_EQ(net.owner[net.peer[net.first_port[16] + pod]], 8 + 2 * pod);
}

TEST(FoldedClos, AccessSwitchesMayHaveMorePortsThanSpines) {
  FoldedClos t;
  t.levels = 2, t.radix = 4, t.access_radix = 20, t.hosts_per_switch = 16, t.uplinks = 4, t.pod = 4;
  ASSERT_TRUE(t.check().empty()) << to_text(t.check());
  const Facts f = t.facts();
  EXPECT_EQ(f.hosts, 64);
  EXPECT_EQ(f.switches, 4 + 4);
  EXPECT_EQ(f.ports_most, 20);
  Cables cables;
  cables.host_rate = 10_Gbps, cables.host_medium = Medium::optical;
  const Network net = t.build(cables);
  EXPECT_EQ(net.link(net.host_port(0)).rate, 10_Gbps);
  EXPECT_EQ(net.link(net.host_port(0)).medium, Medium::optical);
  EXPECT_EQ(net.link(net.first_port[4]).rate, 40_Gbps);
  EXPECT_TRUE(net.has_hosts(3));
  EXPECT_FALSE(net.has_hosts(4));
  EXPECT_EQ(facts_with(t, cables).cables_of(Medium::copper), 0);
  t.uplinks = 5;
  EXPECT_FALSE(t.check().empty());
}

TEST(FoldedClos, OversubscriptionThinsEveryLevelAboveTheHosts) {
  FoldedClos t;
  t.levels = 2, t.radix = 36, t.hosts_per_switch = 24;  // 2:1
  const Facts f = t.facts();
  EXPECT_EQ(f.hosts, 36 * 24);
  EXPECT_EQ(f.switches, 36 + 12);
  EXPECT_EQ(f.cables_of(Medium::optical), 36 * 12);
  EXPECT_EQ(f.bisection_cables, 18 * 12);
}

TEST(FoldedClos, HalfTheSwitchPortsOfFourLevelsAreTheLinksOfAbtsTableOne) {
  FoldedClos t;
  t.levels = 4, t.radix = 32, t.pods = 128, t.local_medium = Medium::copper;
  const Facts f = t.facts();
  ASSERT_EQ(f.hosts, 32'768);
  const std::int64_t electrical_ports = f.hosts + 2 * (f.cables_of(Medium::copper) - f.hosts);
  EXPECT_EQ(electrical_ports / 2, 49'152);
  EXPECT_EQ(f.cables_of(Medium::optical), 65'536);
}

/// Goes up by any port and down towards the destination, at every switch through every allowed port.
void expect_delivery(const FoldedClosShape& s, const Network& net, SwitchId at, SwitchId to, int hops_left) {
  const ClosPlace place = clos_place(s, at);
  EXPECT_EQ(clos_switch(s, place), at);
  if (at == to) return;
  ASSERT_GT(hops_left, 0);
  const bool down = clos_is_below(s, place, to);
  const PortRange ports = down ? clos_ports_towards(s, place, to) : clos_up_ports(s, place);
  ASSERT_GT(ports.count, 0u) << "at " << at << " to " << to;
  for (std::uint32_t p = ports.first; p < ports.first + ports.count; ++p)
    expect_delivery(s, net, net.owner[net.peer[net.first_port[at] + p]], to, hops_left - 1);
}

TEST(FoldedClos, EveryWayUpLeadsDownToEveryDestination) {
  FoldedClos uneven;
  uneven.levels = 4, uneven.radix = 6, uneven.pods = 8, uneven.hosts_per_switch = 4;
  FoldedClos odd;
  odd.levels = 3, odd.radix = 6, odd.pods = 5;
  for (const FoldedClos& t : {uneven, odd}) {
    ASSERT_TRUE(t.check().empty()) << to_text(t.check());
    const Network net = t.build(Cables{});
    const auto& s = std::get<FoldedClosShape>(net.shape);
    for (SwitchId from = 0; from < s.access_switches(); ++from)
      for (SwitchId to = 0; to < s.access_switches(); ++to)
        expect_delivery(s, net, from, to, static_cast<int>(2 * s.top()));
  }
}

TEST(FoldedClos, RefusesWhatCannotBeBuilt) {
  const auto refused = [](auto change) {
    FoldedClos t;
    change(t);
    const Problems problems = t.check();
    return problems.empty() ? std::string("nothing") : problems[0].where;
  };
  EXPECT_EQ(refused([](FoldedClos& t) { t.levels = 5; }), "levels");
  EXPECT_EQ(refused([](FoldedClos& t) { t.radix = 0; }), "radix");
  EXPECT_EQ(refused([](FoldedClos& t) { t.radix = INT64_MAX; }), "radix");
  EXPECT_EQ(refused([](FoldedClos& t) { t.radix = 15; }), "radix");
  EXPECT_EQ(refused([](FoldedClos& t) { t.radix = 65'536; }), "radix");
  EXPECT_EQ(refused([](FoldedClos& t) { t.hosts_per_switch = 16; }), "hosts_per_switch");
  EXPECT_EQ(refused([](FoldedClos& t) { t.hosts_per_switch = -1; }), "hosts_per_switch");
  EXPECT_EQ(refused([](FoldedClos& t) { t.uplinks = INT64_MAX; }), "uplinks");
  EXPECT_EQ(refused([](FoldedClos& t) { t.pod = 9; }), "pod");
  EXPECT_EQ(refused([](FoldedClos& t) { t.pod = 3, t.uplinks = 3; }), "pod");
  EXPECT_EQ(refused([](FoldedClos& t) { t.pods = 1; }), "pods");
  EXPECT_EQ(refused([](FoldedClos& t) { t.pods = INT64_MAX; }), "pods");
  EXPECT_EQ(refused([](FoldedClos& t) { t.levels = 4, t.pods = 7 * 8 + 1; }), "pods");
  EXPECT_EQ(refused([](FoldedClos& t) { t.levels = 4; }), "nothing");
}

}  // namespace
}  // namespace ebb::inline topology
