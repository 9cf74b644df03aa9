#include "tasks/agent/agent_task.hpp"

#include <gmock/gmock.h>

#include "base/folder_testing.hpp"
#include "fabric/lab/lab_up.hpp"
#include "tasks/fabric/fabric_file.hpp"

namespace ebb::inline tasks {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// The agent's example with an inventory whose switches do not run.
struct NoSwitches {
  NoSwitches() {
    const auto file = read_fabric_file("examples/agent-butterfly.toml");
    options.fabric.file = "examples/agent-butterfly.toml";
    options.fabric.inventory =
        folder.write("inventory.toml", lab_inventory({"no-such-lab"}, (*file)->network));
    hooks.prepared = [this] { prepared = true; };
    hooks.starting = [this] { return started = true, Problems{}; };
  }
  AgentOutcome run() { return run_agent(options, hooks); }
  std::string path(const char* name) const { return (folder.path / name).string(); }

  TestFolder folder;
  AgentOptions options;
  AgentHooks hooks;
  bool prepared = false, started = false;
};

TEST(AgentTask, SwitchesThatCannotBeReachedAreAFailureThatLeavesNoFile) {
  NoSwitches agent;
  agent.options.decisions = agent.path("evening.why");
  const AgentOutcome outcome = agent.run();
  EXPECT_THAT(outcome.refused, IsEmpty());
  ASSERT_FALSE(outcome.problems.empty());
  EXPECT_FALSE(outcome.problems[0].hint.empty());
  EXPECT_FALSE(outcome.ran);
  EXPECT_FALSE(agent.prepared || agent.started);
  EXPECT_FALSE(std::filesystem::exists(agent.options.decisions));
}

TEST(AgentTask, RefusesOptionsThatContradictEachOther) {
  NoSwitches agent;
  agent.options.all_on = agent.options.dry_run = true;
  agent.options.day = 60'000_ms;
  const AgentOutcome outcome = agent.run();
  ASSERT_EQ(outcome.refused.size(), 2u);
  EXPECT_EQ(outcome.refused[0].where, "--all-on");
  EXPECT_EQ(outcome.refused[1].where, "--day");
  EXPECT_THAT(outcome.problems, IsEmpty());
}

TEST(AgentTask, RefusesAPolicyThatNeedsWhatPortsDoNotShow) {
  NoSwitches agent;
  agent.options.fabric.settings = {"control.policy=queue_aware"};
  EXPECT_THAT(to_text(agent.run().refused), HasSubstr(", at a real switch"));
}

TEST(AgentTask, RefusesAScheduleThatIsNotThere) {
  NoSwitches agent;
  agent.options.schedule = agent.path("off.csv");
  EXPECT_THAT(to_text(agent.run().refused), HasSubstr("off.csv"));
  EXPECT_FALSE(agent.prepared);
}

}  // namespace
}  // namespace ebb::inline tasks
