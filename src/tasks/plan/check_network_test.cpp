#include "tasks/plan/check_network.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/command/command.hpp"
#include "app/command/command_line.hpp"
#include "catalogue/routing_entry.hpp"
#include "report/document/render.hpp"
#include "routing/butterfly/minimal_adaptive.hpp"
#include "routing/networks_testing.hpp"
#include "routing/tables/by_rules.hpp"
#include "tasks/plan/check_task.hpp"
#include "topology/flattened_butterfly.hpp"

namespace ebb::inline tasks {
namespace {

using testing::HasSubstr;

Network butterfly(std::int64_t k, std::int64_t n) {
  FlattenedButterfly t;
  t.c = 1, t.k = k, t.n = n;
  return t.build(Cables{});
}

template <class Routing>
CheckResult checked(const Network& network, const DependencyLimits& limits = {}) {
  RoutingEntry<Routing> routing;
  routing.prepare(network);
  return check_network(network, routing, "test", limits);
}

/// Minimal adaptive routing without its virtual channels.
struct OneChannel : MinimalAdaptive {
  int vcs() const { return 1; }
  template <class Depth>
  Hop route(SwitchId here, Route& packet, const Depth& depth, std::uint64_t salt) const {
    return {MinimalAdaptive::route(here, packet, depth, salt).port, 0};
  }
  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    MinimalAdaptive::options(here, packet, [&](Hop hop, const Route& next) { each(Hop{hop.port, 0}, next); });
  }
};

TEST(CheckCommand, ProvesMinimalAdaptiveRouting) {
  const CheckResult result = checked<MinimalAdaptive>(butterfly(3, 3));
  EXPECT_TRUE(result.sound);
  const std::string text = to_text(result.table);
  EXPECT_THAT(text, HasSubstr("needs 2 virtual channels"));
  EXPECT_THAT(text, HasSubstr("every pair within 2 hops"));
  EXPECT_THAT(text, HasSubstr("impossible"));
}

TEST(CheckCommand, NamesTheChannelsOfADeadlock) {
  const CheckResult result = checked<OneChannel>(butterfly(3, 3));
  EXPECT_FALSE(result.sound);
  EXPECT_THAT(to_csv(result.table), HasSubstr("(dimension 1), virtual channel 0"));
}

TEST(CheckCommand, ProvesNothingByVirtualChannelsThatStopTogether) {
  const Network network = butterfly(3, 3);
  RoutingEntry<MinimalAdaptive> routing;
  routing.prepare(network);
  const CheckResult by_class = check_network(network, routing, "test", {}, FlowControl::pfc);
  EXPECT_TRUE(by_class.sound);
  EXPECT_THAT(to_csv(by_class.table), HasSubstr("each virtual channel stops by itself"));
  const CheckResult whole =
      check_network(network, routing, "test", {.ports_stop_whole = true}, FlowControl::pause);
  EXPECT_FALSE(whole.sound);
  EXPECT_THAT(to_csv(whole.table), HasSubstr("the 2 virtual channels of a port stop together"));
  EXPECT_THAT(to_csv(whole.table), HasSubstr("channels can wait for each other in a cycle"));
  const CheckResult drops = check_network(network, routing, "test", {}, FlowControl::drop);
  EXPECT_TRUE(drops.sound);
}

TEST(CheckCommand, SaysWhatWormsMeanForTheProof) {
  const auto said = [](const std::vector<std::string>& settings) {
    auto file = Configuration::read("examples/run-wormhole-mesh.toml", settings);
    const auto result = check_configuration(std::move(*file));
    EXPECT_TRUE(result && result->sound);
    return to_csv(result->table);
  };
  EXPECT_THAT(said({}), HasSubstr("a packet of 20 flits occupies several channels"));
  EXPECT_THAT(said({"routing.name=grid_adaptive"}), HasSubstr("impossible"));
  EXPECT_THAT(said({}), Not(HasSubstr("of its channel")));
  EXPECT_THAT(
      said({"switch.input_buffer=16B"}),
      HasSubstr("a credit takes 5ns to return, so a virtual channel uses at most 40 % of its channel"));
  EXPECT_THAT(said({"switch.input_buffer=160B"}),
              HasSubstr("packets of 20 flits at most fit a buffer of 20"));
}

/// Lanes are copies: a routing that can deadlock on one can on each, and more lanes do not help.
TEST(CheckCommand, NamesTheCircleOfWholePacketsOnLanes) {
  const auto checked_with = [](const std::string& paths, const std::string& forwarding) {
    auto file = Configuration::read(
        "", {"topology.name=torus", "topology.sizes=[7]", "topology.c=1", "routing.name=vlan_trees",
             "routing.paths=" + paths, "switch.forwarding=" + forwarding, "lanes.count=4"});
    const auto result = check_configuration(std::move(*file));
    EXPECT_TRUE(result) << to_text(result.problems());
    return *result;
  };
  for (const char* forwarding : {"cut_through", "store_and_forward", "wormhole"}) {
    const CheckResult round = checked_with("shortest", forwarding);
    EXPECT_FALSE(round.sound);
    const std::string said = to_csv(round.table);
    EXPECT_THAT(said, AllOf(HasSubstr("4 virtual lanes"), HasSubstr("the proof of one lane holds for each"),
                            HasSubstr("deadlock,bad,7 channels can wait for each other in a cycle")));
    for (int s = 0; s < 7; ++s)
      EXPECT_THAT(said, HasSubstr(fmt::format("switch {} port 2 to switch {} ", s, (s + 1) % 7)));
    EXPECT_TRUE(checked_with("up_down", forwarding).sound);
  }
}

TEST(CheckCommand, WalksConditionalRulesInEveryStateWhateverTheTrigger) {
  const Network network = butterfly(3, 3);
  const auto said = [&](Adaptivity kind, Trigger trigger) {
    RoutingEntry<ByRules> routing;
    routing.kind = kind, routing.trigger = trigger, routing.phase = 1_us;
    routing.prepare(network);
    const CheckResult result = check_network(network, routing, "test", {}, FlowControl::pfc);
    EXPECT_TRUE(result.sound) << name_of(trigger);
    return to_csv(result.table);
  };
  const auto any_state = HasSubstr("its conditions may be in any state, at each switch");
  for (std::size_t i = 0; i < names_of(Trigger{}).size(); ++i)
    for (const Adaptivity kind : {Adaptivity::minimal, Adaptivity::non_minimal})
      EXPECT_THAT(said(kind, static_cast<Trigger>(i)), any_state) << names_of(Trigger{})[i];
  EXPECT_THAT(said(Adaptivity::none, Trigger::pause), Not(any_state));
}

TEST(CheckCommand, NamesTheStagesOfThePipeline) {
  auto file = Configuration::read("papers/kim-network.toml");
  ASSERT_TRUE(file);
  const auto result = check_configuration(std::move(*file));
  ASSERT_TRUE(result) << to_text(result.problems());
  // At 2.5 Gb/s, four bytes take 12.8 ns, three take 9.6 ns.
  EXPECT_THAT(to_csv(result->table),
              AllOf(HasSubstr("50ns: lane 10ns, lookup 10ns, arbitration 10ns, crossbar 10ns, output 10ns"),
                    HasSubstr("packets of 4B or more never wait for a stage")));
}

TEST(CheckCommand, DoesNotCallASampleAProof) {
  const CheckResult result = checked<MinimalAdaptive>(butterfly(6, 3), {.transitions = 500});
  EXPECT_TRUE(result.sound);
  EXPECT_THAT(to_text(result.table), HasSubstr("not proved"));
  EXPECT_THAT(to_text(result.table), Not(HasSubstr("impossible")));
}

TEST(CheckCommand, ChecksEveryNetworkAndRoutingOfASweepOnce) {
  const auto result = check_file({"examples/sweep-dragonfly.toml", {}});
  ASSERT_TRUE(result) << to_text(result.problems());
  EXPECT_TRUE(result->sound);
  EXPECT_EQ(result->table.title,
            "examples/sweep-dragonfly.toml: 7 points, 2 searches for saturation, 2 networks and routings");
  EXPECT_EQ(result->table.rows.size(), 8u);
  EXPECT_THAT(to_text(result->table),
              AllOf(HasSubstr("routing.name = dragonfly_valiant_group  deadlock  good"),
                    HasSubstr("routing.name = dragonfly_minimal")));
  const auto wrong = check_file(
      {"examples/sweep-dragonfly.toml", {"sweep.cross.routing.name=[\"dragonfly_minimal\", \"clos_ecmp\"]"}});
  ASSERT_FALSE(wrong);
  EXPECT_THAT(to_text(wrong.problems()), HasSubstr("routing"));
}

TEST(CheckCommand, ChecksEveryFlowControlOfASweep) {
  const auto result = check_file({"examples/run-pfc.toml", {"sweep.cross.flow.name=[\"pfc\", \"pause\"]"}});
  ASSERT_TRUE(result) << to_text(result.problems());
  EXPECT_FALSE(result->sound);
  EXPECT_THAT(to_csv(result->table),
              AllOf(HasSubstr("flow.name = pfc,deadlock,good"), HasSubstr("flow.name = pause,deadlock,bad")));
}

int run(std::vector<const char*> words) {
  words.insert(words.begin(), "ebb");
  return run_command_line(static_cast<int>(words.size()), words.data());
}

TEST(CheckCommand, HasAnExitCodeForEachOutcome) {
  EXPECT_EQ(run({"check", "examples/run-fbfly-512.toml", "--json"}), succeeded);
  EXPECT_EQ(run({"check", "examples/run-fbfly-512.toml", "--set", "flow.name=pause"}), failed);
  EXPECT_EQ(run({"check", "examples/run-fbfly-512.toml", "--set", "routing.name=nonsense"}), bad_input);
  EXPECT_EQ(run({"check", "examples/run-fbfly-512.toml", "--set", "topology={name=\"star\"}"}), bad_input);
  EXPECT_EQ(run({"check", "no-such-file.toml"}), bad_input);
}

}  // namespace
}  // namespace ebb::inline tasks
