#include "report/fit_width.hpp"

#include <gtest/gtest.h>

#include "report/render.hpp"

namespace ebb::inline report {
namespace {

Table wide_table() {
  Table table{.title = "energy", .columns = {{"table", "power table"}}, .rows = {}};
  for (const char* name : {"first", "second", "third"})
    table.columns.push_back({name, name, "J", Align::right});
  table.add({"ideal \u00fc", 1.5, 2.5, 3.5});
  table.add({"copper", 10.25, Cell(), 3.0});
  table.notes.push_back("ideal: energy proportional to bits");
  return table;
}

TEST(FitWidth, LeavesWhatFitsAsItIs) {
  const std::string text = "one line of text\n\n" + to_text(wide_table());
  EXPECT_EQ(fitted(text, 80), text);
}

TEST(FitWidth, BreaksATableIntoBlocksThatRepeatItsFirstColumn) {
  EXPECT_EQ(fitted(to_text(wide_table()), 36),
            "energy\n"
            "power table  first [J]  second [J]\n"
            "-----------  ---------  ----------\n"
            "ideal \u00fc            1.5         2.5\n"
            "copper           10.25           -\n"
            "\n"
            "power table  third [J]\n"
            "-----------  ---------\n"
            "ideal \u00fc            3.5\n"
            "copper               3\n"
            "ideal: energy proportional to bits\n");
}

TEST(FitWidth, BreaksProseBetweenWordsUnderItsText) {
  EXPECT_EQ(fitted("a sentence that is longer than the terminal\n", 20),
            "a sentence that is\nlonger than the\nterminal\n");
  EXPECT_EQ(fitted("verdict   warm: the latency is steady\n", 24),
            "verdict   warm: the\n          latency is\n          steady\n");
  EXPECT_EQ(fitted("deadlines 3 of 40 frames are late\n", 24),
            "deadlines 3 of 40 frames\n          are late\n");
  EXPECT_EQ(fitted("[12] a note of many words\n", 16), "[12] a note of\n     many words\n");
  EXPECT_EQ(fitted("    hint: name another one\n", 20), "    hint: name\n    another one\n");
  EXPECT_EQ(fitted("oneverylongwordthatstays whole\n", 10), "oneverylongwordthatstays\nwhole\n");
  EXPECT_EQ(fitted("\u00fc\u00fc\u00fc\u00fc \u00fc\u00fc\u00fc\u00fc\n", 9),
            "\u00fc\u00fc\u00fc\u00fc \u00fc\u00fc\u00fc\u00fc\n");  // nine characters in seventeen bytes
}

TEST(FitWidth, LosesNoCell) {
  const std::string text = fitted(to_text(wide_table()), 20);
  for (const char* cell : {"1.5", "2.5", "3.5", "10.25", "-", "proportional"})
    EXPECT_NE(text.find(cell), std::string::npos);
}

}  // namespace
}  // namespace ebb::inline report
