#include "report/document/fit_width.hpp"

#include <gtest/gtest.h>

#include "report/document/render.hpp"

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

/// The compared columns are in one block, whatever their names.
TEST(FitWidth, BreaksLongTextsOfCellsBeforeItBreaksTheTable) {
  Table table{.title = "", .columns = {{"what", "what"}, {"paper", "paper"}, {"ours", "ours"}}, .rows = {}};
  table.add({"flattened butterfly: bisection bandwidth of all of its cables [Tb/s]", 655, 655.36});
  table.add({"hosts", 32768, 32768});
  EXPECT_EQ(fitted(to_text(table), 44),
            "what                           paper    ours\n"
            "----------------------------  ------  ------\n"
            "flattened butterfly:             655   655.4\n"
            "  bisection bandwidth of all\n"
            "  of its cables [Tb/s]\n"
            "hosts                         32,768  32,768\n");
}

TEST(FitWidth, BreaksATextInTheLastColumnUnderItself) {
  Table table{.title = "", .columns = {{"name", "name"}, {"from", "from"}}, .rows = {}};
  table.add({"benito-72", "section VI-A: flat tables draw more"});
  EXPECT_EQ(fitted(to_text(table), 30),
            "name       from\n"
            "---------  -------------------\n"
            "benito-72  section VI-A: flat\n"
            "           tables draw more\n");
}

TEST(FitWidth, BreaksWhatHasNoSpacesAfterCommas) {
  Table table{.title = "", .columns = {{"switch", "switch"}, {"match", "match"}}, .rows = {}};
  table.add({"s0", "in_port=1,dl_type=0x88b5,dl_src=02:00"});
  EXPECT_EQ(fitted(to_text(table), 34),
            "switch  match\n"
            "------  --------------------------\n"
            "s0      in_port=1,dl_type=0x88b5,\n"
            "        dl_src=02:00\n");
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
