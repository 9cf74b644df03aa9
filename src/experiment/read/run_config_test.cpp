// Run files that must be refused, each with its position and a hint, and run files with every default written
// out.
#include "experiment/read/run_config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "base/folder_testing.hpp"
#include "config/data_files.hpp"
#include "config/write_toml.hpp"
#include "experiment/run/prepared_run.hpp"
#include "experiment/run/small_run_testing.hpp"

namespace ebb::inline experiment {
namespace {

using testing::HasSubstr;

const std::string good = small_butterfly + std::string(R"([host]
packet = "1000B"
[traffic]
load = 0.5
)");

class RunFile : public testing::Test {
 protected:
  /// Returns all problems of the file with these settings, none when it can be run.
  Problems problems_of(const std::string& text, const std::vector<std::string>& settings = {}) {
    auto input = read_run(folder_.write("run.toml", text), settings);
    if (!input) return input.problems();
    const auto prepared = prepare_run(std::move(*input));
    return prepared ? Problems{} : prepared.problems();
  }

  void expect_refused(const std::vector<std::string>& settings, const std::string& where,
                      const std::string& what, const std::string& hint, const std::string& text = good) {
    const Problems problems = problems_of(text, settings);
    ASSERT_EQ(problems.size(), 1u) << where << "\n" << to_text(problems);
    EXPECT_THAT(problems[0].where, HasSubstr(where));
    EXPECT_THAT(problems[0].what, HasSubstr(what));
    EXPECT_THAT(problems[0].hint, HasSubstr(hint));
  }

  std::string path(const std::string& rest) { return (folder_.path / "run.toml").string() + rest; }

