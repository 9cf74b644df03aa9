#include "topology/file/read_network.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "topology/file/file_network.hpp"

namespace ebb::inline topology {
namespace {

std::string complaint(std::string_view text) {
  const auto file = parse_network_file(text, "net");
  return file ? "" : to_text(file.problems());
}

void expect_complaint(std::string_view text, std::initializer_list<const char*> words) {
  const std::string said = complaint(text);
  for (const char* word : words)
    EXPECT_NE(said.find(word), std::string::npos) << "\"" << word << "\" of\n" << text << "\nin\n" << said;
}

NetworkFile good(std::string_view text) {
  auto file = parse_network_file(text, "net");
  EXPECT_TRUE(file) << to_text(file.problems());
  return file ? std::move(*file) : NetworkFile{};
}

/// The same small network in each format: two switches at 100 Gb/s over 30 m, a server and two counted hosts.
constexpr const char* same_in_all_formats[] = {
    R"(<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="d0" for="node" attr.name="kind"/><key id="d1" for="node" attr.name="hosts"/>
<key id="d2" for="edge" attr.name="rate"><default>100Gb/s</default></key>
<key id="d3" for="edge" attr.name="length"/><key id="d4" for="edge" attr.name="medium"/>
<key id="d5" for="edge" attr.name="source_port"/>
<graph edgedefault="undirected">
<node id="leaf1"/><node id="spine1"><data key="d1">2</data></node><node id="web1"><data key="d0">server</data></node>
<edge source="leaf1" target="spine1"><data key="d3">30m</data><data key="d5">eth3</data></edge>
<edge source="web1" target="leaf1"><data key="d2">25Gb/s</data><data key="d4">copper</data></edge>
</graph></graphml>)",
    R"({"directed": false, "multigraph": false, "graph": {}, "nodes": [{"id": "leaf1"}, {"id": "spine1", "hosts": 2},
{"id": "web1", "type": "host"}], "links": [
{"source": "leaf1", "target": "spine1", "rate": "100Gb/s", "length_m": 30, "source_port": "eth3"},
{"source": "web1", "target": "leaf1", "rate_gbps": 25, "medium": "DAC"}]})",
    R"({"nodes": [{"id": "leaf1"}, {"id": "spine1", "servers": 2.0}, {"id": "web1", "role": "server"}], "edges": [
{"source": "leaf1", "target": "spine1", "bandwidth": "100Gb/s", "dist": 0.03, "source_port": "eth3"},
{"source": "web1", "target": "leaf1", "rate_mbps": 25000, "medium": "copper"}]})",
    "# cables\nleaf1 spine1 rate=100Gb/s length=30m source_port=eth3\nspine1 hosts=2\nweb1 kind=host\n"
    "web1 leaf1 rate=25Gb/s medium=copper\n",
    "leaf1 spine1 {'rate': '100Gb/s', 'length': \"0.03km\", 'source_port': 'eth3', 'weight': 2.5, 'x': [1, "
    "2]}\n"
    "spine1 hosts=2\nweb1 kind=host\nweb1 leaf1 {'rate': '25Gb/s', 'medium': 'copper', 'none': None}\n",
};

TEST(NetworkFile, SaysTheSameInEveryFormat) {
  for (const char* text : same_in_all_formats) {
    const NetworkFile file = good(text);
    ASSERT_EQ(file.nodes.size(), 3u) << text;
    EXPECT_EQ(file.nodes[0].name, "leaf1");
    EXPECT_EQ(file.nodes[1].hosts, 2);
    EXPECT_TRUE(file.nodes[2].is_host);
    ASSERT_EQ(file.links.size(), 2u);
    EXPECT_EQ(file.links[0].rate, 100_Gbps);
    EXPECT_EQ(file.links[0].delay, 150_ns) << text;
    EXPECT_EQ(file.links[0].ports[0], "eth3");
    EXPECT_EQ(file.links[1].rate, 25_Gbps) << text;
    EXPECT_EQ(file.links[1].medium, Medium::copper);
    const Network net = build_file_network(file, {}, {});
    EXPECT_EQ(net.hosts, 3u);
    EXPECT_EQ(net.labels.hosts, (std::vector<std::string>{"web1", "spine1-h0", "spine1-h1"}));
    EXPECT_EQ(net.link(net.host_port(0)).rate, 25_Gbps);
    EXPECT_EQ(net.link(net.host_port(1)).rate, Cables{}.rate);
  }
}

