// User errors about rates, times and policies, in [control] itself and in a device file that it names. Every
// case is refused with its position in the file and a hint.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/folder_testing.hpp"
#include "config/write_toml.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "experiment/run/small_run_testing.hpp"

namespace ebb::inline experiment {
namespace {

using testing::AllOf, testing::ElementsAre, testing::HasSubstr, testing::Pair;

class ControlRefusals : public testing::Test {
 protected:
  /// Returns the problems of a [control] section that begins in line 1, or of the device `mine.toml`.
  std::string refusal_of(const std::string& control, const std::string& device = "") {
    folder_.write("mine.toml", device);
    const std::string rest = "\n[traffic]\nload = 0.5\n[run]\nmost_time = \"1ms\"\n";
    auto input =
        read_run(folder_.write("run.toml", "[control]\n" + control + "\n" + small_butterfly + rest), {});
    if (!input) return to_text(input.problems());
    const auto prepared = prepare_run(std::move(*input));
    if (!prepared) return to_text(prepared.problems());
    from_device_ = (*prepared)->control_config.from_device;
    return "";
  }
  std::string refusal_of_device(const std::string& rows, const std::string& control = "") {
    return refusal_of("device = \"./mine.toml\"\npolicy = \"halve_double\"\n" + control,
                      "kind = \"link\"\nfrom = \"a test\"\n" + rows);
  }

