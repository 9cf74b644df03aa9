#include "topology/file/repetita_file.hpp"

#include <gmock/gmock.h>

namespace ebb::inline topology {
namespace {

using testing::HasSubstr;

const std::string two =
    "NODES 2\nlabel x y\n0_Bern 7.4 46.9\n1_Chur 9.5 46.8\n\n"
    "EDGES 4\nlabel src dest weight bw delay\n"
    "a 0 1 10 1000 5\nb 1 0 20 2000 5\nc 0 1 30 3000 5\nd 1 0 40 4000 5\n";

TEST(RepetitaFile, JoinsTheNthChannelWithTheNthBack) {
  const auto network = parse_repetita_graph(two, "two.graph");
  ASSERT_TRUE(network) << to_text(network.problems());
  EXPECT_EQ(network->routers, (std::vector<std::string>{"0_Bern", "1_Chur"}));
  ASSERT_EQ(network->links.size(), 2u);
  EXPECT_EQ(network->links[0].metric_ab, 10);
  EXPECT_EQ(network->links[0].metric_ba, 20);
  EXPECT_EQ(network->links[1].capacity_ab, 3000);
  EXPECT_EQ(network->links[1].capacity_ba, 4000);
  const auto demands =
      parse_repetita_demands("DEMANDS 1\r\nlabel src dest bw\r\nd 1 0 7.5\r\n", "two", *network);
  ASSERT_TRUE(demands) << to_text(demands.problems());
  EXPECT_EQ((*demands)[0].from, 1u);
  EXPECT_EQ((*demands)[0].rate, 7.5);
}

std::string refusal(std::string_view from, std::string_view to) {
  std::string text = two;
  text.replace(text.find(from), from.size(), to);
  const auto network = parse_repetita_graph(text, "two.graph");
  return network ? "nothing" : to_text(network.problems());
}

TEST(RepetitaFile, RefusesWhatCannotSleepOrBeRouted) {
  EXPECT_THAT(refusal("d 1 0 40", "d 0 1 40"),
              HasSubstr("3 channels from \"0_Bern\" to \"1_Chur\", but 1 back"));
  EXPECT_THAT(refusal("a 0 1 10", "a 0 2 10"), HasSubstr("two.graph:8: names router \"2\", but there are 2"));
  EXPECT_THAT(refusal("a 0 1 10", "a 0 0 10"), HasSubstr("to itself"));
  EXPECT_THAT(refusal("a 0 1 10", "a 0 1 0"), HasSubstr("has the weight \"0\""));
  EXPECT_THAT(refusal("10 1000", "10 -1"), HasSubstr("has the bandwidth \"-1\""));
  EXPECT_THAT(refusal("10 1000", "10 nan"), HasSubstr("has the bandwidth \"nan\""));
  EXPECT_THAT(refusal("b 1 0 20 2000 5\n", "b 1 0 20\n"), HasSubstr("has 4 values, but there are 6 columns"));
  EXPECT_THAT(refusal("NODES 2", "NODES x"), HasSubstr("does not begin the list NODES"));
  EXPECT_THAT(refusal("NODES 2", "NODES 3"), HasSubstr("with 2 lines, but its heading says 3"));
  EXPECT_THAT(refusal("EDGES 4", "EDGES 6"), HasSubstr("is the file complete?"));
  EXPECT_THAT(refusal("1_Chur 9.5 46.8\n", "1_Chur 9.5 46.8\n2_Alone 1 1\n"), HasSubstr("heading says 2"));
  EXPECT_FALSE(parse_repetita_graph("", "empty"));
  EXPECT_FALSE(parse_repetita_graph("NODES 0\nlabel x y\nEDGES 0\nlabel src dest weight bw delay\n", "none"));
}

TEST(RepetitaFile, RefusesANetworkInTwoParts) {
  const std::string parts =
      "NODES 4\nlabel x y\na 0 0\nb 0 0\nc 0 0\nd 0 0\nEDGES 4\nlabel src dest weight bw delay\n"
      "e 0 1 1 1 1\nf 1 0 1 1 1\ng 2 3 1 1 1\nh 3 2 1 1 1\n";
  const auto network = parse_repetita_graph(parts, "parts");
  ASSERT_FALSE(network);
  EXPECT_THAT(to_text(network.problems()), HasSubstr("is not connected"));
}

TEST(RepetitaFile, RefusesDemandsThatTheNetworkDoesNotKnow) {
  const auto network = parse_repetita_graph(two, "two.graph");
  ASSERT_TRUE(network);
  const auto said = [&](std::string line) {
    const auto demands =
        parse_repetita_demands("DEMANDS 1\nlabel src dest bw\n" + line, "two.demands", *network);
    return demands ? std::string("nothing") : to_text(demands.problems());
  };
  EXPECT_THAT(said("d 0 5 1\n"), HasSubstr("names router \"5\""));
  EXPECT_THAT(said("d 0 1 -1\n"), HasSubstr("has the rate \"-1\""));
  EXPECT_THAT(said("d 0 1\n"), HasSubstr("has 3 values, but there are 4 columns"));
  EXPECT_THAT(said(""), HasSubstr("with 0 lines, but its heading says 1"));
}

}  // namespace
}  // namespace ebb::inline topology
