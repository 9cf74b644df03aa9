// User-defined paths: what is accepted, and what is refused with its line.
#include "fabric/trees/paths_file.hpp"

#include <gmock/gmock.h>

#include "base/folder_testing.hpp"
#include "fabric/trees/read_trees.hpp"
#include "topology/complete.hpp"
#include "topology/grid.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Network complete(std::int64_t switches) {
  Complete t;
  t.switches = switches, t.hosts_per_switch = 1;
  return t.build(Cables{});
}
Network ring(std::int64_t switches) {
  Torus t;
  t.sizes = {switches}, t.c = 1;
  return t.build(Cables{});
}

Result<PathSet> parsed(const Network& network, std::string_view text, SwitchId without = no_id) {
  const Trunks trunks(network);
  TrunkSet on(trunks.size(), true);
  if (without != no_id) on[without] = false;
  return parse_paths(text, "mine.csv", network, trunks, on);
}
std::string refusal(const Network& network, std::string_view text, SwitchId without = no_id) {
  const auto paths = parsed(network, text, without);
  return paths ? "accepted" : to_text(paths.problems());
}

constexpr std::string_view three = "s0,s1\ns0,s2\ns1,s0\ns1,s2\ns2,s0\ns2,s1\n";

TEST(PathsFile, HoldsAPathForEveryPair) {
  const auto paths = parsed(
      complete(3), "# round by s1\n s0 , s1\ns0,s1,s2 # not the short way\r\n\n1,0\n1,s2\ns2,s1,s0\ns2,s1");
  ASSERT_TRUE(paths.ok()) << to_text(paths.problems());
  EXPECT_THAT(paths->path(0, 2), ElementsAre(0, 1, 2));
  EXPECT_THAT(paths->path(2, 0), ElementsAre(2, 1, 0));
  EXPECT_EQ(refusal(complete(3), three), "accepted");
}

TEST(PathsFile, LineAndCureAreSaid) {
  const Network net = complete(3), around = ring(4);
  EXPECT_THAT(refusal(net, "s0,s9"), HasSubstr("mine.csv:1: there is no switch \"s9\""));
  EXPECT_THAT(refusal(net, "s0,s9"), HasSubstr("s0 to s2"));
  EXPECT_THAT(refusal(net, "\ns0"), HasSubstr("mine.csv:2: names s0 alone"));
  EXPECT_THAT(refusal(net, "s0,,s1"), HasSubstr("mine.csv:1: has a comma without a switch before it"));
  EXPECT_THAT(refusal(net, "s0,s1,"), HasSubstr("mine.csv:1: ends with a comma"));
  EXPECT_THAT(refusal(around, "s0,s2"), HasSubstr("mine.csv:1: there is no link between s0 and s2"));
  EXPECT_THAT(refusal(around, "s0,s2"), HasSubstr("s0 has links to s1, s3"));
  EXPECT_THAT(refusal(net, "s0,s1,s0"), HasSubstr("mine.csv:1: visits s0 twice"));
  EXPECT_THAT(refusal(net, "s0,s1\ns0,s2,s1"),
              HasSubstr("mine.csv:2: s0 to s1 has a path in line 1 already"));
  EXPECT_THAT(refusal(net, three, 0), HasSubstr("mine.csv:1: all links are off between s0 and s1"));
}

/// Variants that editors, spreadsheets and users produce.
TEST(PathsFile, OtherWaysOfWritingAreReadOrNamed) {
  const Network net = complete(3);
  EXPECT_EQ(refusal(net, "\xef\xbb\xbf" + std::string(three)), "accepted");
  for (const char* line : {"s0;s1", "s0 s1", "s0\ts1", "s0 > s1"}) {
    EXPECT_THAT(refusal(net, line), HasSubstr("mine.csv:1: there is no switch")) << line;
    EXPECT_THAT(refusal(net, line), HasSubstr("separate the switches of a path by commas: s0,s1")) << line;
  }
  EXPECT_THAT(refusal(net, "S0,s1"), HasSubstr("did you mean \"s0\"? this network has"));
  EXPECT_THAT(refusal(net, std::string_view("s0,s1\n\0\1", 8)), HasSubstr("mine.csv: holds binary data"));
}

