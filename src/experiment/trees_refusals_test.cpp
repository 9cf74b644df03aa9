// Mistakes in [trees] of a run, and in the files that it names. Every case is refused with its position and a
// hint.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/refusals_testing.hpp"

namespace ebb::inline experiment {
namespace {

/// A ring of four switches; [trees] begins in line 1.
std::string refusal_of_trees(const std::string& trees, const std::string& paths = "",
                             const std::string& routing = "vlan_trees") {
  const TestFolder folder;
  folder.write("mine.csv", paths);
  folder.write("off.csv", "hour,switch,port\n3,s9,1\n");
  return refusal_of_run(
      folder, "[trees]\n" + trees +
                  "\n[topology]\nname = \"torus\"\nsizes = [4]\nc = 1\n[routing]\nname = \"" + routing +
                  "\"\n[traffic]\nload = 0.1\n[run]\nmost_time = \"1ms\"\n");
}

constexpr const char* ring_paths =
    "s0,s1\ns0,s1,s2\ns0,s3\ns1,s0\ns1,s2\ns1,s0,s3\ns2,s1,s0\ns2,s1\ns2,s3\ns3,s0\ns3,s0,s1\ns3,s2\n";

TEST(TreesRefusals, PathsOfAFileAreRunAndTheirMistakesNameTheLine) {
  const std::string file = "file = \"mine.csv\"";
  EXPECT_EQ(refusal_of_trees(file, ring_paths), "");
  EXPECT_THAT(refusal_of_trees(file, "s0,s1\ns0,s9\n"),
              refused("mine.csv:2", "there is no switch \"s9\"", "s"));
  EXPECT_THAT(refusal_of_trees(file, "s0,s2\n"),
              refused("mine.csv:1", "there is no link between s0 and s2", "s0 has links to s1, s3"));
  EXPECT_THAT(refusal_of_trees(file, "s0,s1\n"),
              refused("mine.csv", "has no path from s0 to s2, s3", "add a line for each"));
  EXPECT_THAT(refusal_of_trees("file = \"none.csv\""),
              refused("run.toml:2:1: trees.file", "there is no such file", "--paths"));
  EXPECT_EQ(refusal_of_trees(file, "s0,s9\n", "shortest_path"), "");  // it does not go by trees
}

TEST(TreesRefusals, PathsOverALinkThatIsOffNameTheirLine) {
  EXPECT_THAT(refusal_of_trees("off = [\"s2-s3\"]\nfile = \"mine.csv\"", ring_paths),
              refused("mine.csv:9", "all links are off between s2 and s3", "[trees] off"));
  EXPECT_EQ(refusal_of_trees("off = [\"s2-s3\"]"), "");
}

TEST(TreesRefusals, LinksThatDoNotExistOrLeaveNoPathNameTheKey) {
  EXPECT_THAT(refusal_of_trees("off = [\"s0-s2\"]"),
              refused("run.toml:2:1: trees.off", "no cable joins these two", "neighbours"));
  EXPECT_THAT(refusal_of_trees("off = [\"s0-s1\", \"s2-s3\"]"), refused("run.toml:1", "path from s0 to", ""));
}

TEST(TreesRefusals, MistakesOfAScheduleNameTheirLine) {
  EXPECT_THAT(refusal_of_trees("schedule = \"off.csv\"\nhour = 3"),
              refused("off.csv:2", "there is no switch \"s9\"", "s"));
  EXPECT_THAT(refusal_of_trees("hour = 3"), refused("run.toml:2", "the hour of a `schedule`", "ebb off"));
}

}  // namespace
}  // namespace ebb::inline experiment
