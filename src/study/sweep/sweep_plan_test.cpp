#include "study/sweep/sweep_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "base/folder_testing.hpp"
#include "report/document/render.hpp"
#include "study/sweep/read_sweep.hpp"

namespace ebb::inline study {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t plenty = 1ull << 40;
const std::string base =
    "[topology]\nname = \"flattened_butterfly\"\nc = 2\nk = 2\nn = 2\n[routing]\nname = \"dimension_order\"\n"
    "[traffic]\nload = 0.5\n";

class Sweep : public testing::Test {
 protected:
  Result<SweepPlan> plan(const std::string& sweep, std::uint64_t memory = plenty) {
    const auto config = read_sweep(folder_.write("study.toml", base + sweep), settings_);
    if (!config) return config.problems();
    notes_ = config->notes;
    return plan_sweep(*config, memory);
  }
  /// "traffic.load=0.1 topology.k=2", one line per point; or the problems.
  std::string points(const std::string& sweep) {
    const auto made = plan(sweep);
    if (!made) return to_text(made.problems());
    std::string out;
    for (const SweepPoint& point : made->points) {
      std::string line;
      for (const NamedFigure& p : point.parameters)
        line += fmt::format("{}{}={}", line.empty() ? "" : " ", p.name, cell_text(p.value, {}));
      out += line + "\n";
    }
    return out;
  }
  TestFolder folder_;
  std::vector<std::string> settings_, notes_;
};

TEST_F(Sweep, CrossesEveryValueWithEveryOther) {
  EXPECT_EQ(
      points("[sweep.cross]\ntopology.k = [2, 3]\nrun.seed = [1, 2]\n"),
      "topology.k=2 run.seed=1\ntopology.k=2 run.seed=2\ntopology.k=3 run.seed=1\ntopology.k=3 run.seed=2\n");
}

TEST_F(Sweep, ZipsListsOfOneLength) {
  EXPECT_EQ(points("[sweep.zip]\ntopology.k = [2, 3]\ntopology.c = [4, 5]\n"),
            "topology.k=2 topology.c=4\ntopology.k=3 topology.c=5\n");
  EXPECT_THAT(points("[sweep.zip]\ntopology.k = [2, 3]\ntopology.c = [4]\n"),
              HasSubstr("study.toml:12:10: sweep.zip.topology.c: has 1 values, but topology.k has 2"));
}

TEST_F(Sweep, CrossesZippedGroups) {
  EXPECT_EQ(
      points(
          "[sweep.cross]\nrun.seed = [8, 9]\n[[sweep.zip]]\ntopology.k = [2, 3]\n\"topology.c\" = [4, 5]\n"),
      "run.seed=8 topology.k=2 topology.c=4\nrun.seed=8 topology.k=3 topology.c=5\n"
      "run.seed=9 topology.k=2 topology.c=4\nrun.seed=9 topology.k=3 topology.c=5\n");
}

TEST_F(Sweep, RepeatsWithSeedsFromTheFilesOn) {
  EXPECT_EQ(points("[run]\nseed = 7\n[sweep]\nrepeats = 3\n"), "run.seed=7\nrun.seed=8\nrun.seed=9\n");
}

TEST_F(Sweep, VariesWholeSections) {
  EXPECT_EQ(points("[sweep.cross]\nrouting = [\"dimension_order\", \"valiant\"]\n"
                   "traffic.pattern = [\"uniform\", { name = \"hot_spot\", fraction = 0.25 }]\n"),
            "routing=dimension_order traffic.pattern=uniform\n"
            "routing=dimension_order traffic.pattern=hot_spot (fraction = 0.25)\n"
            "routing=valiant traffic.pattern=uniform\n"
            "routing=valiant traffic.pattern=hot_spot (fraction = 0.25)\n");
}

TEST_F(Sweep, LeavesOutWhatAConditionSays) {
  const std::string cross = "[sweep.cross]\ntopology.k = [2, 3]\ntraffic.load = [0.2, 0.4, 0.6]\n";
  EXPECT_EQ(points(cross + "[sweep.skip]\ntopology.k = 3\ntraffic.load = { above = 0.3, below = 0.5 }\n"),
            "topology.k=2 traffic.load=0.2\ntopology.k=2 traffic.load=0.4\ntopology.k=2 traffic.load=0.6\n"
            "topology.k=3 traffic.load=0.2\ntopology.k=3 traffic.load=0.6\n");
  EXPECT_EQ(points(cross + "[[sweep.only]]\ntraffic.load = [0.2]\ntopology.k = 2\n[[sweep.only]]\n"
                           "traffic.load = { at_least = 0.6 }\n"),
            "topology.k=2 traffic.load=0.2\ntopology.k=2 traffic.load=0.6\ntopology.k=3 traffic.load=0.6\n");
  EXPECT_THAT(points(cross + "[sweep.skip]\nhost.packet = \"2KiB\"\n"), HasSubstr("leaves no point"))
      << "defaults count";
  EXPECT_THAT(points(cross + "[sweep.only]\nhost.packet = { above = \"4096B\" }\n"),
              HasSubstr("leaves no point"));
  EXPECT_EQ(points("[sweep.cross]\ntraffic.load = [0.5, 7]\n[sweep.skip]\ntraffic.load = { above = 1 }\n"),
            "traffic.load=0.5\n")
      << "what is left out need not be possible";
}

TEST_F(Sweep, RefusesUnknownParametersWithTheNearest) {
  EXPECT_THAT(points("[sweep.cross]\ntrafic.load = [0.1]\n"),
              AllOf(HasSubstr("study.toml:11:8: sweep.cross.trafic.load: names no parameter of a run"),
                    HasSubstr("did you mean \"traffic.load\"?")));
  EXPECT_THAT(points("[sweep.skip]\nrouting.nam = \"valiant\"\n"),
              HasSubstr("did you mean \"routing.name\"?"));
  EXPECT_THAT(points("[sweep.crss]\ntraffic.load = [0.1]\n"), HasSubstr("did you mean \"cross\"?"));
}

TEST_F(Sweep, OffersTheWordsOfAConditionAndTheFormsOfAList) {
  EXPECT_THAT(points("[sweep.skip]\ntraffic.load = { abov = 0.4 }\n"),
              AllOf(HasSubstr("sweep.skip.traffic.load.abov: is unknown here"),
                    HasSubstr("did you mean \"above\"?"), HasSubstr("below, at_least, at_most")));
  EXPECT_THAT(points("[sweep.cross]\ntraffic.load = { frm = 0.4 }\n"),
              HasSubstr("is a table, but a list or a range is expected"));
}

TEST_F(Sweep, TeachesWhereParametersStand) {
  EXPECT_THAT(points("[sweep.cross]\nload = [0.1]\n"), HasSubstr("did you mean \"traffic.load\"?"));
  EXPECT_THAT(points("[sweep]\ntraffic.load = [0.1]\n"),
              AllOf(HasSubstr("study.toml:11:1: sweep.traffic: is no part of [sweep] itself"),
                    HasSubstr("under [sweep.cross]")));
}

TEST_F(Sweep, SaysWhatIsDescribedTwiceAndWhichConditionsNeverHold) {
  const auto made = plan(
      "[sweep.cross]\ntraffic.load = [0.1, 0.2, 0.1]\n[[sweep.skip]]\ntraffic.load = \"lots\"\n"
      "[[sweep.skip]]\ntraffic.load = 0.2\n");
  ASSERT_TRUE(made) << to_text(made.problems());
  EXPECT_EQ(made->points.size(), 1u);
  EXPECT_EQ(made->duplicates, 1u);
  ASSERT_EQ(made->notes.size(), 1u);
  EXPECT_THAT(made->notes[0], HasSubstr("study.toml:12:"));
  EXPECT_THAT(made->notes[0], HasSubstr("[sweep.skip] holds for no point"));
}

TEST_F(Sweep, ShowsTheProblemsOfAllPointsAtOnceAndEachOnce) {
  const std::string problems =
      points("[sweep.cross]\ntraffic.load = [0.1, 7]\nrouting.name = [\"valiant\", \"valient\"]\n");
  EXPECT_THAT(problems, HasSubstr("traffic.load"));
  EXPECT_THAT(problems, HasSubstr("did you mean \"valiant\"?"));
  EXPECT_EQ(problems.find("valient"), problems.rfind("valient"));
  EXPECT_THAT(points("[sweep.cross]\nrouting.name = [\"valiant\", \"clos_ecmp\"]\ntopology.k = [2, 3]\n"),
              HasSubstr("routing"))
      << "what only the built network tells";
}

TEST_F(Sweep, RefusesWhatIsVariedTwiceOrTooMuch) {
  EXPECT_THAT(points("[sweep.cross]\nrouting = [\"valiant\"]\n\"routing.name\" = [\"valiant\"]\n"),
              HasSubstr("is varied together with routing"));
  EXPECT_THAT(points("[sweep.cross]\nrun.seed = [1]\n[sweep.zip]\nrun.seed = [2]\n"),
              HasSubstr("is varied together with run.seed"));
  EXPECT_THAT(points("[sweep]\nrepeats = 1000\n[sweep.cross]\nrun.batch = { from = \"1us\", to = \"101us\", "
                     "step = \"1us\" }\n"),
              HasSubstr("more than 100000 points"));
  EXPECT_THAT(points("[sweep]\nrepeats = 0\n"), HasSubstr("must be from 1"));
  EXPECT_THAT(points(""), HasSubstr("has no [sweep] section"));
}

TEST_F(Sweep, WhatIsSetOnTheCommandLineIsNotVaried) {
  const std::string cross = "[sweep.cross]\ntopology.k = [2, 3]\ntraffic.load = [0.2, 0.4, 0.6]\n";
  settings_ = {"traffic.load=0.3"};
  EXPECT_EQ(points(cross), "topology.k=2\ntopology.k=3\n");
  EXPECT_THAT(notes_,
              testing::ElementsAre("--set traffic.load=0.3: in all points; the file's 3 values are not run"));
  settings_ = {"routing=valiant"};
  EXPECT_EQ(points("[sweep.cross]\nrouting.name = [\"dimension_order\", \"ugal_l\"]\nrun.seed = [1, 2]\n"),
            "run.seed=1\nrun.seed=2\n");
  settings_ = {"routing.name=valiant"};
  EXPECT_THAT(points("[sweep.cross]\nrouting = [\"dimension_order\", \"ugal_l\"]\n"),
              HasSubstr("--set routing.name=valiant: has no effect: the file varies routing as a whole"));
  settings_ = {"topology.k=4"};
  EXPECT_THAT(points("[sweep.zip]\ntopology.k = [2, 3]\ntopology.c = [2, 3]\n"),
              HasSubstr("--set topology.k=4: has no effect: the file varies topology.k side by side"));
  settings_ = {"traffic.load=0.3"};
  EXPECT_THAT(points(cross + "[sweep.saturation]\n"),
              HasSubstr("the search for saturation chooses the loads"));
  settings_ = {"sweep.cross.traffic.load=[0.1]", "run.seed=7"};
  EXPECT_EQ(points(cross + "[sweep.saturation]\n"),
            "topology.k=2 traffic.load=0.1\ntopology.k=3 traffic.load=0.1\n");
}

TEST_F(Sweep, RefusesPointsBeyondTheMemoryBudget) {
  const auto made = plan("[sweep.cross]\ntopology.k = [2, 3]\n", 1 << 20);
  ASSERT_FALSE(made);
  EXPECT_THAT(to_text(made.problems()), HasSubstr("but the sweep may use 0.00"));
}

TEST_F(Sweep, PredictsMoreWorkForMoreHostsAndLoad) {
  const auto made = plan("[sweep.cross]\ntopology.k = [2, 8]\ntraffic.load = [0.1, 0.5]\n");
  ASSERT_TRUE(made);
  const auto& p = made->points;
  EXPECT_LT(p[0].cost, p[1].cost);
  EXPECT_LT(p[0].cost, p[2].cost);
  EXPECT_GT(p[0].memory, 0u);
}

TEST_F(Sweep, SearchesEachCombinationOfTheOtherParameters) {
  const auto made =
      plan("[sweep.cross]\ntopology.k = [2, 3]\ntraffic.load = [0.1, 0.2, 0.3]\n[sweep.saturation]\n");
  ASSERT_TRUE(made) << to_text(made.problems());
  EXPECT_EQ(made->points.size(), 6u);
  EXPECT_EQ(made->searches.size(), 2u);
  const auto only_search = plan("[sweep.saturation]\nprecision = 0.1\n");
  ASSERT_TRUE(only_search);
  EXPECT_EQ(only_search->points.size(), 0u);
  EXPECT_EQ(only_search->searches.size(), 1u);
  EXPECT_THAT(points("[sweep.zip]\ntopology.k = [2]\ntraffic.load = [0.1]\n[sweep.saturation]\n"),
              HasSubstr("is zipped with others"));
  EXPECT_THAT(points("[sweep.saturation]\nfrom = 0.5\nto = 0.2\n"), HasSubstr("0 < from < to <= 1"));
}

TEST_F(Sweep, APointIsKnownByWhatItIsNotByHowItIsWritten) {
  const auto id = [&](const std::string& text) {
    const auto config = read_sweep(folder_.write("study.toml", text), {});
    EXPECT_TRUE(config) << to_text(config.problems());
    const auto made = plan_sweep(*config, plenty);
    EXPECT_TRUE(made) << to_text(made.problems());
    return made->points.at(0).id;
  };
  const std::string first = id(base + "[sweep]\n");
  EXPECT_EQ(first.size(), 16u);
  EXPECT_EQ(first, id("# words\n[traffic]\nload = 0.5\n[routing]\nname = \"dimension_order\"\n[topology]\nn "
                      "= 2\nk = 2\nc = 2\n"
                      "name = \"flattened_butterfly\"\n[sweep.cross]\nrun.seed = [1, 2]\n"))
      << "order, comments, defaults and where a value comes from do not matter";
  EXPECT_EQ(first, id(base + "[run]\nthreads = 2\n[sweep]\n")) << "results do not depend on it";
  EXPECT_EQ(first, id(base + "[run]\nexecutor = \"plain\"\n[sweep]\n")) << "nor on this";
  std::set<std::string> ids{first};
  for (const char* change : {"[run]\nseed = 2\n", "[run]\nprecision = 0.04\n", "[switch]\nspeedup = 1.5\n"})
    EXPECT_TRUE(ids.insert(id(base + change + "[sweep]\n")).second) << change;
}

}  // namespace
}  // namespace ebb::inline study
