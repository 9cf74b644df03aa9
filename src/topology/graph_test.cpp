#include "topology/graph.hpp"

#include <gtest/gtest.h>

#include "base/folder_testing.hpp"
#include "network/invariants.hpp"
#include "network/names.hpp"

namespace ebb::inline topology {
namespace {

class GraphTopology : public testing::Test {
 protected:
  Graph graph(const std::string& text) {
    Graph g;
    g.file = folder_.write("net.txt", text);
    return g;
  }
  Network built(const std::string& text, const Cables& cables = {}) {
    const Graph g = graph(text);
    EXPECT_EQ(to_text(g.check()), "");
    const Network net = g.build(cables);
    EXPECT_TRUE(broken_invariants(net).empty()) << broken_invariants(net)[0];
    return net;
  }
  std::string refusal(const std::string& text) { return to_text(graph(text).check()); }
  TestFolder folder_;
};

TEST_F(GraphTopology, GivesEverySwitchHostsWhereTheFileTellsOfNone) {
  const Network net = built("a b\nb c\n");
  EXPECT_EQ(net.hosts, 12u);
  EXPECT_EQ(name_of_host(net, 4), "b-h0");
  EXPECT_EQ(name_of_switch(net, 2), "c");
  EXPECT_EQ(name_of_port(net, net.first_port[1] + 5), "b:5");
}

TEST_F(GraphTopology, SaysThatItPutsHostsWhereNoFileNamesAny) {
  Graph g = graph("a b weight=3\nb c weight=1\n");
  ASSERT_EQ(g.remarks().size(), 1u);
  EXPECT_EQ(g.remarks()[0],
            g.file + " has no hosts, so each of its 3 switches gets 4 (topology.hosts_per_switch)");
  EXPECT_EQ(g.ignored_attributes(), "attributes that ebb ignores, with their counts: weight (2)");
  EXPECT_TRUE(graph("a b\na hosts=1\nb hosts=1\n").remarks().empty());
  EXPECT_EQ(graph("a b\n").ignored_attributes(), "");
}

TEST_F(GraphTopology, IsBuiltAsItStands) {
  Graph g = graph("a b\nb c\nb c\nc d\n");
  g.hosts_per_switch = 1;
  EXPECT_EQ(g.facts().diameter, 3);
  EXPECT_EQ(g.facts().ports_least, 2);
  EXPECT_EQ(g.facts().ports_most, 4);
  const Network net = g.build(Cables{});
  // Switch b: its host, a, and c twice.
  const SwitchId expected[] = {0, 2, 2};
  for (std::uint32_t p = 0; p < 3; ++p)
    EXPECT_EQ(net.owner[net.peer[net.first_port[1] + 1 + p]], expected[p]);
}

TEST_F(GraphTopology, OrdersPortsByNameWhereAllHaveOneAndHostsFirst) {
  const Network net = built(
      "leaf s1 source_port=eth10\nleaf s2 source_port=eth2\nleaf web source_port=eth11 target_port=eno1\n"
      "web kind=host\ns1 s2\n");
  const PortId first = net.first_port[0];
  EXPECT_EQ(name_of_port(net, first), "leaf:eth11");
  EXPECT_EQ(name_of_port(net, net.peer[first]), "web:eno1");
  EXPECT_EQ(name_of_port(net, first + 1), "leaf:eth2");
  EXPECT_EQ(name_of_switch(net, net.owner[net.peer[first + 1]]), "s2");
  EXPECT_EQ(name_of_port(net, first + 2), "leaf:eth10");
  EXPECT_EQ(name_of_port(net, net.first_port[1]), "s1:0");
  EXPECT_EQ(net.hosts, 1u);
}

TEST_F(GraphTopology, GivesEachCableItsRateMediumAndLength) {
  const Network net =
      built("a b rate=100Gb/s length=10m\nb c medium=copper\nc a\na hosts=1 host_rate=25Gb/s\n",
            Cables{.rate = 40_Gbps});
  const auto link = [&](SwitchId s, std::uint32_t port) { return net.link(net.first_port[s] + port); };
  EXPECT_EQ(link(0, 0).name, "host");
  EXPECT_EQ(link(0, 0).rate, 25_Gbps);
  EXPECT_EQ(link(0, 1).rate, 100_Gbps);
  EXPECT_EQ(link(0, 1).delay, 50_ns);
  EXPECT_EQ(link(1, 1).medium, Medium::copper);
  EXPECT_EQ(link(1, 1).rate, 40_Gbps);
  EXPECT_EQ(link(1, 1).delay, Cables{}.copper_delay);
  EXPECT_EQ(link(0, 2).name, "switch 40Gb/s optical 100ns");  // distinguishes it from the other two
}

TEST_F(GraphTopology, KnowsTheRatesOfItsFile) {
  const Graph mixed = graph("a b rate=100Gb/s\nb c rate=40Gb/s\nc hosts=2\n");
  EXPECT_EQ(mixed.own_rates().rates, (std::vector<BitsPerSecond>{40_Gbps, 100_Gbps}));
  EXPECT_FALSE(mixed.own_rates().every);
  EXPECT_TRUE(graph("a b rate=100Gb/s\nb hosts=2 host_rate=100Gb/s\n").own_rates().every);
}

TEST_F(GraphTopology, RefusesWhatCannotBeBuilt) {
  EXPECT_NE(to_text(Graph{}.check()).find("reads a file"), std::string::npos);
  EXPECT_NE(refusal("a b\na hosts=999999999\n").find("at most 65536"), std::string::npos);
  EXPECT_NE(refusal("a b\na hosts=2\nb a-h1\na-h1 kind=host\n").find("would get the same name"),
            std::string::npos);
  EXPECT_NE(refusal("a b\nb b\n").find("net.txt:2"), std::string::npos);
}

TEST_F(GraphTopology, RoundsDelaysWhenThereAreTooManyKinds) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += "a b length=" + std::to_string(100 + i) + "m\n";
  Graph g = graph(text);
  EXPECT_NE(to_text(g.check()).find("301 kinds of cables"), std::string::npos) << to_text(g.check());
  g.delay_step = 1_us;
  EXPECT_EQ(to_text(g.check()), "");
  EXPECT_EQ(g.build({}).classes.size(), 3u);  // those of hosts, and up to 1 and 2 us
}

}  // namespace
}  // namespace ebb::inline topology
