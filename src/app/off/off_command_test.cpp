#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/off/off_commands.hpp"
#include "app/output/said_testing.hpp"
#include "base/folder_testing.hpp"
#include "fabric/trees/solver.hpp"

namespace ebb::inline app {
namespace {

using testing::HasSubstr;

/// Two levels of switches with four ports: s0 to s3 have two hosts each, s4 and s5 are above them.
struct OffSetup {
  TestFolder folder;
  std::string file = folder.write("clos.toml",
                                  "[topology]\nname = 'folded_clos'\nlevels = 2\nradix = 4\n"
                                  "[cables]\nrate = '100Gb/s'\n");
  std::string demand = folder.write("tm.csv", "source,destination,Gb/s\nh0,h7,10\n");

  Said ask(std::vector<const char*> more) const {
    more.insert(more.begin(), {"off", file.c_str(), "--demand", demand.c_str()});
    return ebb(more);
  }
};

TEST(OffCommand, NamesTheSwitchesThatCanBeOffAndSaysWhoseWattsTheyAre) {
  const OffSetup off;
  const Said said = off.ask({"--watts", "1", "--base-watts", "100", "--csv"});
  EXPECT_EQ(said.exit_code, succeeded) << said.err;
  EXPECT_THAT(said.out, HasSubstr("hour,cables_off,switches_off,switches,"));
  EXPECT_THAT(said.out, HasSubstr("\n23,4,1,s5,10,yes,108"));  // four cables of two ports, and the switch
  // 108 W for a year, of which the switch itself takes 100.
  const std::string text = off.ask({"--watts", "1", "--base-watts", "100"}).out;
  EXPECT_THAT(text, HasSubstr("946.1 kWh a year less"));
  EXPECT_THAT(text, HasSubstr("of these, 876.0 kWh are the switches themselves, which have to be"));
}

TEST(OffCommand, SaysHowToSeeTheCablesAndNamesThemByOneName) {
  const OffSetup off;
  EXPECT_THAT(off.ask({}).out, HasSubstr("which cables: --steps names them"));
  const std::string schedule = (off.folder.path / "off.csv").string();
  const Said said = off.ask({"--steps", "--csv", "--schedule", schedule.c_str()});
  EXPECT_THAT(said.out, HasSubstr("\n3,4,1,s5,10,yes,1,s0:3,s5:0,"));
  std::ifstream in(schedule);
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(in), {}), HasSubstr("\n3,s0,3\n"));
}

/// Ports of 0.87 W at 1 Gb/s, 0.18 W at 100 Mb/s, 0.12 W at 10 Mb/s. Four of eight cables are off (6.96 W);
/// of the others, two carry 50 Mb/s and run at 100 Mb/s (2.76 W), two carry nothing and run at 10 (3.0 W).
TEST(OffCommand, SlowsDownWhatStaysOnIfItMay) {
  const OffSetup off;
  const std::string demand = off.folder.write("slow.csv", "source,destination,Gb/s\nh0,h7,0.05\n");
  std::vector<const char*> words{"off",          off.file.c_str(), "--demand",
                                 demand.c_str(), "--set",          "cables.rate=1Gb/s",
                                 "--csv",        "--device",       "mahadevan-rack-48"};
  EXPECT_THAT(ebb(words).out, HasSubstr("\n23,4,1,s5,5,yes,"));
  words.push_back("--slower");
  const Said slow = ebb(words);
  EXPECT_EQ(slow.exit_code, succeeded) << slow.err;
  EXPECT_THAT(slow.out, HasSubstr("switches,fullest_percent,carried,cables_slower,saved_w\r\n"));
  EXPECT_THAT(slow.out, HasSubstr("\n23,4,1,s5,50,yes,4,"));
  words.push_back("--steps");
  const std::string steps = ebb(words).out;
  EXPECT_THAT(steps, HasSubstr(",0,1.74\r\n"));      // off
  EXPECT_THAT(steps, HasSubstr(",0,100,1.38\r\n"));  // no rule changes
  EXPECT_THAT(steps, HasSubstr(",0,10,1.5\r\n"));
  words[8] = "elastictree-48a";
  EXPECT_THAT(ebb(words).err, HasSubstr("states no lower rate of a port"));
}