TEST(NetworkFile, ReadsAListOfCablesWithCommentsAndParallelLinks) {
  const NetworkFile file = good("# three switches\nzurich bern\r\n\nbern, genf # lake\nbern zurich");
  EXPECT_EQ(file.nodes.size(), 3u);
  ASSERT_EQ(file.links.size(), 3u);
  EXPECT_EQ(file.links[2].ends, (std::array<std::uint32_t, 2>{1, 0}));
  EXPECT_FALSE(file.names_hosts());
}

TEST(NetworkFile, ReadsCommaSeparatedValuesBelowAHeader) {
  const NetworkFile file =
      good("source,target,rate,note\nleaf 1,spine,\"40Gb/s\",\"a, b\"\nleaf 2,spine,,\n");
  EXPECT_EQ(file.nodes[0].name, "leaf 1");
  EXPECT_EQ(file.links[0].rate, 40_Gbps);
  EXPECT_FALSE(file.links[1].rate);
  expect_complaint("source,target,rate\na,b\n", {"net:2", "2 values", "names 3"});
}

TEST(NetworkFile, ReadsWhatTopohubWrites) {
  const NetworkFile file = good(R"({"directed": false, "multigraph": false,
"graph": {"name": "small", "demands": {"Gdansk": {"Warsaw": 122.0}}, "stats": {"nodes": 2}},
"nodes": [{"pos": [18.6, 54.2], "id": "Gdansk"}, {"pos": [21.0, 52.2], "id": "Warsaw"}],
"links": [{"dist": 273.93, "ecmp_fwd": {"uni": 66.67}, "source": "Gdansk", "target": "Warsaw"}]})");
  EXPECT_EQ(file.nodes[1].place, (std::array<double, 2>{21.0, 52.2}));
  EXPECT_EQ(file.links[0].delay, Picoseconds{1'369'650'000});  // 273.93 km at 5 us each
}

TEST(NetworkFile, TakesTheNameAndFallsBackToTheIdOfNamesakes) {
  const NetworkFile file = good(R"({"nodes": [{"id": 0, "label": "Bern"}, {"id": 1, "label": "Bern"},
{"id": 2, "label": "Genf"}], "links": [{"source": 0, "target": 1}, {"source": 1, "target": 2}]})");
  EXPECT_EQ(file.nodes[0].name, "0");
  EXPECT_EQ(file.nodes[2].name, "Genf");
}

TEST(NetworkFile, NamesTheLineOfEveryMistake) {
  expect_complaint("a b\nb b\nc\n", {"net:2", "to itself", "net:3", "1 words"});
  expect_complaint("a b rate=fast\n", {"net:1", "rate = \"fast\"", "100Gb/s"});
  expect_complaint("a b rate=-1Gb/s\n", {"net:1", "must be"});
  expect_complaint("a b rate=40\n", {"net:1", "not a rate with a unit", "rate_gbps"});
  expect_complaint("a b length=nan\n", {"net:1", "not a length"});
  expect_complaint("a b length=-3m\n", {"net:1", "not a length"});
  expect_complaint("a b delay=2s\n", {"net:1", "up to a second"});
  expect_complaint("a b medium=coper\n", {"net:1", "did you mean \"copper\""});
  expect_complaint("a b rate_gbps=nan\n", {"net:1", "not a number"});
  expect_complaint("a hosts=1.5\na b\n", {"net:1", "whole"});
  expect_complaint("a hosts=-1\na b\n", {"net:1", "from 0"});
  expect_complaint("a b {'rate': }{\n", {"net:1", "NetworkX"});
  expect_complaint("{\n\"nodes\": [,\n", {"net:2", "not valid JSON"});
  expect_complaint("{\"nodes\": [{\"id\": 1, \"x\": 1e999}], \"links\": []}", {"out of range"});
  expect_complaint("{\"nodes\": [{\"id\": NaN}], \"links\": []}", {"net:1", "NaN"});
  expect_complaint(R"({"nodes": [{"id": "a"}, 7], "links": [{"source": "a", "target": "c"}, 3]})",
                   {"nodes[1]", "links[0]", "is not a node", "links[1]"});
  expect_complaint("{\"nodes\": []}", {"no lists"});
  expect_complaint("[1, 2]", {"no lists"});
}

