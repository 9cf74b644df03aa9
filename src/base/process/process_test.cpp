// Child processes of both kinds: functions in a fork, and other programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "base/process/run_tool.hpp"

namespace ebb::inline base {
namespace {

using testing::HasSubstr;

ChildProcess::Ended end_of(const std::function<std::string()>& work) {
  const auto child = ChildProcess::start(work);
  EXPECT_TRUE(child);
  return child->wait();
}

TEST(ChildProcess, HandsBackWhatItMadeHoweverMuch) {
  const auto ended = end_of([] { return std::string(1 << 20, 'x'); });
  EXPECT_TRUE(ended.well) << ended.why;
  EXPECT_EQ(ended.output, std::string(1 << 20, 'x'));
  EXPECT_GT(ended.peak_memory_bytes, 0);
}

TEST(ChildProcess, SaysHowItDied) {
  const auto killed = end_of([]() -> std::string {
    raise(SIGKILL);
    return "";
  });
  EXPECT_FALSE(killed.well);
  EXPECT_THAT(killed.why, HasSubstr("killed by signal 9"));
  const auto thrown = end_of([]() -> std::string { throw std::runtime_error("the reason"); });
  EXPECT_FALSE(thrown.well);
  EXPECT_EQ(thrown.why, "it failed: the reason");
  const auto aborted = end_of([]() -> std::string {
    fprintf(stderr, "last words\n");
    std::abort();
  });
  EXPECT_FALSE(aborted.well);
  EXPECT_THAT(aborted.why, AllOf(HasSubstr("killed by signal 6"), HasSubstr("last words")));
}

TEST(RunTool, EndsWhatNobodyWaitsForAnyMore) {
  for (const auto limit : {std::chrono::milliseconds{60'000}, no_limit}) {
    std::stop_source stop;
    std::jthread asks([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      stop.request_stop();
    });
    const auto start = std::chrono::steady_clock::now();
    const ToolResult result = run_tool({"sleep", "60"}, "", limit, {.stop = stop.get_token()});
    EXPECT_TRUE(result.stopped && !result.ok() && !result.late);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
    EXPECT_EQ(run_tool({"echo", "here"}, "", limit, {.stop = std::stop_source().get_token()}).output,
              "here\n");
  }
}

TEST(RunTool, EndsWhatTakesTooLong) {
  const auto late = run_tool({"sleep", "30"}, "", std::chrono::milliseconds{50});
  EXPECT_TRUE(late.late);
  EXPECT_EQ(run_tool({"cat"}, "hello").output, "hello");
  EXPECT_TRUE(run_tool({"no-such-tool-of-ebb"}).missing);
  EXPECT_EQ(run_tool({"false"}).exit_code, 1);
}

TEST(RunTool, SaysWhatAProgramSaid) {
  EXPECT_EQ(run_tool({"cat"}, "some input\n").output, "some input\n");
  const ToolResult failed = run_tool({"sh", "-c", "echo yes; echo no >&2; exit 3"});
  EXPECT_EQ(failed.exit_code, 3);
  EXPECT_EQ(failed.said(), "yes\nno\n");
  EXPECT_EQ(run_tool_in({"", {"WORD=set"}}, {"sh", "-c", "echo $WORD"}).output, "set\n");
  const ToolResult missing = run_tool({"there-is-no-such-program"});
  EXPECT_TRUE(missing.missing);
  EXPECT_THAT(missing.said(), HasSubstr("not installed"));
  EXPECT_THAT(run_tool({"/dev/null"}).said(), HasSubstr("Permission denied"));
}

TEST(RunTool, SaysThatANamespaceIsNotThere) {
  const ToolResult function = run_in_namespace("no.such.namespace", [] { return std::string("here"); });
  EXPECT_EQ(function.exit_code, 1);
  EXPECT_THAT(function.said(), HasSubstr("cannot be entered"));
  EXPECT_THAT(run_tool_in({"no.such.namespace"}, {"true"}).said(), HasSubstr("cannot be entered"));
}

TEST(RunTool, EndsAProgramThatWasOnlyStarted) {
  const auto server = start_tool({"sleep", "60"}, "");
  ASSERT_TRUE(server);
  server->kill();
  EXPECT_THAT(server->wait().why, HasSubstr("killed by signal 9"));
}

TEST(BecomeTool, ReportsWhichStepFailed) {
  const BecomeFailure outside = become_tool({"true"}, {.name_space = "no.such.namespace"});
  EXPECT_EQ(outside.step, BecomeFailure::Step::enter);
  EXPECT_EQ(outside.error, ENOENT);
  EXPECT_EQ(become_tool({"there-is-no-such-program"}, {}).step, BecomeFailure::Step::execute);
}

}  // namespace
}  // namespace ebb::inline base