TEST(OffCommand, RefusesASpareThatTheWholeNetworkCannotMeet) {
  const OffSetup off;
  EXPECT_EQ(off.ask({"--spare", "1"}).exit_code, succeeded);
  const Said said = off.ask({"--spare", "3"});
  EXPECT_EQ(said.exit_code, bad_input);
  EXPECT_THAT(
      said.err,
      HasSubstr("--spare: is 3, but even with all cables on, the network survives 1 failure at most"));
  EXPECT_THAT(said.err, HasSubstr("at most --spare 1 is possible"));
}

TEST(OffCommand, SaysWhatNoOtherChoiceCouldBeat) {
  const OffSetup off;
  if (!solver_is_there()) GTEST_SKIP() << "cbc is not there (coinor-cbc)";
  // The search found the optimum: a tree over one of the two upper switches.
  EXPECT_THAT(off.ask({"--watts", "1", "--base-watts", "100", "--exact", "--csv"}).out,
              HasSubstr("\n23,4,1,s5,10,yes,108,108\r\n"));
  EXPECT_THAT(off.ask({"--exact", "--csv"}).out, HasSubstr("\n23,4,1,s5,10,yes,4\r\n"));
}

TEST(OffCommand, WritesTheRulesBeforeAndOfEachHour) {
  const OffSetup off;
  const std::string rules = (off.folder.path / "rules").string();
  EXPECT_EQ(off.ask({"--openflow", rules.c_str()}).exit_code, succeeded);
  const auto text = [&](const char* file) {
    std::ifstream in(rules + "/" + file);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  EXPECT_THAT(text("all-on/s0.flows"), HasSubstr("# s0, all-on: "));
  EXPECT_EQ(text("hour-00/s0.flows").substr(13), text("hour-23/s0.flows").substr(13));
  EXPECT_NE(text("hour-00/s0.flows").substr(13), text("all-on/s0.flows").substr(12));
}

TEST(OffCommand, RulesOfAnEarlierCallAreReplacedAndOtherFilesAreLeftAlone) {
  const OffSetup off;
  const std::string rules = (off.folder.path / "rules").string();
  ASSERT_EQ(off.ask({"--openflow", rules.c_str()}).exit_code, succeeded);
  std::ofstream(rules + "/hour-03/s9.flows") << "# s9, hour-03: 1 rules\n";  // of a larger network
  EXPECT_EQ(off.ask({"--openflow", rules.c_str()}).exit_code, succeeded);
  EXPECT_FALSE(std::filesystem::exists(rules + "/hour-03/s9.flows"));
  std::ofstream(rules + "/mine.txt") << "not ebb's\n";
  const Said said = off.ask({"--openflow", rules.c_str()});
  EXPECT_EQ(said.exit_code, bad_input);
  EXPECT_THAT(said.err, HasSubstr("holds mine.txt, which no earlier call wrote"));
  EXPECT_TRUE(std::filesystem::exists(rules + "/mine.txt"));
  EXPECT_TRUE(said.out.empty()) << "it is noticed before the search";
  const Said nowhere = off.ask({"--openflow", "/proc/rules"});
  EXPECT_EQ(nowhere.exit_code, bad_input);
  EXPECT_TRUE(nowhere.out.empty());
}

/// At night h0 needs one cable, at noon all of them.
TEST(OffCommand, CsvHasEveryHourAndStepsNameEqualHoursOnce) {
  OffSetup off;
  std::string day = "source,destination,Gb/s,hour\n";
  for (const int h : {0, 1, 2, 3}) day += fmt::format("h{},h{},100,12\n", h, h + 4);
  off.demand = off.folder.write("day.csv", day);
  const Said csv = off.ask({"--room", "1", "--steps", "--csv"});
  EXPECT_THAT(csv.out,
              HasSubstr("hour,cables_off,switches_off,switches,fullest_percent,carried,step,from,to,"));
  EXPECT_THAT(csv.out, HasSubstr("\n11,4,1,s5,0,yes,4,"));
  EXPECT_THAT(csv.out, testing::ContainsRegex("\n12,0,0,,100,yes,,,,,,"))
      << "an hour without steps has a line";
  const Said text = off.ask({"--room", "1", "--steps"});
  EXPECT_THAT(text.out, HasSubstr("0-11 13-23"));
  const auto json = nlohmann::json::parse(off.ask({"--room", "1", "--steps", "--json"}).out);
  EXPECT_EQ(json["hours"].size(), 24u);
  EXPECT_EQ(json["steps"].size(), 4u);
}

TEST(OffCommand, MoneyIsThatOfTheFilesPlan) {
  OffSetup off;
  const auto year = [&](std::vector<const char*> more) {
    more.insert(more.end(), {"--watts", "1", "--base-watts", "100", "--json"});
    return nlohmann::json::parse(off.ask(more).out)["year"];
  };
  // 108 W for 8,760 hours.
  EXPECT_NEAR(year({})["saved_kwh"], 946.08, 1e-9);
  EXPECT_NEAR(year({})["saved_usd"], 946.08 * 1.6 * 0.07, 1e-9) << "as `ebb run` and `ebb plan` count";
  EXPECT_NEAR(year({})["switches_kwh"], 876, 1e-9);
  std::ofstream(off.file, std::ios::app) << "[plan]\nprice_usd_per_kwh = 0.2\npue = 1.25\n";
  EXPECT_NEAR(year({})["saved_usd"], 946.08 * 1.25 * 0.2, 1e-9);
  EXPECT_NEAR(year({"--price", "0.3"})["saved_usd"], 946.08 * 1.25 * 0.3, 1e-9)
      << "what is typed comes first";
}

TEST(OffCommand, SaysWhatABoundMeansWhereFailuresMustBeSurvived) {
  const OffSetup off;
  if (!solver_is_there()) GTEST_SKIP() << "cbc is not there (coinor-cbc)";
  EXPECT_THAT(off.ask({"--exact", "--spare", "1"}).out,
              HasSubstr("the bound ignores that a failure must be survived"));
  EXPECT_THAT(off.ask({"--exact"}).out, testing::Not(HasSubstr("the bound ignores")));
}

TEST(OffCommand, FailsWhereNoHourIsCarried) {
  OffSetup off;
  off.demand = off.folder.write("much.csv", "source,destination,Gb/s\nh0,h7,1000\n");
  const Said said = off.ask({});
  EXPECT_EQ(said.exit_code, failed);
  EXPECT_THAT(said.out, HasSubstr("no: too full with all on"));
  EXPECT_THAT(said.out, HasSubstr("the paths of the file's rules fill a channel beyond 80 %"));
}

/// Two ways from 0 to 3: one of them can sleep while the other carries 80 %.
struct IgpSetup {
  TestFolder folder;
  std::string graph = folder.write("square.graph",
                                   "NODES 4\nlabel x y\na 0 0\nb 0 1\nc 1 0\nd 1 1\n\n"
                                   "EDGES 8\nlabel src dest weight bw delay\n"
                                   "e0 0 1 1 10 1\ne1 1 0 1 10 1\ne2 0 2 1 10 1\ne3 2 0 1 10 1\n"
                                   "e4 1 3 1 10 1\ne5 3 1 1 10 1\ne6 2 3 1 10 1\ne7 3 2 1 10 1\n");
  std::string demand = folder.write("square.demands", "DEMANDS 1\nlabel src dest bw\nd 0 3 8\n");

  Said ask(std::vector<const char*> more) const {
    more.insert(more.begin(), {"off", graph.c_str(), "--demand", demand.c_str()});
    return ebb(more);
  }
};

TEST(OffCommand, LetsLinksOfARoutedNetworkSleep) {
  const IgpSetup igp;
  const Said said = igp.ask({"--watts", "3", "--json"});
  EXPECT_EQ(said.exit_code, succeeded) << said.err;
  const auto json = nlohmann::json::parse(said.out);
  const auto& row = json["summary"]["rows"][0];
  EXPECT_EQ(row["links_asleep"], 1);
  EXPECT_EQ(row["links_asleep_at_most"], 1);
  EXPECT_EQ(row["fullest_percent"], 80);
  EXPECT_EQ(row["saved_w"], 6);
  EXPECT_EQ(json["links_asleep"]["rows"].size(), 1u);
  EXPECT_THAT(igp.ask({"--scale", "1.1"}).out, HasSubstr("no choice of links lets more sleep"));
  EXPECT_THAT(igp.ask({"--scale", "1.1", "--csv"}).out, Not(HasSubstr("\na,")));
  EXPECT_THAT(igp.ask({"--spare", "1", "--csv"}).out, Not(HasSubstr("\na,")));
}

TEST(OffCommand, RefusesForARoutedNetworkWhatOnlySwitchesHave) {
  const IgpSetup igp;
  const Said said = igp.ask({"--exact", "--schedule", "off.csv", "--spare", "2"});
  EXPECT_EQ(said.exit_code, bad_input);
  for (const char* name :
       {"--exact: does not apply to a routed network", "--schedule: does not", "--spare: is 2"})
    EXPECT_THAT(said.err, HasSubstr(name));
}

}  // namespace
}  // namespace ebb::inline app