TEST(PathsFile, ThousandWrongLinesAreSaidTwentyTimes) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "s0,x\n";
  EXPECT_EQ(parsed(complete(3), text).problems().size(), 20u);
}

TEST(PathsFile, SwitchesGoByTheirOwnNames) {
  Network named = complete(3);
  named.labels.switches = {"leaf1", "leaf2", "spine"};
  EXPECT_EQ(refusal(named, "leaf1,leaf2\nleaf1,s2\nleaf2,leaf1\nleaf2,spine\nspine,leaf1\nspine,leaf2"),
            "accepted");
  EXPECT_THAT(refusal(named, "leaf1,spin"), HasSubstr("did you mean \"spine\"?"));
  EXPECT_THAT(refusal(named, "leaf1,leaf2"), HasSubstr("from leaf1 to spine"));
}

TEST(PathsFile, MissingPathsAreNamedBySwitch) {
  const std::string said = refusal(complete(3), "s0,s1\ns0,s2\ns2,s0\ns2,s1\n");
  EXPECT_THAT(said, HasSubstr("mine.csv: has no path from s1 to s0, s2"));
  EXPECT_THAT(said, HasSubstr("such as s1,s0"));
  for (const char* nothing : {"", "\n\n", "# only a remark\n"})
    EXPECT_THAT(refusal(complete(3), nothing), HasSubstr("mine.csv: has no paths"));
}

/// From s0, line 2 enters s2 from s3, and line 3 from s1.
TEST(PathsFile, PathsThatPartAndMeetAgainAreRefusedWithBothLines) {
  std::string text = "s0,s1\ns0,s3,s2\ns0,s1,s2,s3\n";
  for (const char* rest :
       {"s1,s0", "s1,s2", "s1,s2,s3", "s2,s3,s0", "s2,s1", "s2,s3", "s3,s0", "s3,s0,s1", "s3,s2"})
    text += std::string(rest) + "\n";
  const std::string said = refusal(ring(4), text);
  EXPECT_THAT(said, HasSubstr("mine.csv:3: s0,s1,s2,s3 and s0,s3,s2 of line 2 diverge and meet again at s2"));
  EXPECT_THAT(said, HasSubstr("one path to s2: use the same one in both lines"));
}

TEST(PathsFile, CirclesOfWaitsAreFoundAsInOtherPaths) {
  const TestFolder folder;
  const std::string clockwise = folder.write("clockwise.csv",
                                             "s0,s1\ns0,s1,s2\ns0,s1,s2,s3\ns1,s2\ns1,s2,s3\ns1,s2,s3,s0\n"
                                             "s2,s3\ns2,s3,s0\ns2,s3,s0,s1\ns3,s0\ns3,s0,s1\ns3,s0,s1,s2\n");
  TreesSettings settings;
  settings.file = clockwise;
  const auto plan = make_tree_plan(ring(4), settings);
  ASSERT_TRUE(plan.ok()) << to_text(plan.problems());
  EXPECT_EQ(plan->cycle.size(), 4u);
  EXPECT_EQ(plan->vlans.vlans.size(), 4u);  // each leaves out another link of the ring
  settings.file.clear();
  EXPECT_THAT(make_tree_plan(ring(4), settings)->cycle, IsEmpty());
  settings.file = (folder.path / "none.csv").string();
  EXPECT_THAT(to_text(make_tree_plan(ring(4), settings).problems()), HasSubstr("there is no such file"));
}

TEST(PathsFile, WhatIsWrittenIsReadAsTheSamePaths) {
  const TestFolder folder;
  const Network network = ring(5);
  const Trunks trunks(network);
  const TrunkSet on(trunks.size(), true);
  const PathSet paths = tree_paths(network, trunks, on, PathRule::up_down);
  const std::string file = (folder.path / "paths.csv").string();
  ASSERT_THAT(write_paths_file(file, network, paths), IsEmpty());
  const auto read = read_paths_file(file, network, trunks, on);
  ASSERT_TRUE(read.ok()) << to_text(read.problems());
  for (SwitchId from = 0; from < network.switches(); ++from)
    for (SwitchId to = 0; to < network.switches(); ++to)
      EXPECT_EQ(read->path(from, to), paths.path(from, to));
}

}  // namespace
}  // namespace ebb::inline fabric
