#include "report/gnuplot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ebb::inline report {
namespace {

using testing::HasSubstr;
using testing::Not;

Chart small_chart() {
  return {.name = "power\n!ls",
          .title = "say \"x\" `reboot`\n!ls",
          .x = {.title = "time", .unit = "ms"},
          .y = {.title = "power", .unit = "%", .least = 0},
          .curves = {{.name = "ours", .role = Role::finding, .x = {1, 2}, .y = {10, no_value}}}};
}

TEST(Gnuplot, NamesCannotBecomeCommands) {
  const std::string script = gnuplot_script(small_chart(), "", "");
  EXPECT_THAT(script, Not(HasSubstr("`")));
  EXPECT_THAT(script, Not(HasSubstr("\n!ls")));
  EXPECT_THAT(script, HasSubstr("say \\\"x\\\""));
}

TEST(Gnuplot, AScriptHoldsItsNumbers) {
  const std::string script = gnuplot_script(small_chart(), "", "");
  EXPECT_THAT(script, HasSubstr("1 0 10 10 10\n"));
  EXPECT_THAT(script, HasSubstr("2 0 NaN NaN NaN\n"));
}

TEST(Gnuplot, StackedCurvesStandOnEachOther) {
  Chart chart = small_chart();
  chart.curves = {{.name = "a", .shape = CurveShape::stacked_area, .x = {1}, .y = {3}},
                  {.name = "b", .shape = CurveShape::stacked_area, .x = {1}, .y = {4}}};
  EXPECT_THAT(gnuplot_script(chart, "", ""), HasSubstr("1 3 7 4 4\n"));
}

TEST(Gnuplot, AFileWithoutAPicturesEndingIsRefused) {
  EXPECT_TRUE(gnuplot_terminal("a.pdf", small_chart()));
  EXPECT_FALSE(gnuplot_terminal("a.doc", small_chart()));
}

}  // namespace
}  // namespace ebb::inline report
