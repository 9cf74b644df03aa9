#include "study/sweep/sweep_values.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/toml_file.hpp"
#include "config/write_toml.hpp"

namespace ebb::inline study {
namespace {

using testing::HasSubstr;

/// The values of "x = …" as TOML, or the problems.
std::string values(const std::string& text) {
  const auto root = parse_toml("x = " + text, "f.toml");
  if (!root) return "no TOML";
  const auto found = swept_values(*root->find("x"), "sweep.cross.x");
  if (!found) return to_text(found.problems());
  std::string out;
  for (const Node& n : *found) out += fmt::format("{}{}", out.empty() ? "" : " ", toml_value(n));
  return out;
}

TEST(SweepValues, AreAListAsItStands) {
  EXPECT_EQ(values("[0.1, 2, \"3us\"]"), "0.1 2 \"3us\"");
  EXPECT_EQ(values("[[1, 2], [3]]"), "[1, 2] [3]");
}

TEST(SweepValues, OfARangeAreThoseAPersonWouldWrite) {
  EXPECT_EQ(values("{ from = 0.1, to = 0.7, step = 0.2 }"), "0.1 0.3 0.5 0.7");
  EXPECT_EQ(values("{ from = 0.1, to = 0.3, step = 0.1 }"), "0.1 0.2 0.3");
  EXPECT_EQ(values("{ from = 2, to = 9, step = 3 }"), "2 5 8");
  EXPECT_EQ(values("{ from = 1, to = 20, factor = 2 }"), "1 2 4 8 16");
  EXPECT_EQ(values("{ from = 0, to = 1, points = 5 }"), "0.0 0.25 0.5 0.75 1.0");
}

TEST(SweepValues, KeepTheUnit) {
  EXPECT_EQ(values("{ from = \"1us\", to = \"64us\", factor = 8 }"), "\"1us\" \"8us\" \"64us\"");
  EXPECT_EQ(values("{ from = \"2.5Gb/s\", to = \"7.5Gb/s\", step = \"2.5Gb/s\" }"),
            "\"2.5Gb/s\" \"5Gb/s\" \"7.5Gb/s\"");
}

TEST(SweepValues, RefuseWhatIsNone) {
  EXPECT_THAT(values("0.5"),
              HasSubstr("f.toml:1:1: sweep.cross.x: is a number, but a list or a range is expected"));
  EXPECT_THAT(values("[]"), HasSubstr("empty list"));
  EXPECT_THAT(values("{ from = 1, to = 2 }"), HasSubstr("exactly one of step, factor and points"));
  EXPECT_THAT(values("{ from = 1, to = 2, step = 1, points = 3 }"), HasSubstr("exactly one of"));
  EXPECT_THAT(values("{ from = 2, to = 1, step = 1 }"), HasSubstr("is greater than to"));
  EXPECT_THAT(values("{ from = 1, to = 2, step = 0 }"), HasSubstr("must be positive"));
  EXPECT_THAT(values("{ from = 0, to = 2, factor = 2 }"), HasSubstr("from positive"));
  EXPECT_THAT(values("{ from = 1, to = 2, factor = 1 }"), HasSubstr("greater than 1"));
  EXPECT_THAT(values("{ from = \"1us\", to = \"2ms\", step = \"1us\" }"), HasSubstr("mixes units"));
  EXPECT_THAT(values("{ from = 0, to = 1, step = 1e-9 }"), HasSubstr("more than 100000 values"));
  EXPECT_THAT(values("{ from = 0, to = inf, step = 1 }"),
              HasSubstr("but a number or a quantity is expected"));
  EXPECT_THAT(values("{ from = 0, too = 1, step = 1 }"), HasSubstr("did you mean \"to\"?"));
}

}  // namespace
}  // namespace ebb::inline study
