#include "study/frontier/candidates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/toml_file.hpp"

namespace ebb::inline study {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Spread {
  Node root;
  std::vector<PolicyFamily> families;
  std::string problems;
};

Spread spread(const std::string& toml, std::int64_t budget) {
  Spread all{.root = *parse_toml(toml, "f.toml"), .families = {}, .problems = ""};
  auto families = spread_candidates(all.root, budget);
  if (families)
    all.families = std::move(*families);
  else
    all.problems = to_text(families.problems());
  return all;
}

const std::string tuned = R"([[compare]]
name = "queue_aware"
tune = { within = ["5us", "2us"], pause = ["100ns", "200ns", "300ns"] }
[[compare]]
name = "halve_double"
label = "Abts"
with = { routing = "valiant" }
tune = { target = [0.5, 0.25] }
[[compare]]
name = "holt"
)";

TEST(Candidates, AreAsManyOfEachPolicyAsThereAreAtMost) {
  const Spread all = spread(tuned, 4);
  ASSERT_EQ(all.families.size(), 3u);
  EXPECT_EQ(all.families[0].candidates.size(), 4u);
  EXPECT_THAT(all.families[1].candidates, ElementsAre("Abts (target = 0.5)", "Abts (target = 0.25)"));
  EXPECT_THAT(all.families[2].candidates, ElementsAre("holt"));
  EXPECT_EQ(all.root.find("compare")->items.size(), 7u);
}

TEST(Candidates, BeginWithTheFirstValueOfEachList) {
  const Spread all = spread(tuned, 1);
  EXPECT_THAT(all.families[0].candidates, ElementsAre("queue_aware (within = 5us, pause = 100ns)"));
}

TEST(Candidates, OfAllCombinationsAreEachOnce) {
  const Spread all = spread(tuned, 100);
  EXPECT_EQ(all.families[0].candidates.size(), 6u);
}

TEST(Candidates, KeepWhatIsNoParameterToTune) {
  const Node item = spread(tuned, 1).root.find("compare")->items[1];
  EXPECT_EQ(item.find("with")->find("routing")->text, "valiant");
  EXPECT_EQ(item.find("label")->text, "Abts (target = 0.5)");
  EXPECT_EQ(item.find("tune"), nullptr);
}

TEST(Candidates, RefuseListsThatAreNone) {
  EXPECT_THAT(spread("[[compare]]\nname = \"holt\"\ntune = { target = 0.5 }\n", 4).problems,
              HasSubstr("compare.tune.target: is no list of values"));
  EXPECT_THAT(spread("[[compare]]\nname = \"holt\"\ntune = {}\n", 4).problems,
              HasSubstr("names no parameter"));
  EXPECT_THAT(spread("[topology]\n", 4).problems, HasSubstr("no [[compare]] sections"));
}

}  // namespace
}  // namespace ebb::inline study
