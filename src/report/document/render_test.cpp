#include "report/document/render.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "report/document/number_text.hpp"

namespace ebb::inline report {
namespace {

Table sample() {
  Table t{.title = "Parts",
          .columns = {{.key = "what", .heading = "what"},
                      {.key = "power_w", .heading = "power", .unit = "W"},
                      {.key = "note", .heading = "note"}},
          .rows = {}};
  t.add({"switches", 737280.0, "a, \"b\""});
  t.add({"hosts", 12.5, Cell{}});
  return t;
}

TEST(Text, AlignsNumbersRightUnderTheirHeading) {
  EXPECT_EQ(to_text(sample()),
            "Parts\n"
            "what      power [W]  note\n"
            "--------  ---------  ------\n"
            "switches    737,280  a, \"b\"\n"
            "hosts          12.5  -\n");
}

TEST(Text, CountsCharactersNotBytes) {
  Table t{.title = "", .columns = {{.key = "a", .heading = "a"}, {.key = "b", .heading = "b"}}, .rows = {}};
  t.add({"µs", "x"});
  t.add({"ms", "y"});
  EXPECT_EQ(to_text(t), "a   b\n--  -\nµs  x\nms  y\n");
}

TEST(Csv, QuotesAsRfc4180Asks) {
  EXPECT_EQ(to_csv(sample()), "what,power_w,note\r\nswitches,737280,\"a, \"\"b\"\"\"\r\nhosts,12.5,\r\n");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

TEST(Markdown, EscapesBarsAndMarksNumberColumns) {
  Table t{.title = "", .columns = {{.key = "a", .heading = "a|b"}, {.key = "n", .heading = "n"}}, .rows = {}};
  t.add({"x|y", 1'000});
  EXPECT_EQ(to_markdown(t), "| a\\|b | n |\n|---|---:|\n| x\\|y | 1,000 |\n");
}

TEST(Json, KeepsTypesAndTurnsTheUnknownIntoNull) {
  Table t{.title = "T", .columns = {{.key = "v", .heading = "v"}}, .rows = {}};
  t.add({Cell{}});
  t.add({std::nan("")});
  t.add({std::numeric_limits<double>::infinity()});
  t.add({true});
  t.add({std::int64_t{9'007'199'254'740'993}});
  const auto rows = nlohmann::json::parse(to_json(t))["rows"];
  EXPECT_TRUE(rows[0]["v"].is_null());
  EXPECT_TRUE(rows[1]["v"].is_null());
  EXPECT_TRUE(rows[2]["v"].is_null());
  EXPECT_EQ(rows[3]["v"], true);
  EXPECT_EQ(rows[4]["v"].get<std::int64_t>(), 9'007'199'254'740'993);
}

TEST(Json, SurvivesBytesThatAreNoText) {
  Table t{.title = "\xff\xfe", .columns = {{.key = "v", .heading = "v"}}, .rows = {}};
  EXPECT_TRUE(nlohmann::json::accept(to_json(t)));
}

TEST(NumberText, GroupsThousandsAndKeepsFourDigits) {
  EXPECT_EQ(grouped(std::int64_t{0}), "0");
  EXPECT_EQ(grouped(std::int64_t{-1'234'567}), "-1,234,567");
  EXPECT_EQ(grouped(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
  EXPECT_EQ(grouped(1.125, -1), "1.125");
  EXPECT_EQ(grouped(1.125, 2), "1.12");
  EXPECT_EQ(grouped(0.000123456, -1), "0.0001235");
  EXPECT_EQ(grouped(98765.4321, -1), "98,765");
  EXPECT_EQ(grouped(1234.5, 1), "1,234.5");
  EXPECT_EQ(grouped(-0.0, -1), "0");
  EXPECT_EQ(grouped(-0.001, 2), "0.00");
  EXPECT_EQ(grouped(std::nan(""), -1), "-");
}

RC_GTEST_PROP(Csv, GivesBackTheSameReal, (double v)) {
  if (std::isfinite(v)) RC_ASSERT(std::stod(csv_field(Cell(v))) == v);
}

RC_GTEST_PROP(NumberText, CommasNeverChangeTheDigits, (std::int64_t v)) {
  std::string text = grouped(v);
  text.erase(std::remove(text.begin(), text.end(), ','), text.end());
  RC_ASSERT(text == std::to_string(v));
}

/// A reader can tell which names to expect, in every document and in every object of a list.
TEST(Json, BeginsWithItsSchema) {
  EXPECT_EQ(json_text({{"a", 1}}), "{\n  \"schema\": 2,\n  \"a\": 1\n}\n");
  const auto list = nlohmann::ordered_json::array({{{"a", 1}}, {{"a", 2}}});
  for (const auto& one : nlohmann::ordered_json::parse(json_text(list))) EXPECT_EQ(one["schema"], 2);
  const auto read = nlohmann::ordered_json::parse(json_text({{"a", 1}}));
  EXPECT_EQ(json_text(read), json_text({{"a", 1}})) << "read and written again";
}

}  // namespace
}  // namespace ebb::inline report
