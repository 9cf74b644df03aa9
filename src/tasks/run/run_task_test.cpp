#include "tasks/run/run_task.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/folder_testing.hpp"
#include "store/store.hpp"
#include "tasks/run/rerun_task.hpp"
#include "tasks/run/why_task.hpp"

namespace ebb::inline tasks {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* a_torus = R"([topology]
name = "torus"
sizes = [4, 4]
c = 1
[routing]
name = "grid_adaptive"
[traffic]
load = 0.2
[control]
policy = "halve_double"
[run]
most_time = "300us"
)";

class ARunTask : public testing::Test {
 protected:
  TestFolder folder_;
  std::vector<std::string> warnings_;
  int starts_ = 0;

  std::string path(const std::string& name) const { return (folder_.path / name).string(); }
  RunOptions options() { return {.file = folder_.write("torus.toml", a_torus)}; }
  RunObserver observer() {
    RunObserver observer;
    observer.warn = [this](const std::string& text) { warnings_.push_back(text); };
    observer.starting = [this] { ++starts_; };
    return observer;
  }
};

TEST_F(ARunTask, GivesTheResultWithItsTitle) {
  const auto run = run_file(options(), observer());
  ASSERT_TRUE(run) << to_text(run.problems());
  EXPECT_EQ(run->title.hosts, 16u);
  EXPECT_GT(run->result.statistics.accepted.payload_bits_per_second, 0);
  EXPECT_THAT(run->unsaved, IsEmpty());
  EXPECT_EQ(run->memory_of_ranks, "");
  EXPECT_EQ(starts_, 1);
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(ARunTask, WritesEachOutputThatIsNamed) {
  RunOptions wanted = options();
  wanted.folder = path("results"), wanted.report = path("page.html"), wanted.store = path("a.results");
  wanted.decisions.file = path("torus.why");
  const auto run = run_file(wanted, observer());
  ASSERT_TRUE(run) << to_text(run.problems());
  EXPECT_THAT(run->unsaved, IsEmpty());
  EXPECT_THAT(warnings_, ElementsAre("report: " + wanted.report));
  EXPECT_TRUE(std::filesystem::exists(path("results/summary.json")));
  const auto twins = compare_decisions(wanted.decisions.file, wanted.decisions.file);
  ASSERT_TRUE(twins) << to_text(twins.problems());
  EXPECT_EQ(twins->agreement.mean_points_apart(), 0);
  Damage damage;
  const auto stored = read_stores({wanted.store}, damage);
  ASSERT_TRUE(stored && stored->size() == 1);
  const auto again = repeat_run(stored->front(), {wanted.store});
  ASSERT_TRUE(again) << to_text(again.problems());
  EXPECT_TRUE(again->is_same) << again->verdict;
}

TEST_F(ARunTask, WritesTheFirstDecisionsAndCountsTheOthers) {
  RunOptions wanted = options();
  wanted.decisions = {path("torus.why"), 10};
  const auto run = run_file(wanted, observer());
  ASSERT_TRUE(run && run->result.decisions);
  EXPECT_GT(run->result.decisions->beyond, 10u);
  const auto why = explain_decisions({.file = wanted.decisions.file});
  ASSERT_TRUE(why) << to_text(why.problems());
  EXPECT_EQ(why->file.end().decisions.kept, 10u);
  EXPECT_THAT(to_text(compare_decisions(wanted.decisions.file, wanted.decisions.file).problems()),
              HasSubstr("does not hold all decisions"));
}

TEST_F(ARunTask, RefusesBeforeItStarts) {
  RunOptions wanted = options();
  wanted.settings = {"traffic.load=nought"};
  EXPECT_THAT(to_text(run_file(wanted, observer()).problems()), HasSubstr("--set traffic.load=nought"));
  wanted = options(), wanted.folder = path(".");
  EXPECT_THAT(to_text(run_file(wanted, observer()).problems()), HasSubstr("is there already"));
  wanted = options(), wanted.decisions = {path("torus.why"), 0};
  EXPECT_THAT(to_text(run_file(wanted, observer()).problems()), HasSubstr("nothing would be written"));
  wanted = options(), wanted.memory = 1'000;
  EXPECT_THAT(to_text(run_file(wanted, observer()).problems()), HasSubstr("memory"));
  EXPECT_EQ(starts_, 0);
}

TEST_F(ARunTask, EndsWithAPartialResultWhenItIsStopped) {
  std::atomic<bool> stop{false};
  RunObserver stopping = observer();
  stopping.stop = &stop;
  stopping.progress = [&](const RunProgress&) { stop = true; };
  RunOptions wanted = options();
  wanted.settings = {"run.most_time=100ms", "run.least_time=50ms"};
  wanted.store = path("a.results");
  const auto run = run_file(wanted, stopping);
  ASSERT_TRUE(run) << to_text(run.problems());
  EXPECT_TRUE(run->result.partial);
  EXPECT_THAT(warnings_, ElementsAre(HasSubstr("stopped early: not put into")));
}

TEST_F(ARunTask, PredictsMemoryWithoutRunning) {
  const auto memory = predict_memory(options(), observer());
  ASSERT_TRUE(memory) << to_text(memory.problems());
  EXPECT_GT(memory->predicted_bytes, 10'000u);
  EXPECT_TRUE(memory->queues_may_grow);
  EXPECT_EQ(starts_, 0);
}

/// The file is read once, so the listener hears of an old spelling once.
TEST_F(ARunTask, PassesOnANoticeForEachOldSpelling) {
  std::vector<std::string> notices;
  RunOptions wanted = options();
  wanted.settings = {"flow.name=class_pause", "sweep.run.seed=[1,2]"};
  wanted.settings.on_notice = [&](const std::string& notice) { notices.push_back(notice); };
  const auto run = run_file(wanted, observer());
  EXPECT_THAT(notices, ElementsAre(HasSubstr("\"class_pause\" is now spelled \"pfc\"")));
  EXPECT_THAT(warnings_, ElementsAre(HasSubstr("its [sweep] is ignored")));
}

}  // namespace
}  // namespace ebb::inline tasks
