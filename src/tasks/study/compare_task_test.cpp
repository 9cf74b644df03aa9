#include "tasks/study/compare_task.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>

namespace ebb::inline tasks {
namespace {

class CompareTask : public testing::Test {
 protected:
  CompareTask() : folder_(std::filesystem::path(testing::TempDir()) / "compare_task.results") {
    std::filesystem::remove_all(folder_);
  }
  ~CompareTask() override { std::filesystem::remove_all(folder_); }

  CompareOptions options() const {
    CompareOptions options;
    options.file = "examples/run-halve-double.toml", options.store = folder_.string();
    options.run.memory = 4'000'000'000;
    return options;
  }
  const std::filesystem::path folder_;
};

TEST_F(CompareTask, PlansEveryPolicyAndSeedBeforeTheFirstRun) {
  CompareOptions twice = options();
  twice.repeats = 2;
  const auto report = PolicyReport::plan(twice);
  ASSERT_TRUE(report) << to_text(report.problems());
  EXPECT_EQ((*report)->config().repeats, 2u);
  EXPECT_TRUE((*report)->empty());
  const auto json = nlohmann::json::parse((*report)->render(Format::json, false));
  EXPECT_THAT(json["origin"]["command"].get<std::string>(), testing::HasSubstr("--set sweep.repeats=2"));
}

TEST_F(CompareTask, RefusesATraceThatIsNotThere) {
  CompareOptions replayed = options();
  replayed.replay = "nowhere.ebbtrace";
  EXPECT_FALSE(PolicyReport::plan(replayed));
}

/// A hook may refuse what is planned, before the first run.
TEST_F(CompareTask, StopsWhereTheHookHasProblems) {
  const auto compared = compare_policies(options(), {.planned = [](PolicyReport&) -> Problems {
                                                       return {{"page", "x", ""}};
                                                     },
                                                     .watcher = nullptr});
  ASSERT_FALSE(compared);
  EXPECT_EQ(compared.problems()[0].where, "page");
}

}  // namespace
}  // namespace ebb::inline tasks