TEST(NetworkFile, SuggestsTheNodeThatWasMeant) {
  expect_complaint(
      "<graphml><graph>\n<node id=\"core1\"/><node id=\"core2\"/>\n"
      "<edge source=\"core1\" target=\"cor2\"/></graph></graphml>",
      {"net:3", "did you mean \"core2\""});
}

TEST(NetworkFile, RefusesWhatIsNoNetwork) {
  expect_complaint("", {"no cable"});
  expect_complaint("a b\nc d\n", {"no path from \"a\" to \"c\""});
  expect_complaint(std::string_view("a\0b", 3), {"binary"});
  expect_complaint("<graphml>", {"not valid XML"});
  expect_complaint("<graphml><graph><node id='a'/>", {"not valid XML"});
  expect_complaint("<graphml><graph></graphml></graph>", {"a tag is closed that is not the last one opened"});
  expect_complaint("<graphml><graph id=3></graph></graphml>", {"an attribute is not of the form"});
  expect_complaint("<graphml><!-- ", {"a comment, declaration or instruction does not end"});
  expect_complaint("<html/>", {"no <graph> inside a <graphml>"});
  expect_complaint("<graphml><graph edgedefault='directed'/></graphml>", {"directed", "to_undirected"});
  expect_complaint("{\"directed\": true, \"nodes\": [], \"links\": []}", {"directed"});
  expect_complaint("<graphml><graph><node id='a'/><node id='a'/><node/></graph></graphml>",
                   {"twice", "without"});
  expect_complaint("<graphml><graph><hyperedge/></graph><graph/></graphml>", {"hyperedge", "second graph"});
  expect_complaint("<graphml><graph><node id='a'><graph/></node></graph></graphml>", {"nested"});
  const auto missing = read_network_file("no/such/graph.txt");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.problems()[0].where, "no/such/graph.txt");
  EXPECT_FALSE(read_network_file(".").ok());
}

TEST(NetworkFile, RefusesHostsThatAreNotAttachedOnce) {
  expect_complaint("a b\na c\nb c\nc kind=host\n", {"net:2", "host \"c\" with 2 cables", "hosts=1"});
  expect_complaint("a b\nc kind=host\n", {"host \"c\" with 0 cables"});
  expect_complaint("a b\na kind=host\nb kind=host\n", {"to the host"});
  expect_complaint("a b\nb kind=host hosts=3\n", {"hosts of its own"});
}

TEST(NetworkFile, RefusesAttributesThatAreNearlyOurs) {
  expect_complaint("a b ratee=100Gb/s\n", {"net:1", "ratee = \"100Gb/s\"", "did you mean \"rate\""});
  expect_complaint("a b lenght=3m\n", {"did you mean \"length\""});
  expect_complaint("a b bandwith=3Gb/s\n", {"did you mean \"bandwidth\""});
  expect_complaint("a b delay_ns=100\n", {"did you mean \"delay\", with the unit in its value"});
  expect_complaint("a host=2\na b\n", {"did you mean \"hosts\""});
  expect_complaint("source,target,medum\na,b,copper\nb,c,copper\n", {"net:2", "did you mean \"medium\""});
}

TEST(NetworkFile, CountsTheAttributesOfOtherPrograms) {
  const NetworkFile file = good("a country=CH\na b weight=2 color=red\nb c weight=1 LinkNote=x date=now\n");
  EXPECT_EQ(file.ignored_attributes,
            (std::map<std::string, std::int64_t>{
                {"color", 1}, {"country", 1}, {"date", 1}, {"linknote", 1}, {"weight", 2}}));
  EXPECT_TRUE(good("a b rate=1Gb/s\na x=1 y=2 long=3\n").ignored_attributes.empty());
}

