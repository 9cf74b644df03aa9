// User errors about [flow]. Every case is refused with its position in the file and a hint.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/refusals_testing.hpp"
#include "experiment/run/small_run_testing.hpp"

namespace ebb::inline experiment {
namespace {

using testing::HasSubstr;

class FlowRefusals : public testing::Test {
 protected:
  /// The [flow] section begins in line 1. Returns an empty text when nothing is wrong.
  std::string refusal_of(const std::string& flow, const std::string& more = "[traffic]\nload = 0.5\n",
                         const std::string& network = small_butterfly) {
    const std::string rest = "\n[run]\nmost_time = \"1ms\"\n";
    return refusal_of_run(folder_, "[flow]\n" + flow + "\n" + network + more + rest);
  }
  TestFolder folder_;
};

TEST_F(FlowRefusals, TakeEveryName) {
  for (const char* name : {"credits", "pause", "pfc", "drop"})
    EXPECT_EQ(refusal_of(fmt::format("name = \"{}\"", name)), "");
  EXPECT_THAT(refusal_of("name = \"pfcs\""), HasSubstr("pfc"));
}

TEST_F(FlowRefusals, WhatHasNoMeaning) {
  EXPECT_THAT(refusal_of("name = \"drop\"\nstop = \"5000B\""),
              refused("run.toml:3", "has no meaning with \"drop\"", "pfc"));
}

TEST_F(FlowRefusals, CreditsInBandWhereThereAreNone) {
  EXPECT_EQ(refusal_of("credits = \"in_band\""), "");
  for (const char* name : {"drop", "pfc", "pause"})
    EXPECT_THAT(refusal_of(fmt::format("name = \"{}\"\ncredits = \"in_band\"", name)),
                refused("run.toml:3", fmt::format("has no meaning with \"{}\"", name), "name = \"credits\""));
}

TEST_F(FlowRefusals, CreditsInBandOfFlits) {
  EXPECT_THAT(
      refusal_of("credits = \"in_band\"", "[switch]\nforwarding = \"wormhole\"\n[traffic]\nload = 0.5\n"),
      refused("run.toml:2", "credits of flits go out of band", "whole packets"));
}

TEST_F(FlowRefusals, CreditsInBandOverSingleChannelsThatGoOff) {
  const std::string control =
      "[routing]\nname = \"shutdown_paths\"\n[traffic]\nload = 0.5\n[control]\nwake = \"1us\"\n"
      "[control.policy]\nname = \"link_shutdown\"\nunit = \"{}\"\n";
  const std::string network = "[topology]\nname = \"flattened_butterfly\"\nc = 2\nk = 3\nn = 2\n";
  EXPECT_THAT(refusal_of("credits = \"in_band\"", fmt::format(fmt::runtime(control), "channel"), network),
              refused("run.toml:2", "single channels go off", "unit = \"cable\""));
  EXPECT_EQ(refusal_of("credits = \"in_band\"", fmt::format(fmt::runtime(control), "cable"), network), "");
}

TEST_F(FlowRefusals, BuffersThatCouldOverflow) {
  const std::string text = refusal_of("name = \"pause\"\nstop = \"32KiB\"");
  EXPECT_THAT(text, refused("run.toml:3", "a buffer of 32768 could overflow", "would do"));
  EXPECT_THAT(text, HasSubstr("or flow.xoff = "));
  EXPECT_THAT(refusal_of("name = \"pause\"", "[switch]\ninput_buffer = \"4KiB\"\n[traffic]\nload = 0.5\n"),
              refused("run.toml", "it could overflow", "would do"));
}

TEST_F(FlowRefusals, MoreClassesThanAFrameKnows) {
  EXPECT_THAT(refusal_of("name = \"pfc\"", "[switch]\nvcs = 9\n[traffic]\nload = 0.5\n"),
              refused("run.toml:2", "has 8 priorities, but there are 9", "fewer"));
  EXPECT_EQ(refusal_of("name = \"pause\"", "[switch]\nvcs = 9\n[traffic]\nload = 0.5\n"), "");
}

TEST_F(FlowRefusals, ChannelsThatAreSwitchedOff) {
  const std::string control = "[traffic]\nload = 0.5\n[control]\nwake = \"1us\"\npolicy = \"halve_double\"\n";
  EXPECT_THAT(refusal_of("name = \"pfc\"", control),
              refused("run.toml:2", "this needs credits", "control.wake"));
  EXPECT_EQ(refusal_of("name = \"drop\"", control), "");
}

TEST_F(FlowRefusals, WorkloadsThatWaitForWhatIsLost) {
  EXPECT_THAT(refusal_of("name = \"drop\"", "[traffic]\narrivals = \"closed_loop\"\n"),
              refused("run.toml:2", "wait for messages to arrive", "poisson"));
}

TEST_F(FlowRefusals, PausesThatEndBeforeTheirRefresh) {
  EXPECT_THAT(refusal_of("name = \"pfc\"\nquanta = 10"),
              refused("run.toml:3", "over before it is refreshed", "would do"));
}

}  // namespace
}  // namespace ebb::inline experiment
