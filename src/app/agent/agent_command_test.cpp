#include <gmock/gmock.h>

#include "app/command/command.hpp"
#include "app/fabric/fabric_commands.hpp"
#include "app/output/said_testing.hpp"
#include "base/folder_testing.hpp"

namespace ebb::inline app {
namespace {

using testing::HasSubstr;

/// The files of the agent's example; its switches do not run.
struct Evening {
  TestFolder folder;
  std::string inventory = folder.write("inventory.toml", "");

  Said ask(std::vector<const char*> more) const {
    more.insert(more.begin(), {"agent", "examples/agent-butterfly.toml", "-i", inventory.c_str()});
    return ebb(more);
  }
  std::string path(const char* name) const { return (folder.path / name).string(); }
};

TEST(AgentCommand, RefusesToTryWhetherEverythingComesOn) {
  const Said said = Evening{}.ask({"--all-on", "--dry-run"});
  EXPECT_EQ(said.exit_code, bad_input);
  EXPECT_THAT(said.err, HasSubstr("--all-on: cannot be tried with --dry-run"));
  EXPECT_THAT(said.err, HasSubstr("inventory.toml.off"));
  EXPECT_THAT(said.out, testing::Not(HasSubstr("everything is on")));
}

TEST(AgentCommand, RefusesADayWithoutASchedule) {
  const Said said = Evening{}.ask({"--day", "120s"});
  EXPECT_EQ(said.exit_code, bad_input);
  EXPECT_THAT(said.err, HasSubstr("--day: sets the length of a day of a schedule, but there is none"));
}

TEST(AgentCommand, RefusesANegativeDrain) {
  const Said said = Evening{}.ask({"--drain", "-5"});
  EXPECT_EQ(said.exit_code, bad_input);
  EXPECT_THAT(said.err, HasSubstr("--drain"));
}

TEST(AgentCommand, RefusesOneFileForTwoThings) {
  const Evening evening;
  const std::string file = evening.path("a"), same = evening.path("./a");
  const Said said = evening.ask({"--record", file.c_str(), "--decisions", same.c_str()});
  EXPECT_EQ(said.exit_code, bad_input);
  EXPECT_THAT(said.err, HasSubstr("is the file of --decisions too"));
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(AgentCommand, LeavesNoFileBehindWhereAnotherIsRefused) {
  const Evening evening;
  const std::string why = evening.path("new.why"), old = evening.folder.write("old.ebbtrace", "kept");
  const Said said = evening.ask({"--decisions", why.c_str(), "--record", old.c_str()});
  EXPECT_EQ(said.exit_code, bad_input);
  EXPECT_THAT(said.err, HasSubstr("old.ebbtrace: cannot be written: it is there already"));
  EXPECT_THAT(said.err, HasSubstr("--force"));
  EXPECT_FALSE(std::filesystem::exists(why));
}

}  // namespace
}  // namespace ebb::inline app
