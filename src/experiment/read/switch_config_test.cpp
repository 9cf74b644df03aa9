// The stages of a switch's pipeline: valid values, and that they add up to the pipeline.
#include "experiment/read/switch_config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/write_toml.hpp"
#include "experiment/refusals_testing.hpp"
#include "experiment/run/prepared_run.hpp"
#include "experiment/run/small_run_testing.hpp"

namespace ebb::inline experiment {
namespace {

using testing::HasSubstr;

class Stages : public testing::Test {
 protected:
  /// The [switch] section begins in line 1.
  std::string text_with(const std::string& switches) const {
    return "[switch]\n" + switches + "\n" + small_butterfly +
           "\n[traffic]\nload = 0.5\n[run]\nmost_time = \"100us\"\n";
  }
  std::string refusal_of(const std::string& switches) { return refusal_of_run(folder_, text_with(switches)); }
  RunInput read(const std::string& switches) {
    auto input = read_run(folder_.write("run.toml", text_with(switches)), {});
    EXPECT_TRUE(input) << to_text(input.problems());
    return std::move(*input);
  }
  TestFolder folder_;
};

const std::string five =
    R"(stages = { lane = "5ns", lookup = "20ns", arbitration = "10ns", crossbar = "15ns", output = "10ns" })";

TEST_F(Stages, MakeThePipeline) {
  const RunInput input = read(five);
  EXPECT_EQ(input.switches.pipeline, 60_ns);
  EXPECT_EQ(input.switches.stages.slowest(), 20_ns);
  EXPECT_EQ(described(input.switches.stages),
            "60ns: lane 5ns, lookup 20ns, arbitration 10ns, crossbar 15ns, output 10ns");
  EXPECT_EQ(read("stages.lookup = \"70ns\"").switches.pipeline, 70_ns) << "the others take no time";
}

TEST_F(Stages, ChangeNoPicosecondOfARun) {
  const auto digest = [&](const std::string& switches) {
    auto prepared = prepare_run(read(switches));
    EXPECT_TRUE(prepared) << to_text(prepared.problems());
    const auto result = run_or_problems(**prepared);
    EXPECT_TRUE(result);
    return result->digest;
  };
  EXPECT_EQ(digest(five), digest("pipeline = \"60ns\""));
  EXPECT_NE(digest(five), digest("pipeline = \"61ns\""));
}

TEST_F(Stages, AreInTheResolvedDocumentWhichCanBeReadAgain) {
  const RunInput first = read("stages.lookup = \"70ns\"");
  const std::string text = toml_document(first.document);
  EXPECT_THAT(text, testing::AllOf(HasSubstr("70ns"), HasSubstr("crossbar")));
  const auto again = read_run(folder_.write("again.toml", text), {});
  ASSERT_TRUE(again) << to_text(again.problems());
  EXPECT_EQ(again->switches.stages.sum(), 70_ns);
}

TEST_F(Stages, AreRefusedWhereTheyDisagreeWithThePipeline) {
  EXPECT_EQ(refusal_of("pipeline = \"60ns\"\n" + five), "");
  EXPECT_THAT(refusal_of("pipeline = \"50ns\"\n" + five),
              refused("run.toml:2", "is 50ns, but its stages take 60ns together", "leave one of them out"));
  EXPECT_EQ(refusal_of("pipeline = \"50ns\"\nstages = {}"), "");
}

TEST_F(Stages, AreRefusedWhereTheyCannotBe) {
  EXPECT_THAT(refusal_of("stages = { lokup = \"10ns\" }"),
              refused("run.toml:2", "switch.stages.lokup", "lookup"));
  EXPECT_THAT(refusal_of("stages = { lookup = \"-10ns\" }"),
              refused("run.toml:2", "switch.stages.lookup: must not be negative", "for example"));
  EXPECT_THAT(refusal_of("stages = [\"10ns\"]"),
              refused("run.toml:2", "a table is expected", "[switch.stages]"));
  // A packet of 2 KiB takes 409.6 ns at 40 Gb/s.
  EXPECT_EQ(refusal_of("stages.lookup = \"409600ps\""), "");
  EXPECT_THAT(refusal_of("stages.lookup = \"410ns\""),
              refused("run.toml", "heads would come faster than that stage takes them", "divide it"));
}

}  // namespace
}  // namespace ebb::inline experiment
