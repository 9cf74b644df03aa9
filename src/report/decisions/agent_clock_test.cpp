#include "report/decisions/agent_clock.hpp"

#include <gtest/gtest.h>

namespace ebb::inline report {
namespace {

DecisionsAbout of(std::string run) {
  DecisionsAbout about;
  about.run = std::move(run);
  return about;
}

TEST(AgentClock, SaysTheTimeOfDayOfAMoment) {
  const std::string run = agent_run_name("mine.toml", 1'794'888'952, false);
  EXPECT_EQ(run, "mine.toml (agent since 2026-11-17T04:15:52Z)");
  EXPECT_EQ(moment_of(of(run), Picoseconds{7'100'000'000'000}), "7.100 s, 2026-11-17T04:15:59Z");
  EXPECT_FALSE(agent_clock(of(run))->dry);
  EXPECT_TRUE(agent_clock(of(agent_run_name("mine.toml", 0, true)))->dry);
}

TEST(AgentClock, OlderFilesKnowOnlyTheirStart) {
  ASSERT_TRUE(agent_clock(of("mine.toml (agent)")));
  EXPECT_EQ(moment_of(of("mine.toml (agent)"), Picoseconds{7'100'000'000'000}), "7.100 s");
}

TEST(AgentClock, SimulationsCountFromZero) {
  for (const char* run : {"mine.toml", "a (b).toml", "mine.toml (agent since then)", "x (agents)", ""}) {
    EXPECT_FALSE(agent_clock(of(run))) << run;
    EXPECT_EQ(moment_of(of(run), Picoseconds{25'000'000}), "25 us");
  }
}

}  // namespace
}  // namespace ebb::inline report
