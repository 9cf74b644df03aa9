#include "study/process/child_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <cstdlib>
#include <stdexcept>

namespace ebb::inline study {
namespace {

using testing::HasSubstr;

ChildProcess::Ended end_of(const std::function<std::string()>& work) {
  auto child = ChildProcess::start(work);
  EXPECT_TRUE(child);
  int status = 0;
  rusage used{};
  EXPECT_EQ(wait4(child->pid(), &status, 0, &used), child->pid());
  return child->collect(status, used);
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

}  // namespace
}  // namespace ebb::inline study
