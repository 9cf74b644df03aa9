#include "config/read_fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/toml_file.hpp"

namespace ebb::inline config {
namespace {

using testing::HasSubstr;

enum class Mood { calm, busy };
constexpr auto names_of(Mood) { return std::array<std::string_view, 2>{"calm", "busy"}; }

struct Thing {
  bool flag = false;
  std::int64_t count = 1;
  double share = 0.5;
  std::string label = "x";
  Picoseconds delay{};
  BitsPerSecond rate{};
  Bytes buffer{};
  Watts power{};
  Mood mood = Mood::calm;
  std::vector<std::int64_t> sizes;
  static constexpr auto fields() {
    return std::tuple{field("flag", &Thing::flag, ""),     field("count", &Thing::count, ""),
                      field("share", &Thing::share, ""),   field("label", &Thing::label, ""),
                      field("delay", &Thing::delay, ""),   field("rate", &Thing::rate, ""),
                      field("buffer", &Thing::buffer, ""), field("power", &Thing::power, ""),
                      field("mood", &Thing::mood, ""),     field("sizes", &Thing::sizes, "")};
  }
};

Problems problems_of(const std::string& section, Thing& thing) {
  Problems problems;
  const auto root = parse_toml("[thing]\n" + section, "f.toml");
  if (!root) return root.problems();
  read_fields(*root->find("thing"), "thing", thing, problems);
  return problems;
}

Problem only_problem(const std::string& section) {
  Thing thing;
  const Problems problems = problems_of(section, thing);
  EXPECT_EQ(problems.size(), 1u) << section << to_text(problems);
  return problems.empty() ? Problem{} : problems[0];
}

TEST(ReadFields, FillsEveryType) {
  Thing t;
  EXPECT_TRUE(problems_of("flag = true\ncount = -3\nshare = 1\nlabel = 'l'\ndelay = '1us'\nrate = '40Gb/s'\n"
                          "buffer = '64KiB'\npower = '2.5W'\nmood = 'busy'\nsizes = [3, 4]\n",
                          t)
                  .empty());
  EXPECT_TRUE(t.flag);
  EXPECT_EQ(t.count, -3);
  EXPECT_EQ(t.share, 1.0);
  EXPECT_EQ(t.label, "l");
  EXPECT_EQ(t.delay, 1_us);
  EXPECT_EQ(t.rate, 40_Gbps);
  EXPECT_EQ(t.buffer, 64_KiB);
  EXPECT_EQ(t.power.v, 2.5);
  EXPECT_EQ(t.mood, Mood::busy);
  EXPECT_EQ(t.sizes, (std::vector<std::int64_t>{3, 4}));
}

TEST(ReadFields, ReadsPercentAsAShare) {
  Thing t;
  EXPECT_TRUE(problems_of("share = '30%'", t).empty());
  EXPECT_EQ(t.share, 0.3);
  EXPECT_TRUE(problems_of("share = '2.5 %'", t).empty());
  EXPECT_EQ(t.share, 0.025);
  for (const char* text : {"'%'", "'x%'", "'1%%'", "'nan%'", "'30'"})
    EXPECT_EQ(only_problem(std::string("share = ") + text).what, "is a text, but a number is expected")
        << text;
}

TEST(ReadFields, CountsPercentWhereTheSettingDoes) {
  double percent = 0;
  Problems problems;
  Node text;
  text.kind = Node::Kind::text, text.text = "50%";
  read_value(text, "control.policy.percent", percent, problems);
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(percent, 50);
}

TEST(ReadFields, LeavesWhatTheFileDoesNotMention) {
  Thing t;
  EXPECT_TRUE(problems_of("flag = true", t).empty());
  EXPECT_EQ(t.count, 1);
}

TEST(ReadFields, RefusesAnUnknownKeyWithItsPlaceTheNearestAndAll) {
  const Problem p = only_problem("count = 2\n  cuont = 3\n");
  EXPECT_EQ(p.where, "f.toml:3:3: thing.cuont");
  EXPECT_EQ(p.what, "is unknown here");
  EXPECT_EQ(
      p.hint,
      "did you mean \"count\"? valid: flag, count, share, label, delay, rate, buffer, power, mood, sizes");
}

TEST(ReadFields, RefusesNumbersThatAreNone) {
  for (const char* text : {"nan", "-nan", "inf", "-inf", "+inf"})
    EXPECT_EQ(only_problem(std::string("share = ") + text).what, "is not a finite number") << text;
}

TEST(ReadFields, RefusesEveryWrongType) {
  EXPECT_EQ(only_problem("flag = 1").what, "is a whole number, but true or false is expected");
  EXPECT_EQ(only_problem("count = 1.5").what, "is a number, but a whole number is expected");
  EXPECT_EQ(only_problem("count = '8'").what, "is a text, but a whole number is expected");
  EXPECT_EQ(only_problem("share = []").what, "is a list, but a number is expected");
  EXPECT_EQ(only_problem("label = true").what, "is a boolean, but a text in quotes is expected");
  EXPECT_EQ(only_problem("rate = 40").what, "is a whole number, but a rate with its unit is expected");
  EXPECT_EQ(only_problem("rate = 40").hint, "for example: \"40Gb/s\"");
  EXPECT_EQ(only_problem("sizes = 3").what, "is a whole number, but a list is expected");
  EXPECT_EQ(only_problem("mood.x = 1").what, "is a table, but a text in quotes is expected");
}

TEST(ReadFields, NamesTheItemOfAList) {
  const Problem p = only_problem("sizes = [1,\n 'two', 3]");
  EXPECT_EQ(p.where, "f.toml:3:2: thing.sizes[1]");
}

TEST(ReadFields, RefusesBadUnitsAndOverflow) {
  EXPECT_THAT(only_problem("delay = '5 parsecs'").hint, HasSubstr("units: s, ms, us, ns, ps"));
  EXPECT_THAT(only_problem("delay = '99999999999s'").what, HasSubstr("out of range"));
  EXPECT_THAT(only_problem("delay = '0.5ps'").what, HasSubstr("finer than one ps"));
  EXPECT_THAT(only_problem("power = 'nanW'").what, HasSubstr("is no power"));
}

TEST(ReadFields, RefusesAnUnknownNameOfAnEnumeration) {
  const Problem p = only_problem("mood = 'bussy'");
  EXPECT_EQ(p.what, "is \"bussy\", which is unknown");
  EXPECT_EQ(p.hint, "did you mean \"busy\"? valid: calm, busy");
}

TEST(ReadFields, RefusesAValueWhereASectionBelongs) {
  const auto root = parse_toml("thing = 3\n", "f.toml");
  Thing thing;
  Problems problems;
  read_fields(*root->find("thing"), "thing", thing, problems);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].where, "f.toml:1:1: thing");
  EXPECT_EQ(problems[0].hint, "write it as a section: [thing]");
}