  FromDevice from_device_;
  TestFolder folder_;
};

const std::string halve_double = "policy = \"halve_double\"\n";
const std::string levels = "[[link]]\nrate = \"10Gb/s\"\n[[link]]\nrate = \"40Gb/s\"\n";

std::string wake_of(const std::string& kind, const std::string& most) {
  return fmt::format("[[wake]]\nkind = \"{}\"\nmost = {{ value = \"{}\", source = \"measured\" }}\n", kind,
                     most);
}

auto refused(const std::string& where, const std::string& what, const std::string& hint) {
  return AllOf(HasSubstr(where + ": "), HasSubstr(what), HasSubstr("hint: "), HasSubstr(hint));
}

TEST_F(ControlRefusals, ALadderOutOfOrder) {
  EXPECT_THAT(refusal_of(halve_double + "rates = [\"20Gb/s\", \"10Gb/s\", \"40Gb/s\"]"),
              refused("run.toml:3:1: control.rates", "goes from 20Gb/s to 10Gb/s", "slowest first"));
  EXPECT_THAT(refusal_of(halve_double + "rates = [\"10Gb/s\", \"10Gb/s\", \"40Gb/s\"]"),
              refused("run.toml:3:1: control.rates", "goes from 10Gb/s to 10Gb/s", "slowest first"));
  EXPECT_THAT(refusal_of_device(levels + "[[link]]\nrate = \"20Gb/s\"\n"),
              refused("mine.toml:8:1: link[2].rate", "goes from 40Gb/s to 20Gb/s", "slowest first"));
  EXPECT_THAT(refusal_of_device(levels + "[[link]]\nrate = \"10Gb/s\"\n"),
              refused("mine.toml:8:1: link[2].rate", "link[0] does already", "leave one of them out"));
}

TEST_F(ControlRefusals, ANegativeRate) {
  EXPECT_THAT(refusal_of(halve_double + "rates = [\"-10Gb/s\", \"40Gb/s\"]"),
              refused("run.toml:3:1: control.rates", "not positive", "2.5Gb/s"));
  for (const char* rate : {"-1b/s", "-10Gb/s"})
    EXPECT_THAT(refusal_of_device(fmt::format("[[link]]\nrate = \"{}\"\n", rate) + levels),
                refused("mine.toml:4:1: link[0].rate", "must not be negative", "switched off"));
}

TEST_F(ControlRefusals, ANegativeTimeOrPower) {
  for (const char* key : {"reactivation", "relock", "sleep", "drain_above"})
    EXPECT_THAT(refusal_of("transition = \"by_time\"\n" + halve_double + key + " = \"-1us\""),
                refused(fmt::format("run.toml:4:1: control.{}", key), "must not be negative", "for example"));
  EXPECT_THAT(refusal_of(halve_double + "epoch = \"-1us\""),
              refused("run.toml:3:1: control.epoch", "must be positive", "for example"));
  EXPECT_THAT(refusal_of(halve_double + "wake = \"-1us\""),
              refused("run.toml:3:1: control.wake", "must not be negative", "for example"));
  EXPECT_THAT(refusal_of_device(levels + wake_of("any", "-1us")),
              refused("mine.toml:9:1: wake[0].most", "outside 0 to", "its unit"));
  EXPECT_THAT(refusal_of_device("[[link]]\nport = { value = \"-2W\", source = \"measured\" }\n" + levels),
              refused("mine.toml:4:1: link[0].port", "is -2 W, outside 0 to", "its unit"));
}

TEST_F(ControlRefusals, AnEpochNoLongerThanItsChanges) {
  EXPECT_THAT(
      refusal_of(halve_double + "epoch = \"1us\""),
      refused("run.toml:3:1: control.epoch", "is 1us, no longer than `reactivation`, 1us", "ten times"));
  EXPECT_THAT(refusal_of_device(levels + wake_of("any", "7us"), "epoch = \"5us\""),
              refused("run.toml:4:1: control.epoch", "`reactivation` of the device \"./mine.toml\", 7us",
                      "ten times"));
}

TEST_F(ControlRefusals, AnOffStateWithoutAWakeTime) {
  EXPECT_THAT(refusal_of(halve_double + "rates = [\"0b/s\", \"10Gb/s\", \"40Gb/s\"]"),
              refused("run.toml:1:1: control.wake", "`rates` has an off state", "wake = \"1us\""));
  const std::string off = "[[link]]\nrate = \"0b/s\"\n";
  EXPECT_THAT(refusal_of_device(off + levels),
              refused("mine.toml:4:1: link[0].rate", "how long it takes to come back", "[[wake]]"));
  EXPECT_THAT(refusal_of_device(off + levels + "[[wake]]\nkind = \"wake\"\n"),
              refused("mine.toml:10:1: wake[0].kind", "no time is given", "most = "));
  EXPECT_THAT(refusal_of_device(off + levels + wake_of("wake", "0s")),
              refused("mine.toml:11:1: wake[0].most", "waking takes time", "1us"));
  EXPECT_EQ(refusal_of_device(off + levels + wake_of("wake", "1us")), "");
}

TEST_F(ControlRefusals, APolicyThatDoesNotFitTheChannels) {
  const std::string fixed = "policy = { name = \"static\", rate = \"5Gb/s\" }\n",
                    sleeps = "policy = { name = \"idle_sleep\", idle_state = \"off\" }\n";
  const std::string device = "device = \"./mine.toml\"\n",
                    text = "kind = \"link\"\nfrom = \"a test\"\n" + levels;
  EXPECT_THAT(refusal_of(fixed + "rates = [\"10Gb/s\", \"40Gb/s\"]"),
              refused("control.policy.rate", "no rate level of the channels", "10Gb/s"));
  EXPECT_THAT(refusal_of(fixed + device, text),
              refused("control.policy.rate", "no rate level of the channels", "10Gb/s"));
  EXPECT_THAT(refusal_of(sleeps), refused("control.policy.idle_state", "have no off state", "wake time"));
  EXPECT_THAT(refusal_of(sleeps + device, text),
              refused("control.policy.idle_state", "have no off state", "wake time"));
  EXPECT_THAT(refusal_of("policy = \"dynamic_topology\"\n"), HasSubstr("hint: "));
  EXPECT_THAT(refusal_of_device("[[link]]\nrate = \"40Gb/s\"\n"),
              refused("run.toml:2:1: control.device", "no policy has a choice", "take another device"));
}

TEST_F(ControlRefusals, TimesThatARunDoesNotLiveToSee) {
  EXPECT_THAT(refusal_of(halve_double + "epoch = \"1ms\""),
              refused("run.toml:3:1: control.epoch", "but the run ends after 1ms", "raise [run] most_time"));
  EXPECT_THAT(
      refusal_of(halve_double + "wake = \"180s\"\nepoch = \"1800s\""),
      refused("run.toml:4:1: control.epoch", "no channel would ever change", "raise [run] most_time"));
  EXPECT_THAT(refusal_of_device(levels + wake_of("any", "180s")),
              refused("run.toml:1:1: control.epoch",
                      "is 1800s, because `reactivation` of the device \"./mine.toml\" takes 180s",
                      "shorter times in [control]"));
  EXPECT_THAT(refusal_of_device(levels + wake_of("any", "999999s")), HasSubstr("must be from 0s to 3600s"));
}

TEST_F(ControlRefusals, WordsThatWouldDoNothing) {
  EXPECT_THAT(refusal_of(halve_double + "relock = \"100ns\"\nlanes = [4, 4, 1, 1, 1]"),
              refused("control.lanes", "goes from 4 down to 1", "slowest first"));
  EXPECT_THAT(refusal_of(halve_double + "lanes = [1, 1, 1, 4, 4]"),
              refused("control.relock", "`lanes` alone change nothing", "relock = \"100ns\""));
  EXPECT_THAT(refusal_of(halve_double + "drain_above = \"5us\""),
              refused("control.drain_above", "\"leave\" does not go by time", "by_time"));
  EXPECT_EQ(refusal_of(halve_double + "drain_above = \"5us\"\ntransition = \"by_time\""), "");
  const std::string two = halve_double + "rates = [\"10Gb/s\", \"40Gb/s\"]\n";
  EXPECT_THAT(refusal_of(two + "changes = [[\"0s\", \"1us\"], [\"1us\", \"2us\"]]"),
              refused("run.toml:4:27: control.changes[1][1]", "from a state to itself", "\"0s\""));
  EXPECT_THAT(
      refusal_of(two + "changes = [[\"0s\", \"1us\"], [\"2us\", \"0s\"]]\nrelock = \"1us\"\nlanes = [1, 4]"),
      AllOf(refused("control.relock", "`changes` has the time of every change", "leave it out"),
            HasSubstr("control.lanes")));
  EXPECT_EQ(refusal_of(two + "changes = [[\"0s\", \"1us\"], [\"2us\", \"0s\"]]"), "");
}

/// The configuration kept in a results folder must work from there.
TEST_F(ControlRefusals, ADeviceNamedByItsPathIsFoundFromAnywhere) {
  folder_.write("mine.toml", "kind = \"link\"\nfrom = \"a test\"\n" + levels);
  const std::string text = "[control]\ndevice = \"./mine.toml\"\n" + halve_double +
                           "[energy]\ndevices = [\"mine.toml\", \"yarc\"]\n" + small_butterfly +
                           "[traffic]\nload = 0.5\n";
  const auto input = read_run(folder_.write("run.toml", text), {});
  ASSERT_TRUE(input) << to_text(input.problems());
  const TestFolder elsewhere;
  const auto again = read_run(elsewhere.write("config.toml", toml_document(input->document)), {});
  ASSERT_TRUE(again) << to_text(again.problems());
  EXPECT_EQ(again->control.from_device.file, (folder_.path / "mine.toml").string());
  EXPECT_EQ(again->control.epoch, input->control.epoch);
  EXPECT_EQ(again->energy.devices.at(1), "yarc");
}

TEST_F(ControlRefusals, WhatADeviceGivesIsWrittenDown) {
  EXPECT_EQ(refusal_of_device(levels + wake_of("any", "2us"), "wake = \"3us\""), "");
  EXPECT_EQ(from_device_.file, (folder_.path / "./mine.toml").string());
  EXPECT_THAT(from_device_.taken, ElementsAre(Pair("rates", "10Gb/s, 40Gb/s"), Pair("reactivation", "2us"),
                                              Pair("epoch", "30us")));
  EXPECT_EQ(from_device_.notes, "the epoch is ten times the longest change, 10us at least");
  EXPECT_EQ(
      refusal_of("device = \"infiniband-36\"\nreactivation = \"1us\"\nepoch = \"10us\"\n" + halve_double),
      "");
  EXPECT_THAT(from_device_.taken, ElementsAre(Pair("rates", HasSubstr("2.5Gb/s, 5Gb/s, 10Gb/s"))));
  EXPECT_THAT(from_device_.notes, HasSubstr("its off state is ignored"));
  EXPECT_EQ(refusal_of_device(levels), "");
  EXPECT_THAT(from_device_.notes, HasSubstr("it does not say how long a change takes: reactivation 1us"));
}

}  // namespace
}  // namespace ebb::inline experiment
