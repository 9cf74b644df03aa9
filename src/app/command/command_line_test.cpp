#include "app/command/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/folder_testing.hpp"
#include "experiment/device/device_file.hpp"

namespace ebb::inline app {
namespace {

using testing::HasSubstr;

struct Outcome {
  int exit_code;
  std::string out, err;
};

Outcome ebb_with(std::vector<const char*> args) {
  args.insert(args.begin(), "ebb");
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int exit_code = run_command_line(static_cast<int>(args.size()), args.data());
  std::string out = testing::internal::GetCapturedStdout();
  return {exit_code, out, testing::internal::GetCapturedStderr()};
}

TEST(CommandLine, WithoutACommandShowsItsHelpAndFails) {
  const Outcome o = ebb_with({});
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_EQ(o.out, "");
  EXPECT_THAT(o.err, HasSubstr("Usage: ebb [OPTIONS] COMMAND"));
}

TEST(CommandLine, AnEmptyWordIsNoValue) {
  using Words = std::vector<const char*>;
  for (const Words& words :
       {Words{"sweep", "a.toml", "--memory", ""}, Words{"sweep", "a.toml", "--jobs", ""},
        Words{"run", "a.toml", "--threads", ""}, Words{"run", ""}, Words{"plan", ""},
        Words{"run", "a.toml", "--set", ""}, Words{"trace", "convert", "", "-o", "b.csv"}}) {
    const Outcome o = ebb_with(words);
    EXPECT_EQ(o.exit_code, 2);
    EXPECT_THAT(o.err, HasSubstr(": is empty"));
  }
}

TEST(CommandLine, HelpGoesToStdoutAndSaysWhatExitCodesMean) {
  const Outcome o = ebb_with({"--help"});
  EXPECT_EQ(o.exit_code, 0);
  EXPECT_THAT(o.out, HasSubstr("topology"));
  EXPECT_THAT(o.out, HasSubstr("Exit code: 0 done"));
  EXPECT_EQ(o.err, "");
}

TEST(CommandLine, HelpOfACommandEndsWithExamples) {
  const Outcome o = ebb_with({"topology", "--help"});
  EXPECT_EQ(o.exit_code, 0);
  EXPECT_THAT(o.out, HasSubstr("Examples:\n  ebb topology list\n"));
}

TEST(CommandLine, PrintsItsVersion) { EXPECT_THAT(ebb_with({"--version"}).out, HasSubstr("ebb 0.")); }

TEST(CommandLine, SuggestsTheNearestCommand) {
  const Outcome o = ebb_with({"tpology", "list"});
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_THAT(o.err, HasSubstr("ebb: there is no command \"tpology\"\n    hint: did you mean \"topology\"?"));
}

TEST(CommandLine, SuggestsTheNearestSubcommand) {
  EXPECT_THAT(ebb_with({"topology", "shwo"}).err, HasSubstr("ebb topology: there is no command \"shwo\""));
  EXPECT_THAT(ebb_with({"topology", "shwo"}).err, HasSubstr("did you mean \"show\"?"));
}

TEST(CommandLine, SuggestsTheNearestOption) {
  const Outcome o = ebb_with({"topology", "list", "--hlep"});
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_THAT(o.err, HasSubstr("there is no option --hlep"));
  EXPECT_THAT(o.err, HasSubstr("did you mean \"--help\"?"));
}

TEST(CommandLine, SaysWhyACommandIsWithoutAnOptionThatOthersHave) {
  for (const char* option : {"--seed", "--set", "--store"})
    EXPECT_THAT(ebb_with({"reproduce", "abts-table1", option, "7"}).err,
                HasSubstr("a reproduction runs what its paper says"));
  EXPECT_THAT(ebb_with({"plan", "x.toml", "--seed", "7"}).err, HasSubstr("nothing is random here"));
  EXPECT_THAT(ebb_with({"topology", "list", "--store", "x"}).err, HasSubstr("no runs are kept or read here"));
}

TEST(CommandLine, EveryResultMayBeAskedForQuietly) {
  EXPECT_EQ(ebb_with({"topology", "list", "-q"}).out, ebb_with({"topology", "list"}).out);
  EXPECT_EQ(ebb_with({"plan", "examples/plan-fbfly-32k.toml", "--quiet"}).exit_code, 0);
}

TEST(CommandLine, NamesTheCommandsWhenOneIsMissing) {
  EXPECT_THAT(ebb_with({"topology"}).err, HasSubstr("a command is missing\n    hint: valid: list, show"));
}

TEST(CommandLine, SaysWhichArgumentIsMissingOrTooMany) {
  EXPECT_THAT(ebb_with({"topology", "show"}).err, HasSubstr("NAME is missing"));
  EXPECT_THAT(ebb_with({"topology", "show", "star", "mesh"}).err, HasSubstr("mesh"));
}

/// Messages do not mention the parser library.
TEST(CommandLine, ComplainsInOwnWords) {
  const std::pair<std::vector<const char*>, const char*> all[] = {
      {{"sweep", "x", "--jobs"}, "--jobs needs N after it"},
      {{"run", "x", "--json", "--csv"}, "--json and --csv do not go together"},
      {{"run", "a", "b"}, "takes no argument \"b\""},
      {{"run", "a", "nostore"}, "write a value after its option: --store nostore; see `ebb run --help`"},
      {{"plan", "size", "--hosts", "abc"}, "--hosts is \"abc\", but a whole number, like 16384, is expected"},
      {{"plan", "size", "--hosts", "1e9"}, "--hosts is \"1e9\", but a whole number"},
      {{"lab", "test", "--streams", "1000"},
       "--streams: is \"1000\", but must be a whole number from 0 to 64"},
      {{"results", "compare", "a"}, "IDS must be 2 or more"},
      {{"off", "x", "--max-utilisation", "7"},
       "--max-utilisation: is \"7\", but must be a number from 0.01 to 1"}};
  for (const auto& [args, said] : all) EXPECT_THAT(ebb_with(args).err, HasSubstr(said));
}

TEST(CommandLine, RefusesAnUnknownNameWithExitCodeTwo) {
  const Outcome o = ebb_with({"topology", "show", "flattened_buterfly"});
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_EQ(o.out, "");
  EXPECT_THAT(o.err, HasSubstr("did you mean \"flattened_butterfly\"?"));
}

TEST(CommandLine, ReproduceSuggestsTheNearestNameAndFailsWithTwo) {
  const Outcome o = ebb_with({"reproduce", "abts-tabel2", "koibuchi-table2"});
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_EQ(o.out, "");
  EXPECT_THAT(o.err, HasSubstr("did you mean \"abts-table2\"?"));
}

TEST(CommandLine, HelpMayStandInFrontOfACommand) {
  EXPECT_EQ(ebb_with({"help", "plan", "size"}).out, ebb_with({"plan", "size", "--help"}).out);
  EXPECT_EQ(ebb_with({"help", "nosuch"}).err, ebb_with({"nosuch"}).err) << "and not the help of everything";
  EXPECT_EQ(ebb_with({"help"}).out, ebb_with({"--help"}).out);
}

TEST(CommandLine, PlanSizeGivesRowsAndAPlanFileOfEach) {
  const Outcome table = ebb_with({"plan", "size", "--hosts", "64", "--switch", "abts-switch", "--json"});
  EXPECT_EQ(table.exit_code, 0);
  EXPECT_THAT(table.out, HasSubstr("\"family\": \"folded_clos, 2 levels\""));
  const Outcome toml = ebb_with({"plan", "size", "--hosts", "64", "--switch", "abts-switch", "--toml", "1"});
  EXPECT_THAT(toml.out, HasSubstr("[topology]\nname = \""));
  EXPECT_THAT(toml.out, HasSubstr("switch = \"abts-switch\""));
  const Outcome wrong = ebb_with({"plan", "size", "--hosts", "1", "--switch", "abts-swich", "--sort", "x"});
  EXPECT_EQ(wrong.exit_code, 2);
  for (const char* said : {"--hosts", "did you mean \"abts-switch\"?", "--sort"})
    EXPECT_THAT(wrong.err, HasSubstr(said));
}

TEST(CommandLine, PlanSizeSaysHowFarANetworkGrowsAndWhatStandsInNoDocument) {
  const std::string said = ebb_with({"plan", "size", "--hosts", "16384", "--switch", "nvidia-sn5600"}).out;
  EXPECT_THAT(said, HasSubstr("can grow to: hosts of the largest of its kind"));
  EXPECT_THAT(said, HasSubstr("numbers from no document: nvidia-sn5600 base 940W (recalled)"));
  const std::string csv =
      ebb_with({"plan", "size", "--hosts", "16384", "--switch", "nvidia-sn5600", "--csv"}).out;
  EXPECT_THAT(csv, HasSubstr("growth_hosts,largest_hosts"));
  EXPECT_THAT(csv, HasSubstr(",16384,0,65536,")) << "16 of the 64 pods that a Clos of three levels can have";
}

TEST(CommandLine, DeviceNewWritesAFileThatCanBeRead) {
  const Outcome o = ebb_with({"device", "new", "--ports", "32", "--fastest", "400Gb/s", "--base", "500W"});
  EXPECT_EQ(o.exit_code, 0);
  const TestFolder folder;
  const auto device = read_device(folder.write("mine.toml", o.out));
  ASSERT_TRUE(device) << to_text(device.problems());
  EXPECT_EQ(device->base.source, Source::recalled);  // no data sheet is named
  EXPECT_THAT(o.out, HasSubstr("\nports = 32  # how many it has\n"));
  EXPECT_THAT(o.out, HasSubstr("\n# per_bit = \"5pJ\"  # energy of a bit that passes\n"));
}

TEST(CommandLine, ReproduceSucceedsAlsoWhereAPaperIsWrong) {
  const Outcome o = ebb_with({"reproduce", "koibuchi-table2"});
  EXPECT_EQ(o.exit_code, 0);
  EXPECT_THAT(o.out, HasSubstr("the paper's own 6 * (6 - 1) / 2 = 15"));
  EXPECT_EQ(o.err, "");
}

TEST(CommandLine, ReproducePrintsOneJsonObjectOrAListOfThem) {
  EXPECT_EQ(ebb_with({"reproduce", "abts-table2", "--json"}).out.front(), '{');
  EXPECT_EQ(ebb_with({"reproduce", "abts-table2", "koibuchi-table2", "--json"}).out.front(), '[');
}

TEST(CommandLine, ReproduceListNamesThemAll) {
  const std::string list = ebb_with({"reproduce", "list"}).out;
  for (const char* name : {"abts-table1", "abts-money", "benito-power", "koibuchi-table2"})
    EXPECT_THAT(list, HasSubstr(name));
}

/// However often a command reads the file: `plan compare` gets it twice here.
TEST(CommandLine, EveryCommandSaysOnceThatASpellingIsOld) {
  const TestFolder folder;
  const std::string file = folder.write("old.toml",
                                        "[topology]\nname = \"torus\"\nsizes = [4, 4]\nc = 1\n"
                                        "[routing]\nname = \"grid_adaptive\"\n[traffic]\nload = 0.1\n"
                                        "[flow]\nname = \"class_pause\"\n[run]\nmost_time = \"20us\"\n");
  const std::string notice = file + ":10:1: flow.name: \"class_pause\" is now spelled \"pfc\"\n";
  using Words = std::vector<const char*>;
  for (const Words& words : {Words{"run", "-q", file.c_str()}, Words{"plan", file.c_str()},
                             Words{"plan", "compare", file.c_str(), file.c_str()},
                             Words{"check", file.c_str()}, Words{"traffic", "measure", file.c_str()}}) {
    const std::string said = ebb_with(words).err;
    EXPECT_EQ(said.find(notice), said.rfind(notice)) << words[0];
    EXPECT_THAT(said, HasSubstr(notice)) << words[0];
  }
}

}  // namespace
}  // namespace ebb::inline app
