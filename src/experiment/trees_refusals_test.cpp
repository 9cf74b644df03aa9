// Settings of [trees] that a run would ignore. Every case is refused with its position in the file and a
// hint.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/refusals_testing.hpp"

namespace ebb::inline experiment {
namespace {

/// A ring of four switches; [trees] begins in line 1.
std::string refusal_of_trees(const std::string& trees, const std::string& routing) {
  const TestFolder folder;
  folder.write("mine.csv", "s0,s1\n");
  return refusal_of_run(
      folder, "[trees]\n" + trees +
                  "\n[topology]\nname = \"torus\"\nsizes = [4]\nc = 1\n[routing]\nname = \"" + routing +
                  "\"\n[traffic]\nload = 0.1\n[run]\nmost_time = \"1ms\"\n");
}

TEST(TreesRefusals, PathsOfOnesOwnAreNotRunAsOthers) {
  EXPECT_THAT(refusal_of_trees("file = \"mine.csv\"", "vlan_trees"),
              refused("run.toml:2", "has paths of your own", "trees.file=\"\""));
  EXPECT_EQ(refusal_of_trees("file = \"\"", "vlan_trees"), "");
  EXPECT_EQ(refusal_of_trees("file = \"mine.csv\"", "shortest_path"), "");
}

TEST(TreesRefusals, LinksThatAreOffAreNotRunAsOn) {
  EXPECT_THAT(refusal_of_trees("off = [\"s0-s1\"]", "vlan_trees"),
              refused("run.toml:2", "switches links off", "leave them out of the topology"));
  EXPECT_EQ(refusal_of_trees("off = []", "vlan_trees"), "");
}

}  // namespace
}  // namespace ebb::inline experiment
