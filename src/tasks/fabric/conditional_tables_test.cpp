#include "tasks/fabric/conditional_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/document/render.hpp"

namespace ebb::inline tasks {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

struct Shown {
  std::string table, json;
};

/// Switch 0 of a small dragonfly, whose rules for other groups have this trigger.
Shown shown(const std::string& trigger) {
  const auto file = read_fabric_file("examples/run-dragonfly-adv-rules.toml",
                                     {"rules.organisation=conditional", "rules.trigger=" + trigger});
  EXPECT_TRUE(file) << (file ? "" : to_text(file.problems()));
  const ProgramMaker maker = (*file)->programs();
  return {to_csv(conditional_table(**file, maker, {0})), conditional_json(**file, maker, 0).dump()};
}

TEST(ConditionalTables, SayWhatEachTriggerWaitsFor) {
  const Shown pause = shown("pause"), queue = shown("queue"), both = shown("pause_and_own_queue");
  EXPECT_THAT(pause.table, AllOf(HasSubstr("port 9 is not paused"), Not(HasSubstr("queue of"))));
  EXPECT_THAT(queue.table, AllOf(HasSubstr("queue of port 9 up to 16KiB"), Not(HasSubstr("is not paused"))));
  EXPECT_THAT(both.table, AllOf(HasSubstr("queue of port 9 up to 16KiB"), HasSubstr("port 4 is not paused")));
  EXPECT_THAT(pause.json, HasSubstr(R"({"port":9,"signal":"not paused"})"));
  EXPECT_THAT(queue.json, HasSubstr(R"({"port":9,"signal":"queue not above","threshold_bytes":16384})"));
}

TEST(ConditionalTables, ANoticeIsAboutTheDestinationAndNoPort) {
  const Shown notice = shown("notice");
  EXPECT_THAT(notice.table, AllOf(HasSubstr("no congestion notification has come about the destination"),
                                  Not(HasSubstr("queue of")), Not(HasSubstr("is not paused"))));
  EXPECT_THAT(notice.json,
              AllOf(HasSubstr(R"("while":{"signal":"no congestion notification about the destination"})"),
                    Not(HasSubstr("threshold_bytes"))));
}

}  // namespace
}  // namespace ebb::inline tasks