TEST(NetworkFile, RefusesTwoCablesInOnePort) {
  expect_complaint("a b source_port=e1\na c source_port=e1\nb c\n",
                   {"net:2", "second cable into the port \"e1\" of \"a\"", "the first is at 1"});
  good("a b source_port=e1 target_port=e1\nb c source_port=e2 target_port=e1\n");
}

TEST(NetworkFile, ReadsOrExplainsWhatNetworkXWritesOfNamesWithBlanks) {
  const NetworkFile file = good("New York,Los Angeles,{'rate': '100Gb/s'}\nLos Angeles,Rome,{}\n");
  EXPECT_EQ(file.nodes[1].name, "Los Angeles");
  EXPECT_EQ(file.links[0].rate, 100_Gbps);
  EXPECT_EQ(good("New York,Los Angeles\n").nodes[0].name, "New York");
  expect_complaint("New York Los Angeles {'rate': '100Gb/s'}\n",
                   {"net:1", "4 words before its braces", "delimiter=\",\""});
  expect_complaint("a b 2.5\n", {"net:1", "a number 2.5 without a name", "write_weighted_edgelist"});
}

TEST(NetworkFile, NamesTheFormatThatItDoesNotRead) {
  expect_complaint("graph [\n  node [\n    id 0\n  ]\n]\n", {"is a GML file", "nx.write_graphml"});
  expect_complaint("Creator \"yFiles\"\ngraph\n[\n", {"is a GML file"});
  expect_complaint("graph g {\n  a -- b;\n}\n", {"is a Graphviz file"});
  expect_complaint("*Vertices 2\n1 \"a\"\n", {"is a Pajek file"});
  EXPECT_EQ(good("graph spine1\n").nodes[0].name, "graph");
}

/// Entities that double ten times each would be gigabytes. They are not expanded.
TEST(NetworkFile, ExpandsNoEntities) {
  std::string bomb = "<!DOCTYPE bomb [<!ENTITY a0 \"x\">";
  for (int i = 1; i < 40; ++i) bomb += fmt::format("<!ENTITY a{0} \"&a{1};&a{1};\">", i, i - 1);
  bomb +=
      "]><graphml><graph><node id='&a39;'/><node id='b'/><edge source='&a39;' target='b'/></graph></graphml>";
  EXPECT_EQ(good(bomb).nodes[0].name, "&a39;");
}

TEST(NetworkFile, ReadsDeepTreesWithoutFallingIntoThem) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  expect_complaint(deep, {"no lists"});
  EXPECT_EQ(good("{\"graph\": " + deep +
                 ", \"nodes\": [{\"id\": 1}, {\"id\": 2}], \"links\": [{\"source\": 1, \"target\": 2}]}")
                .nodes.size(),
            2u);
  std::string xml = "<graphml><graph>";
  for (int i = 0; i < 100'000; ++i) xml += "<node id='a'>";
  EXPECT_NE(complaint(xml), "");
}

TEST(NetworkFile, CountsTheComplaintsItDoesNotShow) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "a a\n";
  expect_complaint(text, {"net:20: joins", "980 more"});
}

TEST(NetworkFile, ShowsThreeLinesOfAFileThatIsNoNetwork) {
  std::string services;
  for (int port = 1; port <= 100; ++port) services += fmt::format("name {}/tcp alias\n", port);
  const auto file = parse_network_file(services, "services");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.problems().size(), 4u);
  EXPECT_THAT(to_text(file.problems()),
              testing::AllOf(testing::HasSubstr("services:3: has 3 words"),
                             testing::HasSubstr("services: has 97 more lines that are no cables"),
                             testing::HasSubstr("is this file a network?")));
}

RC_GTEST_PROP(NetworkFile, AnyTextGivesANetworkOrProblems, (const std::string& text)) {
  for (const std::string& t : {text, "<" + text, "<graphml><graph>" + text, "{" + text,
                               "{\"nodes\": [], \"links\": [" + text, "a b " + text}) {
    const auto file = parse_network_file(t, "net");
    if (file) RC_ASSERT(file_facts(*file, {.hosts_per_switch = 1}).switches >= 1);
  }
}

}  // namespace
}  // namespace ebb::inline topology
