#include "planner/port_kinds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "network/channel_kinds.hpp"

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
  facts.add_cables(Medium::copper, 10), facts.add_cables(Medium::optical, 4);
  const PortCount ports = ports_of(facts, 40_Gbps);
  ASSERT_EQ(ports.kinds.size(), 2u);
  EXPECT_EQ(ports.kinds[0].of_switches, 12);
  EXPECT_EQ(ports.kinds[0].of_hosts, 8);
  EXPECT_EQ(ports.kinds[1].of_switches, 8);
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