TEST(ReadFields, ShowsAllProblemsOfASectionInTheOrderOfItsLines) {
  Thing thing;
  Problems problems = problems_of("power = 3\nzzz = 1\nsizes = [1, 'a', 2.5]\ncount = true\n", thing);
  sort_by_place(problems);
  std::vector<std::string> places;
  for (const Problem& p : problems) places.push_back(p.where);
  EXPECT_EQ(places, (std::vector<std::string>{"f.toml:2:1: thing.power", "f.toml:3:1: thing.zzz",
                                              "f.toml:4:13: thing.sizes[1]", "f.toml:4:18: thing.sizes[2]",
                                              "f.toml:5:1: thing.count"}));
}

TEST(ReadFields, PrintsAnEndlessUnknownKeyInALineOfReadableLength) {
  Thing thing;
  const Problems problems = problems_of(std::string(300'000, 'k') + " = 1", thing);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_LT(to_text(problems).size(), 1'000u);
}

TEST(Locate, PutsThePlaceOfTheKeyBeforeAComplaintAboutItsMeaning) {
  const auto root = parse_toml("[thing]\ncount = 0\n", "f.toml");
  Problems found = {{"count", "must be positive", ""}, {"share", "is too large", ""}, {"", "is odd", ""}},
           problems;
  locate(found, *root->find("thing"), "thing", problems);
  ASSERT_EQ(problems.size(), 3u);
  EXPECT_EQ(problems[0].where, "f.toml:2:1: thing.count");
  EXPECT_EQ(problems[1].where, "f.toml:1:1: thing.share");
  EXPECT_EQ(problems[2].where, "f.toml:1:1: thing");
}

}  // namespace
}  // namespace ebb::inline config
