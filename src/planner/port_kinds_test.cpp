#include "planner/port_kinds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "network/channel_kinds.hpp"
#include "topology/grid.hpp"

namespace ebb::inline planner {
namespace {

using testing::ElementsAre;

/// Two switches with two cables of 100 Gb/s between them. The first has two hosts of 25 Gb/s on copper, the
/// second one of the same rate on fibre.
Network two_switches() {
  NetworkBuilder builder;
  const auto fast = builder.add_class({"fast", Medium::optical, 100_Gbps, 1_ns});
  const auto copper = builder.add_class({"copper", Medium::copper, 25_Gbps, 1_ns});
  const auto light = builder.add_class({"light", Medium::optical, 25_Gbps, 1_ns});
  builder.add_switches(1, 4), builder.add_switches(1, 3);
  builder.set_hosts(3);
  builder.connect(0, 2, 1, 1, fast), builder.connect(0, 3, 1, 2, fast);
  builder.attach(0, 0, 0, copper), builder.attach(1, 0, 1, copper), builder.attach(2, 1, 0, light);
  return builder.finish(GraphShape{});
}

TEST(PortKinds, AreCountedByMediumAndRate) {
  const PortCount ports = ports_of(two_switches());
  ASSERT_EQ(ports.kinds.size(), 3u);
  EXPECT_EQ(ports.kinds[0].link, (LinkKind{Medium::optical, 100_Gbps}));
  EXPECT_EQ(ports.kinds[0].of_switches, 4);
  EXPECT_EQ(ports.kinds[0].of_hosts, 0);
  EXPECT_EQ(ports.kinds[1].of_switches, 2);
  EXPECT_EQ(ports.kinds[1].of_hosts, 2);
  EXPECT_EQ(ports.kinds[2].of_hosts, 1);
  EXPECT_THAT(ports.fillings, ElementsAre(Filling{2, 0, 1}, Filling{2, 2, 0}));
  EXPECT_EQ(links_of_hosts(ports).size(), 2u);
}

TEST(PortKinds, OfClosedFormsLeaveOneEndOfAHostsCableToTheHost) {
  Facts facts;
  facts.hosts = 8, facts.host_medium = Medium::copper;
  facts.switches = facts.access_switches = 4;
  facts.add_cables(Medium::copper, 10), facts.add_cables(Medium::optical, 4);
  const PortCount ports = ports_of(facts, Cables{});
  ASSERT_EQ(ports.kinds.size(), 2u);
  EXPECT_EQ(ports.kinds[0].of_switches, 12);
  EXPECT_EQ(ports.kinds[0].of_hosts, 8);
  EXPECT_EQ(ports.kinds[1].of_switches, 8);
  EXPECT_THAT(ports.fillings, ElementsAre(Filling{3, 2}));
}

/// A torus of 3 x 3 and a mesh of 4 x 4 with slower hosts: the mesh's inner switches have the most
/// neighbours.
TEST(PortKinds, OfClosedFormsAreThoseOfTheNetwork) {
  const Cables cables{.rate = 400_Gbps, .host_rate = 100_Gbps};
  Torus torus;
  torus.c = 2, torus.sizes = {3, 3};
  Mesh mesh;
  mesh.c = 2, mesh.sizes = {4, 4};
  for (const Topology* t : {static_cast<const Topology*>(&torus), static_cast<const Topology*>(&mesh)}) {
    const PortCount closed = ports_of(facts_with(*t, cables), cables), built = ports_of(t->build(cables));
    std::int64_t of_switches = 0, most = 0;
    for (const PortKind& kind : built.kinds) of_switches += kind.of_switches;
    for (const PortKind& kind : closed.kinds) of_switches -= kind.of_switches;
    EXPECT_EQ(of_switches, 0);
    for (const Filling& filling : built.fillings)
      most = std::max(most, std::accumulate(filling.begin(), filling.end(), std::int64_t{0}));
    ASSERT_EQ(closed.fillings.size(), 1u);
    EXPECT_EQ(std::accumulate(closed.fillings[0].begin(), closed.fillings[0].end(), std::int64_t{0}), most);
  }
}

TEST(ChannelKinds, TellHostsOfSeveralCablesApart) {
  const Network net = two_switches();
  EXPECT_THAT(names_of_kinds(net),
              ElementsAre("fast", "to copper", "to light", "from fast", "from copper", "from light"));
  EXPECT_EQ(kind_of(net, net.host_port(2)), 5u);
  EXPECT_EQ(kind_of(net, net.peer[net.host_port(2)]), 2u);
}

}  // namespace
}  // namespace ebb::inline planner
