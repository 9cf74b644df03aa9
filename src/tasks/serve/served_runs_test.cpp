#include "tasks/serve/served_runs.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "report/page/json_reader.hpp"
#include "tasks/serve/run_chart.hpp"
#include "tasks/serve/run_list.hpp"
#include "tasks/serve/run_views.hpp"
#include "tasks/serve/serve_testing.hpp"

namespace ebb::inline tasks {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class ServedStore : public testing::Test {
 protected:
  std::vector<std::string> ids(const RunQuery& query) const {
    std::vector<std::string> found;
    const auto runs = wanted_runs(snapshot_, query);
    if (!runs) return {to_text(runs.problems())};
    for (const ServedRun* run : *runs) found.push_back(run->id);
    return found;
  }

  TestFolder folder_;
  const std::string store_ = put_runs(folder_, "a.results", four_served_runs());
  const Snapshot snapshot_ = snapshot_of({folder_.path.string()});
};

TEST_F(ServedStore, HasOneLineForRunsThatDifferInTheirSeed) {
  EXPECT_THAT(snapshot_.varied, ElementsAre("run.seed", "traffic.load"));
  EXPECT_EQ(snapshot_.each.size(), 4u);
  const auto list = run_list_json(snapshot_, {});
  ASSERT_TRUE(list);
  EXPECT_EQ((*list)["varied"].dump(), R"(["traffic.load"])");
  ASSERT_EQ((*list)["runs"].size(), 2u);
  const PageJson& run = (*list)["runs"][0];
  EXPECT_EQ(run["seeds"], 2);
  EXPECT_EQ(run["settings"].dump(), "[0.1]");
  const PageJson& latency = run["figures"][1];
  EXPECT_DOUBLE_EQ(latency[0], 101.5);
  EXPECT_NEAR(latency[1].get<double>(), 12.706 * 0.5, 0.01) << "Student's t of two seeds";
}

TEST_F(ServedStore, GivesEachRunItsOwnInterval) {
  const auto list = run_list_json(snapshot_, {.filter = "", .sort = "-run.seed", .each = true});
  ASSERT_EQ((*list)["runs"].size(), 4u);
  EXPECT_EQ((*list)["runs"][0]["figures"][1].dump(), "[102.0,7.0]");
}

TEST_F(ServedStore, FiltersAndSorts) {
  EXPECT_THAT(ids({.filter = "load>=0.3", .sort = ""}), ElementsAre("bb01"));
  EXPECT_THAT(ids({.filter = "traffic.load=0.1 steady", .sort = ""}), ElementsAre("aa01"));
  EXPECT_THAT(ids({.filter = "BB01", .sort = ""}), ElementsAre("bb01"));
  EXPECT_THAT(ids({.filter = "routing.name!=ugal_l", .sort = ""}), ElementsAre());
  EXPECT_THAT(ids({.filter = "mean_ns<200", .sort = ""}), ElementsAre("aa01"));
  EXPECT_THAT(ids({.filter = "", .sort = "-load"}), ElementsAre("bb01", "aa01"));
  EXPECT_THAT(ids({.filter = "", .sort = "load", .each = true}), ElementsAre("aa01", "aa02", "bb01", "bb02"));
}

TEST_F(ServedStore, NamesWhatIsNearestToAWrongColumn) {
  EXPECT_THAT(ids({.filter = "laod>1", .sort = ""})[0],
              HasSubstr("no run has a setting or a figure \"laod\""));
  EXPECT_THAT(ids({.filter = "ofered.share>1", .sort = ""})[0], HasSubstr("did you mean offered.share"));
  EXPECT_THAT(ids({.filter = "", .sort = "nothing.like_it"})[0], HasSubstr("sort"));
}

TEST_F(ServedStore, GivesAPartOfTheList) {
  const auto list = run_list_json(snapshot_, {.filter = "", .sort = "", .each = true, .from = 3, .count = 2});
  EXPECT_EQ((*list)["wanted"], 4);
  ASSERT_EQ((*list)["runs"].size(), 1u);
  const auto beyond = run_list_json(snapshot_, {.filter = "", .sort = "", .from = SIZE_MAX});
  EXPECT_EQ((*beyond)["runs"].size(), 0u);
}

TEST_F(ServedStore, DrawsOneCurveForRunsThatAreAlike) {
  std::vector<StoredRun> runs = four_served_runs();
  runs.push_back(a_run("cc01", 0.1, 1, "minimal")), runs.push_back(a_run("cc02", 0.5, 1, "minimal"));
  const Snapshot snapshot = snapshot_of({put_runs(folder_, "b.results", runs)});
  const auto chart = run_chart(snapshot, {.runs = {}, .x = "traffic.load", .y = "mean_ns"});
  ASSERT_TRUE(chart) << to_text(chart.problems());
  ASSERT_EQ(chart->curves.size(), 2u);
  EXPECT_EQ(chart->curves[0].name, "routing minimal");
  EXPECT_THAT(chart->curves[1].x, ElementsAre(0.1, 0.5));
  EXPECT_LT(chart->curves[1].low[0], chart->curves[1].y[0]);
  const auto by_name = run_chart(snapshot, {.runs = {}, .x = "routing.name", .y = "mean_ns"});
  EXPECT_THAT(by_name->x.names, ElementsAre("minimal", "ugal_l"));
  EXPECT_EQ(by_name->curves.size(), 2u) << "one for each load";
  EXPECT_FALSE(run_chart(snapshot, {.runs = {}, .x = "traffic.load", .y = "nothing"}));
  StoredRun other = a_run("dd01", 0.3, 1);
  other.config += "[control]\npolicy = \"halve_double\"\n";
  runs.push_back(other);
  const Snapshot mixed = snapshot_of({put_runs(folder_, "c.results", runs)});
  const auto by_policy = run_chart(mixed, {.runs = {}, .x = "control.policy", .y = "mean_ns"});
  EXPECT_THAT(by_policy->x.names, ElementsAre("halve_double")) << "runs without a policy have no place there";
}

TEST_F(ServedStore, ShowsARunAndComparesTwo) {
  const auto run = run_view(snapshot_, "bb01");
  ASSERT_TRUE(run);
  EXPECT_EQ((*run)["seeds"].dump(), R"(["bb01","bb02"])");
  EXPECT_THAT((*run)["config"].get<std::string>(), HasSubstr("load = 0.5"));
  EXPECT_EQ((*run)["figures"].dump().find("series"), std::string::npos);
  const auto table = comparison_view(snapshot_, "aa01", "bb01");
  ASSERT_TRUE(table) << to_text(table.problems());
  EXPECT_THAT(table->notes[0], HasSubstr("means over 2 seeds"));
  EXPECT_FALSE(comparison_view(snapshot_, "aa01", "aa01"));
  EXPECT_FALSE(comparison_view(snapshot_, "aa01", "zz"));
  EXPECT_THAT(*run_page_of(snapshot_, "bb02"), HasSubstr("Run bb02 of study.toml"));
  EXPECT_FALSE(run_page_of(snapshot_, "../../etc/passwd"));
}

TEST_F(ServedStore, SaysWhatIsDamagedOrGoneAndShowsTheRest) {
  const std::string other = put_runs(folder_, "b.results", {a_run("cc01", 0.9, 1)});
  for (const auto& entry : fs::directory_iterator(store_))
    if (entry.path().extension() == ".db") fs::resize_file(entry.path(), fs::file_size(entry.path()) / 2);
  const Snapshot snapshot = snapshot_of({store_, other, (folder_.path / "gone").string()});
  EXPECT_THAT(snapshot.problems, HasSubstr("gone: is not there"));
  EXPECT_THAT(snapshot.problems, HasSubstr("damaged"));
  EXPECT_EQ(snapshot.each.size(), 1u);
  fs::remove_all(other);
  EXPECT_FALSE(run_view(snapshot, "cc01")) << "it is gone since the list was read";
  EXPECT_FALSE(run_page_of(snapshot, "cc01"));
}

TEST_F(ServedStore, ReadsAFolderOfOneRun) {
  const fs::path run = folder_.path / "runs" / "first";
  fs::create_directories(run);
  std::ofstream(run / "config.toml") << "[traffic]\nload = 0.3\n";
  std::ofstream(run / "summary.json") << R"({"digest": "00ff", "verdict": "steady", "seed": 1,
    "figures": {"offered.share": 0.3}})";
  const Snapshot snapshot = snapshot_of({folder_.path.string()});
  EXPECT_EQ(snapshot.sources.size(), 2u);
  const auto list = run_list_json(snapshot, {.filter = "load=0.3", .sort = ""});
  ASSERT_EQ((*list)["runs"].size(), 1u);
  const std::string id = (*list)["runs"][0]["id"];
  EXPECT_EQ((*run_view(snapshot, id))["verdict"], "steady");
  EXPECT_THAT(*run_page_of(snapshot, id), HasSubstr("<html"));
}

TEST_F(ServedStore, FollowsAStoreThatGrows) {
  const ServedRuns runs({folder_.path.string()});
  const auto before = runs.after(0);
  EXPECT_EQ(before->each.size(), 4u);
  put_runs(folder_, "a.results", {a_run("dd01", 0.7, 1)});
  EXPECT_EQ(runs.after(before->revision)->each.size(), 5u);
  EXPECT_EQ(before->each.size(), 4u) << "a request keeps what it began with";
}

}  // namespace
}  // namespace ebb::inline tasks
