#include "topology/graph_file.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace ebb::inline topology {
namespace {

std::string complaint(std::string_view text) {
  const Result<SwitchGraph> graph = parse_graph(text, "net");
  return graph ? "" : to_text(graph.problems());
}

TEST(GraphFile, ReadsAListOfCablesWithCommentsAndParallelLinks) {
  const auto graph = parse_graph("# three switches\nzurich bern\r\n\nbern, genf # lake\nbern zurich", "net");
  ASSERT_TRUE(graph.ok());
  EXPECT_EQ(graph->switches, 3u);
  const std::vector<std::pair<SwitchId, SwitchId>> expected{{0, 1}, {1, 2}, {1, 0}};
  EXPECT_EQ(graph->cables, expected);
}

TEST(GraphFile, ReadsGraphml) {
  const auto graph = parse_graph(R"(<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="undirected">
<node id="a"/><node id="b"><data key="x">1</data></node><node id="c"/>
<edge source="a" target="b"/><edge source="c" target="a"/></graph></graphml>)",
                                 "net");
  ASSERT_TRUE(graph.ok());
  EXPECT_EQ(graph->switches, 3u);
  EXPECT_EQ(graph->cables[1], std::pair(SwitchId{2}, SwitchId{0}));
}

TEST(GraphFile, NamesTheLineOfEveryMistake) {
  const std::string text = complaint("a b\nb b\nc\n");
  EXPECT_NE(text.find("net:2"), std::string::npos) << text;
  EXPECT_NE(text.find("to itself"), std::string::npos) << text;
  EXPECT_NE(text.find("net:3"), std::string::npos) << text;
}

TEST(GraphFile, SuggestsTheNodeThatWasMeant) {
  const std::string text = complaint(
      "<graphml><graph>\n<node id=\"core1\"/><node id=\"core2\"/>\n"
      "<edge source=\"core1\" target=\"cor2\"/></graph></graphml>");
  EXPECT_NE(text.find("net:3"), std::string::npos) << text;
  EXPECT_NE(text.find("did you mean \"core2\""), std::string::npos) << text;
}

TEST(GraphFile, RefusesWhatIsNoNetwork) {
  EXPECT_NE(complaint("").find("no cable"), std::string::npos);
  EXPECT_NE(complaint("a b\nc d\n").find("no way from \"a\" to \"c\""), std::string::npos);
  EXPECT_NE(complaint(std::string_view("a\0b", 3)).find("binary"), std::string::npos);
  EXPECT_NE(complaint("<graphml>").find("no valid XML"), std::string::npos);
  EXPECT_NE(complaint("<html/>").find("no <graphml>"), std::string::npos);
  EXPECT_NE(complaint("<graphml><graph edgedefault='directed'/></graphml>").find("directed"),
            std::string::npos);
  EXPECT_NE(complaint("<graphml><graph><node id='a'/><node id='a'/><node/></graph></graphml>").find("twice"),
            std::string::npos);
  const Result<SwitchGraph> missing = read_graph_file("no/such/graph.txt");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.problems()[0].where, "no/such/graph.txt");
  EXPECT_FALSE(read_graph_file(".").ok());
}

TEST(GraphFile, CountsTheComplaintsItDoesNotShow) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "lonely\n";
  EXPECT_NE(complaint(text).find("980 more"), std::string::npos);
}

RC_GTEST_PROP(GraphFile, AnyTextGivesAConnectedGraphOrProblems, (const std::string& text)) {
  for (const std::string& t : {text, "<" + text, "<graphml><graph>" + text}) {
    const Result<SwitchGraph> graph = parse_graph(t, "net");
    if (!graph) continue;
    for (const std::uint32_t part : connected_parts(*graph)) RC_ASSERT(part == 0u);
  }
}

}  // namespace
}  // namespace ebb::inline topology