  TestFolder folder_;
};

TEST_F(RunFile, RunsAsItStands) { EXPECT_EQ(to_text(problems_of(good)), ""); }

TEST_F(RunFile, BatchesAreAPartOfLongEpochsUnlessTheFileSaysOtherwise) {
  const std::string file = folder_.write("run.toml", good);
  std::vector<std::string> settings = {"control.policy=\"halve_double\"", "control.epoch=\"10us\""};
  EXPECT_EQ(read_run(file, settings)->run.batch, 2_us);
  settings[1] = "control.epoch=\"100us\"";
  EXPECT_EQ(read_run(file, settings)->run.batch, 25_us);
  settings.push_back("run.batch=\"2us\"");
  EXPECT_EQ(read_run(file, settings)->run.batch, 2_us);
}

TEST_F(RunFile, NeedsTopologyRoutingAndTraffic) {
  EXPECT_EQ(problems_of("[host]\npacket = \"1000B\"\n").size(), 3u);
  expect_refused({}, "run.toml", "has no [traffic] section", "write at least: [traffic] and load = 0.5",
                 good.substr(0, good.find("[traffic]")));
}

TEST_F(RunFile, SuggestsRoutingsOfThisTopology) {
  const std::string dragonfly = "[topology]\nname = \"dragonfly\"\n[traffic]\nload = 0.1\n";
  expect_refused({}, "[routing]", "is missing", "these route on this network: dragonfly_minimal", dragonfly);
  expect_refused({"routing.name=ugal"}, "routing.name", "unknown", "did you mean \"dragonfly_ugal_l\"?",
                 dragonfly);
}

TEST_F(RunFile, RefusesRulesThatWaitForPausesThatNeverCome) {
  const std::vector<std::string> rules{"routing.name=rules", "routing.kind=minimal"};
  expect_refused(rules, "routing.trigger", "waits for pauses, but with flow.name = \"credits\"",
                 "flow.name = \"pfc\"");
  auto by_queue = rules, with_pauses = rules;
  by_queue.push_back("routing.trigger=queue");
  with_pauses.push_back("flow.name=pfc");
  EXPECT_EQ(to_text(problems_of(good, by_queue)), "");
  EXPECT_EQ(to_text(problems_of(good, with_pauses)), "");
  expect_refused({"routing.name=rules", "routing.kind=minimal", "routing.organisation=flat"},
                 "routing.organisation", "with conditions", "kind = \"unconditional\"");
}

TEST_F(RunFile, RefusesLoadsThatNoHostCanOffer) {
  expect_refused({"traffic.load=1.01"}, "traffic.load", "must be 1e-09 to 1", "");
  expect_refused({"traffic.load=0"}, "traffic.load", "must be 1e-09 to 1", "");
  expect_refused({"traffic.load=-0.5"}, "traffic.load", "must be 1e-09 to 1", "");
  expect_refused({"traffic.load=nan"}, "traffic.load", "", "");
}

TEST_F(RunFile, RefusesABusyThatNoQueueReaches) {
  const std::string dragonfly =
      "[topology]\nname = \"dragonfly\"\n[routing]\nname = \"dragonfly_piggyback\"\n[traffic]\nload = 0.1\n";
  EXPECT_EQ(to_text(problems_of(dragonfly)), "");
  expect_refused({"routing.busy=32KiB"}, "routing.busy", "no channel would ever be busy",
                 "raise [switch] output_queue", dragonfly);
  expect_refused({"switch.output_queue=4KiB"}, "routing", "no channel would ever be busy", "", dragonfly);
  // A queue of 32,768 bytes holds ten packets of 3,000 bytes, and no packet reaches beyond 30,000.
  const std::string of_3000 =
      dragonfly + "sizes = { name = \"fixed\", size = \"3000B\" }\n[host]\npacket = \"3000B\"\n";
  EXPECT_EQ(to_text(problems_of(of_3000, {"routing.busy=29999B"})), "");
  expect_refused({"routing.busy=30000B"}, "routing.busy",
                 "an output queue holds 32KiB, 30kB in whole packets: no channel would ever be busy", "",
                 of_3000);
  // Cut into 2,000 and 1,000 bytes, they fill it better: fifteen of the long ones and two of the short ones.
  EXPECT_EQ(to_text(problems_of(of_3000, {"host.packet=2000B", "routing.busy=31999B"})), "");
  expect_refused({"host.packet=2000B", "routing.busy=32000B"}, "routing.busy", "32kB in whole packets", "",
                 of_3000);
}

TEST_F(RunFile, RefusesAThresholdThatNoQueueReaches) {
  const std::string rules =
      "[topology]\nname = \"dragonfly\"\n[flow]\nname = \"pfc\"\n[routing]\nname = \"rules\"\n"
      "kind = \"non_minimal\"\ntrigger = \"queue\"\n[traffic]\nload = 0.1\n";
  EXPECT_EQ(to_text(problems_of(rules)), "");
  expect_refused({"routing.threshold=32KiB"}, "routing.threshold", "no packet would take another path",
                 "raise [switch] output_queue", rules);
  expect_refused({"switch.output_queue=8KiB"}, "routing", "no queue would ever be longer", "", rules);
}

TEST_F(RunFile, RefusesNumbersOutsideTheirRange) {
  expect_refused({"cables.rate=1000000Tb/s"}, "cables.rate", "but must be from 1b/s to 100Tb/s",
                 "docs/reference/config.md");
  expect_refused({"cables.copper_delay=9223372036854775807ps"}, "cables.copper_delay",
                 "but must be from 0s to 1s", "");
  expect_refused({"run.least_time=-1ps"}, "run.least_time", "is -1ps, but must be from 0s to 86400s", "");
  const std::string closed = good.substr(0, good.find("load")) + "arrivals = \"closed_loop\"\n";
  expect_refused({"traffic.arrivals.outstanding=2147483647"}, "outstanding", "but must be from 1 to 65536",
                 "", closed);
  const std::string control = good + "[control]\npolicy = \"queue_aware\"\n";
  expect_refused({"control.policy.within=1ps"}, "control.policy.within", "but must be from 1ns", "", control);
  expect_refused({"control.policy.busy=-1"}, "control.policy.busy", "is -1", "", control);
}

TEST_F(RunFile, KnowsTheNearestSpelling) {
  expect_refused({"routing.name=minimal_adaptiv"}, "routing.name", "unknown",
                 "did you mean \"minimal_adaptive\"?");
  expect_refused({"traffic.pattern=bit_reverse"}, "traffic.pattern", "unknown",
                 "did you mean \"bit_reversal\"?");
  expect_refused({"traffic.arrivals=poison"}, "traffic.arrivals", "unknown", "did you mean \"poisson\"?");
  expect_refused({"topology.name=flatened_butterfly"}, "topology.name", "unknown",
                 "did you mean \"flattened_butterfly\"?");
  expect_refused({"run.seeds=3"}, "run.seeds", "unknown", "did you mean \"seed\"?");
}

TEST_F(RunFile, RefusesAChangingTopologyWithoutAnOffStateOrARoutingThatLooks) {
  const std::string dynamic = good + "[control]\npolicy = \"dynamic_topology\"\n";
  expect_refused({"control.wake=1us"}, "routing.name", "does not support links that go off",
                 "dynamic_butterfly", dynamic);
  expect_refused({"routing.name=dynamic_butterfly"}, "control.policy", "no off state", "wake = \"1us\"",
                 dynamic);
  EXPECT_EQ(to_text(problems_of(dynamic, {"routing.name=dynamic_butterfly", "control.wake=1us"})), "");
  // Each of the two policies fits the cables of one of the two routings.
  const std::string shutdown = good + "[control]\nwake = \"1us\"\npolicy = \"link_shutdown\"\n";
  expect_refused({"routing.name=dynamic_butterfly"}, "routing.name", "cannot route around", "shutdown_paths",
                 shutdown);
  expect_refused({"routing.name=shutdown_paths", "control.wake=1us"}, "routing.name", "cannot route around",
                 "dynamic_butterfly", dynamic);
  EXPECT_EQ(to_text(problems_of(shutdown, {"routing.name=shutdown_paths"})), "");
}

TEST_F(RunFile, RefusesSingleChannelsOffWhereBothHaveOneRate) {
  const std::string shutdown =
      good + "[control]\nwake = \"1us\"\npolicy = { name = \"link_shutdown\", unit = \"channel\" }\n";
  EXPECT_EQ(to_text(problems_of(shutdown, {"routing.name=shutdown_paths", "routing.detours=cycle"})), "");
  expect_refused({"routing.name=shutdown_paths", "flow.name=pfc"}, "flow.name", "this needs credits",
                 "credits", shutdown);
  expect_refused({"routing.name=shutdown_paths", "control.channels=paired"}, "control.policy.unit",
                 "one rate", "independent", shutdown);
}

TEST_F(RunFile, RefusesDetoursAlongACycleThatIsNotThere) {
  const std::string star =
      "[topology]\nname = \"tree\"\n[routing]\nname = \"shutdown_paths\"\ndetours = \"cycle\"\n"
      "[traffic]\nload = 0.1\n";
  expect_refused({}, path(":5:1: routing.detours"), "no cycle through all", "tree", star);
}

TEST_F(RunFile, RefusesARoutingThatDoesNotFitTheTopologyAtItsLine) {
  const std::string star =
      "[topology]\nname = \"star\"\nhosts = 4\n[routing]\nname = \"valiant\"\n[traffic]\nload = 0.1\n";
  for (const char* routing : {"minimal_adaptive", "dimension_order", "valiant", "ugal_l", "dal"}) {
    std::string text = star;
    text.replace(text.find("valiant"), 7, routing);
    expect_refused({}, path(":5:1: routing.name"), "", "shortest_path", text);
  }
}

TEST_F(RunFile, RefusesMessagesOfMorePacketsThanCanBeCounted) {
  const auto with = [](const std::string& size) {
    return std::vector<std::string>{"host.packet=64B",
                                    "traffic.sizes={name=\"fixed\", size=\"" + size + "\"}"};
  };
  expect_refused(with("274877906881B"), "host.packet",
                 "has 4294967296 packets then, but at most 4294967295 are possible",
                 "make packets of 65 bytes or more");
  EXPECT_EQ(to_text(problems_of(good, with("274877906880B"))), "") << "2^32 - 1 packets can be counted";
}

TEST_F(RunFile, RefusesTooFewVirtualChannels) {
  const std::string text = good + "[switch]\nvcs = 1\n";
  expect_refused({"topology.n=3"}, path(":13:1: switch.vcs"), "is 1, but this routing needs 2",
                 "leave it out", text);
  EXPECT_EQ(to_text(problems_of(good, {"topology.n=3", "switch.vcs=2"})), "");
  expect_refused({"switch.vcs=17"}, "switch.vcs", "between 0 and 16", "as many as the routing needs");
  expect_refused({"topology.c=1", "topology.k=2", "topology.n=18", "routing.name=minimal_adaptive"},
                 path(":6:1: routing"), "needs 17 virtual channels here, but at most 16",
                 "choose a routing with fewer");
}

TEST_F(RunFile, RefusesBuffersSmallerThanAPacket) {
  expect_refused({"switch.input_buffer=999B"}, "switch.input_buffer", "holds 999 bytes, but a packet",
                 "make it larger");
  expect_refused({"switch.output_queue=1000B", "host.header=1B"}, "switch.output_queue",
                 "holds 1000 bytes, but a packet with its header has 1001", "make it larger");
  EXPECT_EQ(to_text(problems_of(good, {"switch.input_buffer=1000B", "switch.output_queue=1000B"})), "");
  expect_refused({"host.packet=70000B"}, "host.packet", "more than 65535 bytes", "cut into packets");
}

TEST_F(RunFile, NeedsTwoHosts) {
  expect_refused({}, path(":1:1: topology"), "has 1 host, but traffic needs a source and a destination",
                 "two hosts",
                 "[topology]\nname = \"star\"\nhosts = 1\n[routing]\nname = \"shortest_path\"\n"
                 "[traffic]\nload = 0.1\n");
}

TEST_F(RunFile, RefusesPatternsThatNeedAPowerOfTwo) {
  for (const char* pattern : {"bit_reversal", "bit_complement"})
    expect_refused({"topology.c=3", std::string("traffic.pattern=") + pattern}, "traffic.pattern",
                   "power of two", "");
}

TEST_F(RunFile, RefusesTimesThatCannotBe) {
  expect_refused({"switch.pipeline=-1ns"}, "switch.pipeline", "negative", "");
  expect_refused({"switch.credit_time=-1ns"}, "switch.credit_time", "negative", "");
  expect_refused({"run.most_time=-1us"}, "run.most_time", "must be 1ns to 86400s", "for example");
  expect_refused({"run.most_time=0s"}, "run.most_time", "must be 1ns to 86400s", "for example");
  expect_refused({"run.batch=0us"}, "run.batch", "at least 1ns", "for example");
  expect_refused({"run.least_time=2s"}, "run.least_time", "longer than most_time", "lower it");
  expect_refused({"run.precision=0"}, "run.precision", "must be 1e-06 to 1", "for example");
  expect_refused({"run.threads=0"}, "run.threads", "between 1 and 1024", "");
  expect_refused({"cables.copper_delay=0ns", "cables.optical_delay=0ns", "switch.pipeline=0ns"}, "switch",
                 "no delay", "give cables a delay");
}

TEST_F(RunFile, SaysSoBeforeItBuildsWhatDoesNotFitIntoMemory) {
  auto input = read_run(folder_.write("run.toml", good), {"topology.c=40", "topology.k=40", "topology.n=5"});
  ASSERT_TRUE(input);
  const auto begin = std::chrono::steady_clock::now();
  const auto prepared = prepare_run(std::move(*input), 16'000'000'000);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  ASSERT_FALSE(prepared);
  EXPECT_EQ(prepared.problems()[0].where, path(":1:1: topology"));
  EXPECT_THAT(prepared.problems()[0].what,
              HasSubstr("has 102400000 hosts and 501760000 switch ports: a run needs more than"));
  EXPECT_THAT(prepared.problems()[0].hint, HasSubstr("`ebb plan` works at any size"));
}

TEST_F(RunFile, SaysSoBeforeItTakesTheMemoryForTheRun) {
  auto input = read_run(folder_.write("run.toml", good), {});
  ASSERT_TRUE(input);
  const auto prepared = prepare_run(std::move(*input), 1'000'000);
  ASSERT_FALSE(prepared);
  EXPECT_THAT(prepared.problems()[0].what,
              testing::MatchesRegex("needs about [0-9]+ MB of memory for this run, this machine has 1 MB"));
}

TEST_F(RunFile, ShowsWhatDoesNotFitAllAtOnce) {
  const Problems problems =
      problems_of(good, {"topology.c=3", "topology.n=3", "switch.vcs=1", "traffic.pattern=bit_reversal"});
  EXPECT_EQ(problems.size(), 2u) << to_text(problems);
}

/// Compares the configuration with every default with the result of reading that text again.
TEST_F(RunFile, WrittenOutWithAllDefaultsItReadsAsItself) {
  for (const auto& pattern : patterns())
    for (const auto& arrivals : arrival_processes()) {
      std::vector<std::string> settings{fmt::format("traffic.pattern={}", pattern.name),
                                        fmt::format("traffic.arrivals={}", arrivals.name)};
      const bool closed = arrivals.name == "closed_loop";
      const auto first =
          read_run(folder_.write("run.toml", closed ? good.substr(0, good.find("load")) : good), settings);
      ASSERT_TRUE(first) << to_text(first.problems());
      const std::string text = toml_document(first->document);
      const auto second = read_run(folder_.write("config.toml", text), {});
      ASSERT_TRUE(second) << text << to_text(second.problems());
      EXPECT_EQ(toml_document(second->document), text);
      EXPECT_THAT(text, HasSubstr("output_queue = \"32KiB\""));
      EXPECT_THAT(text, HasSubstr("sizes = { name = \"fixed\", size = "));
    }
}

TEST(RoutingHint, NamesWhatIsMadeForTheNetworkFirst) {
  const TestFolder folder;
  const std::string file = folder.write(
      "d.toml", "[topology]\nname = \"dragonfly\"\n[routing]\nname = \"dal\"\n[traffic]\nload = 0.1\n");
  auto input = read_run(file, {});
  ASSERT_TRUE(input) << to_text(input.problems());
  const auto prepared = prepare_run(std::move(*input));
  ASSERT_FALSE(prepared);
  EXPECT_EQ(prepared.problems().at(0).hint.find("these route on it: dragonfly_minimal, "), 0u)
      << prepared.problems().at(0).hint;
  EXPECT_NE(prepared.problems().at(0).hint.find("dragonfly_ugal_l"), std::string::npos);
  EXPECT_EQ(prepared.problems().at(0).hint.find("clos_ecmp"), std::string::npos);
}

}  // namespace
}  // namespace ebb::inline experiment
