#include "tasks/serve/started_runs.hpp"

#include <gmock/gmock.h>
#include <signal.h>

#include <chrono>
#include <fstream>
#include <sstream>

#include "tasks/serve/serve_testing.hpp"

namespace ebb::inline tasks {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

class StartedRunsTest : public testing::Test {
 protected:
  int add(StartedRuns& runs, const std::string& file) {
    const auto outcome = runs.add(file);
    const auto* refused = std::get_if<StartedRuns::Refused>(&outcome);
    EXPECT_FALSE(refused) << (refused ? refused->text : "");
    return refused ? 0 : std::get<int>(outcome);
  }
  std::string refusal(StartedRuns& runs, const std::string& file) {
    const auto outcome = runs.add(file);
    const auto* refused = std::get_if<StartedRuns::Refused>(&outcome);
    return refused ? refused->text : "";
  }
  static std::string state(const StartedRuns& runs, int number) {
    for (const StartedRuns::Run& run : runs.list())
      if (run.number == number) return run.state;
    return "";
  }
  static void await(const StartedRuns& runs, int number, const std::string& wanted) {
    for (int i = 0; i < 2000 && state(runs, number) != wanted; ++i) std::this_thread::sleep_for(5ms);
    EXPECT_EQ(state(runs, number), wanted);
  }
  /// What was run, a line each: its words, its file, its process.
  std::string ran() const {
    std::ostringstream text;
    text << std::ifstream(program_ + ".ran").rdbuf();
    return text.str();
  }

  const TestFolder folder_;
  const std::string program_ = fake_ebb(folder_);
};

TEST_F(StartedRunsTest, RunsAFileIntoTheStore) {
  StartedRuns runs(program_, "some.results");
  await(runs, add(runs, "a file"), "finished");
  EXPECT_THAT(ran(), HasSubstr("run - --store some.results --live:a file:"));
  EXPECT_THAT(refusal(runs, "wrong"), HasSubstr("hint: mend it"));
  const int broken = add(runs, "broken");
  await(runs, broken, "failed");
  EXPECT_THAT(runs.list().front().said, HasSubstr("it broke"));
}

TEST_F(StartedRunsTest, RunsOneAtATime) {
  StartedRuns runs(program_, "some.results");
  const int first = add(runs, "long"), second = add(runs, "second"), third = add(runs, "third");
  await(runs, first, "running");
  EXPECT_EQ(state(runs, second), "waiting");
  EXPECT_TRUE(runs.stop(second));
  EXPECT_TRUE(runs.stop(first));
  await(runs, third, "finished");
  EXPECT_EQ(state(runs, first), "stopped");
  EXPECT_EQ(state(runs, second), "stopped");
  EXPECT_FALSE(runs.stop(third)) << "it is over";
  EXPECT_FALSE(runs.stop(99));
  EXPECT_EQ(ran().find("second"), std::string::npos);
}

TEST_F(StartedRunsTest, RefusesMoreThanMayWait) {
  StartedRuns runs(program_, "some.results");
  await(runs, add(runs, "long"), "running");
  for (std::size_t i = 0; i < StartedRuns::most_waiting; ++i) add(runs, "long");
  EXPECT_THAT(refusal(runs, "long"), HasSubstr("16 runs wait already"));
}

TEST_F(StartedRunsTest, EndsItsProcessesWithIt) {
  {
    StartedRuns runs(program_, "some.results");
    await(runs, add(runs, "long"), "running");
    for (int i = 0; i < 2000 && ran().find("long:") == std::string::npos; ++i)
      std::this_thread::sleep_for(5ms);
  }
  const std::string line = ran();
  const pid_t pid = std::stoi(line.substr(line.rfind(':') + 1));
  EXPECT_NE(kill(pid, 0), 0) << "process " << pid << " goes on";
}

}  // namespace
}  // namespace ebb::inline tasks
