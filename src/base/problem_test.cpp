#include "base/problem.hpp"

#include <gtest/gtest.h>

namespace ebb::inline base {
namespace {

TEST(Problem, IsALineWithItsHintBelow) {
  EXPECT_EQ(to_text({{"a.toml:2:5: topology.k", "is 1", "use 2"}, {"", "no place", ""}}),
            "a.toml:2:5: topology.k: is 1\n    hint: use 2\nno place\n");
}

TEST(Problem, TheEndOfALongTextSurvives) {
  const std::string text =
      to_text({{"here", "is \"" + std::string(100'000, 'x') + "\", which is unknown", ""}});
  EXPECT_LT(text.size(), 500u);
  EXPECT_NE(text.find("xxx\", which is unknown\n"), std::string::npos);
}

TEST(Problem, CutsNoCharacterInHalf) {
  std::string umlauts;
  for (int i = 0; i < 1'000; ++i) umlauts += "ü";
  for (const std::string shift : {"", "x"}) {
    const std::string text = to_text({{"", shift + umlauts, ""}});
    std::size_t continuing = 0, leading = 0;
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      leading += byte == 0xc3, continuing += (byte & 0xc0) == 0x80;
    }
    EXPECT_EQ(continuing, leading + 2);  // the two of the ellipsis
  }
}

TEST(Problem, SendsNoControlCharacterToTheTerminal) {
  EXPECT_EQ(to_text({{"", "key \x1b[31m\n\x7f", ""}}), "key ?[31m??\n");
}

TEST(Problem, ShowsFiftyAndCountsTheRest) {
  const std::string text = to_text(Problems(1'000, Problem{"", "wrong", ""}));
  EXPECT_NE(text.find("… and 950 more\n"), std::string::npos);
  EXPECT_LT(text.size(), 50u * 6 + 30);
}

std::vector<std::string> sorted(std::vector<std::string> places) {
  Problems problems;
  for (const std::string& where : places) problems.push_back({where, "", ""});
  sort_by_place(problems);
  std::vector<std::string> result;
  for (const Problem& p : problems) result.push_back(p.where);
  return result;
}

TEST(Problem, SortsByLineAndColumnAsNumbers) {
  EXPECT_EQ(sorted({"f:10:1: a", "f:9:12: b", "f:9:2: c"}),
            (std::vector<std::string>{"f:9:2: c", "f:9:12: b", "f:10:1: a"}));
}

TEST(Problem, KeepsFilesInTheOrderTheyCame) {
  EXPECT_EQ(sorted({"b:2:1: x", "a:1:1: x", "b:1:1: x"}),
            (std::vector<std::string>{"b:1:1: x", "b:2:1: x", "a:1:1: x"}));
}

TEST(Problem, KeepsTheOrderOfThoseWithoutAPlace) {
  EXPECT_EQ(sorted({"z", "--option", "", "a:b"}), (std::vector<std::string>{"z", "--option", "", "a:b"}));
}

TEST(Problem, UnderstandsFileNamesWithColons) {
  EXPECT_EQ(sorted({"C:x:12:3: k", "C:x:4:5"}), (std::vector<std::string>{"C:x:4:5", "C:x:12:3: k"}));
}

}  // namespace
}  // namespace ebb::inline base
