#include "base/process/line_process.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace ebb::inline base {
namespace {

using namespace std::chrono_literals;

TEST(LineProcess, StaysBetweenRequests) {
  LineProcess program({"sh", "-c", "while read line; do echo $$ $line; done"});
  program.ask("one");
  const ToolResult first = program.answer(5s);
  program.ask("two");
  const ToolResult second = program.answer(5s);
  ASSERT_TRUE(first.ok() && second.ok()) << first.said() << second.said();
  EXPECT_EQ(first.output.substr(first.output.find(' ')), " one");
  EXPECT_EQ(second.output, first.output.substr(0, first.output.find(' ')) + " two");
}

TEST(LineProcess, StartsAgainAfterALateAnswer) {
  LineProcess program({"sh", "-c", "read line; [ $line = slow ] && sleep 60; echo $line"});
  program.ask("slow");
  EXPECT_TRUE(program.answer(50ms).late);
  program.ask("fast");
  EXPECT_EQ(program.answer(5s).output, "fast");
}

/// The answer to the first request would be taken for that to the second.
TEST(LineProcess, ForgetsAnAnswerThatNobodyFetched) {
  LineProcess program({"cat"});
  program.ask("first");
  program.ask("second");
  EXPECT_EQ(program.answer(5s).output, "second");
}

TEST(LineProcess, ReportsWhyThereIsNoAnswer) {
  LineProcess fails({"sh", "-c", "read line; echo wrong >&2; exit 3"});
  EXPECT_EQ(fails.answer(5s).errors, "nothing was asked");
  fails.ask("line");
  const ToolResult failed = fails.answer(5s);
  EXPECT_FALSE(failed.ok() || failed.late || failed.missing);
  EXPECT_EQ(failed.errors, "wrong\n");
  LineProcess missing({"there-is-no-such-program"});
  missing.ask("line");
  EXPECT_TRUE(missing.answer(5s).missing);
}

}  // namespace
}  // namespace ebb::inline base
