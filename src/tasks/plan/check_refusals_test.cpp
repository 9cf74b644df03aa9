// `ebb check` must not accept what `ebb run` refuses: both get the same invalid files.
#include <gtest/gtest.h>

#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "tasks/plan/check_network.hpp"

namespace ebb::inline tasks {
namespace {

using Texts = std::vector<std::string>;

struct BadFile {
  std::string example;
  Texts settings;
  std::string says;  ///< a part of the expected message
};

std::string refusal_of_run(const BadFile& bad) {
  auto input = read_run(bad.example, bad.settings);
  if (!input) return to_text(input.problems());
  const auto prepared = prepare_run(std::move(*input));
  return prepared ? "" : to_text(prepared.problems());
}

std::string refusal_of_check(const BadFile& bad) {
  auto file = Configuration::read(bad.example, bad.settings);
  if (!file) return to_text(file.problems());
  const auto result = check_configuration(std::move(*file));
  return result ? "" : to_text(result.problems());
}

void expect_refused_by_both(const std::vector<BadFile>& files) {
  for (const BadFile& bad : files) {
    const std::string run = refusal_of_run(bad);
    EXPECT_NE(run.find(bad.says), std::string::npos) << bad.says << "\nis not in\n" << run;
    EXPECT_EQ(run, refusal_of_check(bad)) << bad.says;
  }
}

TEST(CheckRefusals, AreThoseOfARunForFlowControl) {
  const std::string rules = "examples/run-dragonfly-adv-rules.toml", clos = "examples/run-pause.toml";
  expect_refused_by_both({
      {rules, {"flow.xoff=32KiB"}, "could overflow"},
      {rules, {"flow.xon=32KiB"}, "flow.xon"},
      {rules, {"switch.input_buffer=2KiB"}, "could overflow"},
      {clos, {"flow.quanta=1"}, "over before it is refreshed"},
      {clos, {"flow.xoff=2KiB", "flow.xon=3KiB"}, "flow.xon"},
      {clos, {"flow.reaction=1ms"}, "could overflow"},
      {rules, {"flow.name=credits"}, "waits for pauses"},
      {rules, {"flow.name=drop"}, "waits for pauses"},
      {rules, {"flow.name=credits", "routing.trigger=congestion_notification"}, "802.1Qau"},
      {"examples/run-fbfly-512.toml",
       {"flow.name=pfc", "topology.c=1", "topology.k=2", "topology.n=11"},
       "has 8 priorities, but there are 10"},
      {"examples/run-wormhole-mesh.toml", {"flow.name=drop"}, "every flit needs a credit"},
      {"examples/run-wormhole-mesh.toml", {"flow.name=pfc"}, "every flit needs a credit"},
      {"examples/run-search.toml", {"flow.name=drop"}, "wait for messages to arrive"},
  });
}

TEST(CheckRefusals, AreThoseOfARunForRoutings) {
  const std::string rules = "examples/run-dragonfly-adv-rules.toml";
  expect_refused_by_both({
      {rules, {"routing.threshold=1MiB"}, "no queue would ever be longer"},
      {rules, {"routing.trigger=queue", "routing.threshold=32KiB"}, "no queue would ever be longer"},
      {rules,
       {"routing.trigger=congestion_notification", "routing.threshold=1MiB"},
       "no queue would ever be longer"},
      {rules, {"routing.trigger=pause", "routing.hold=1us"}, "has no meaning"},
      {rules, {"routing.trigger=controller"}, "phase"},
      {rules, {"routing.trigger=controller", "routing.phase=1ms"}, "this traffic never changes"},
      {"examples/run-controller.toml", {"routing.phase=1ms"}, "but the traffic changes every"},
      {rules, {"routing.alternatives=0"}, "1 to 200"},
      {"examples/run-clos-rules.toml", {"routing.trigger=pause_and_own_queue"}, "has no detours"},
      {rules, {"routing.kind=minimal", "routing.trigger=pause"}, "no such other paths"},
      {"examples/run-dragonfly-adv-piggyback.toml", {"routing.busy=1MiB"}, "no channel would ever be busy"},
      {rules, {"switch.vcs=1"}, "needs 2 to be free of deadlock"},
      {"examples/run-torus-8x8.toml", {"routing.name=rules"}, "butterflies, folded Clos"},
  });
}

TEST(CheckRefusals, AreThoseOfARunForTheRestOfTheFile) {
  const std::string rules = "examples/run-dragonfly-adv-rules.toml";
  expect_refused_by_both({
      {rules, {"host.packet=40KiB"}, "holds 32768 bytes, but a packet"},
      {rules, {"traffic.load=3"}, "load"},
      {rules, {"traffic.pattern=nonsense"}, "nonsense"},
      {rules, {"run.most_time=0s"}, "most_time"},
      {rules, {"swich.vcs=1"}, "swich"},
      {"examples/run-halve-double.toml", {"control.epoch=1s"}, "no channel would ever change"},
      {"examples/run-fbfly-512.toml", {"topology.c=1", "topology.k=2", "topology.n=18"}, "at most 16"},
  });
}

TEST(CheckRefusals, DoNotAskForThePolicyOfAComparison) {
  auto file = Configuration::read("examples/compare-founding.toml");
  const auto result = check_configuration(std::move(*file));
  ASSERT_TRUE(result) << to_text(result.problems());
  EXPECT_TRUE(result->sound);
}

TEST(CheckRefusals, DoNotAskForTraffic) {
  Node root = Configuration::read("examples/run-dragonfly-adv-rules.toml")->root();
  std::erase_if(root.entries, [](const Node::Entry& e) { return e.key == "traffic"; });
  const auto result = check_configuration(Configuration::of("mine.toml", root));
  ASSERT_TRUE(result) << to_text(result.problems());
  EXPECT_TRUE(result->sound);
  EXPECT_FALSE(read_run(Configuration::of("mine.toml", root)));
}

}  // namespace
}  // namespace ebb::inline tasks
