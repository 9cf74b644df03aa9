#include "base/spelling.hpp"

#include <gtest/gtest.h>

namespace ebb::inline base {
namespace {

const std::vector<std::string> names = {"star", "mesh", "torus", "dragonfly", "flattened_butterfly", "tree"};

TEST(Spelling, FindsTheNameBehindEachKindOfSlip) {
  EXPECT_EQ(nearest("tors", names), "torus");                               // a letter left out
  EXPECT_EQ(nearest("toruss", names), "torus");                             // one too many
  EXPECT_EQ(nearest("turus", names), "torus");                              // a wrong one
  EXPECT_EQ(nearest("dragnofly", names), "dragonfly");                      // two swapped
  EXPECT_EQ(nearest("Flattened-Butterfly", names), "flattened_butterfly");  // capitals and dashes
}

TEST(Spelling, CompletesABeginning) {
  EXPECT_EQ(nearest("flat", names), "flattened_butterfly");
  EXPECT_EQ(nearest("fl", names), "");
}

TEST(Spelling, FindsAPartOfAName) {
  EXPECT_EQ(nearest("buterfly", names), "flattened_butterfly");
  EXPECT_EQ(nearest("buter", names), "");
}

TEST(Spelling, NamesTheNearestThreeOfALongList) {
  std::vector<std::string> many = {"wedge-100", "wedge-400", "sn5600"};
  for (int i = 0; i < 30; ++i) many.push_back("switch-of-another-kind-" + std::to_string(i));
  EXPECT_EQ(name_hint("wedge100", many),
            "did you mean \"wedge-100\"? nearest of the 33 valid names: wedge-100, wedge-400, sn5600");
}

TEST(Spelling, SuggestsNothingForSomethingElse) {
  EXPECT_EQ(nearest("hypercube", names), "");
  EXPECT_EQ(nearest("", names), "");
  EXPECT_EQ(nearest(std::string(1'000'000, 'x'), names), "");
}

TEST(Spelling, HintListsAllNames) {
  EXPECT_EQ(name_hint("mehs", {"star", "mesh"}), "did you mean \"mesh\"? valid: star, mesh");
  EXPECT_EQ(name_hint("hypercube", {"star", "mesh"}), "valid: star, mesh");
  EXPECT_EQ(name_hint("x", {}), "nothing is expected here");
}

}  // namespace
}  // namespace ebb::inline base
