// Every routing of the catalogue passes the same tests.
#include "catalogue/routings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalogue/small_topologies_testing.hpp"
#include "engine/engine_testing.hpp"
#include "routing/check/dependency_check.hpp"
#include "routing/check/walk.hpp"

namespace ebb::inline catalogue {
namespace {

std::unique_ptr<AnyRouting> with_parameters(const Entry<AnyRouting>& entry, const std::string& parameters) {
  Problems problems;
  Node table;  // an empty one: parse_toml() refuses an empty text
  if (!parameters.empty()) {
    const auto parsed = parse_toml(parameters, std::string(entry.name));
    EXPECT_TRUE(parsed) << parameters;
    table = *parsed;
  }
  auto routing = entry.read(table, "routing", {}, problems);
  EXPECT_TRUE(problems.empty()) << to_text(problems);
  return routing;
}

std::unique_ptr<AnyRouting> with_defaults(const Entry<AnyRouting>& entry) {
  return with_parameters(entry, "");
}

struct Candidate {
  const Entry<AnyRouting>* entry;
  std::string parameters;
};

/// Every routing with its defaults; forwarding by rules and around links also in other kinds.
std::vector<Candidate> candidates() {
  std::vector<Candidate> all;
  for (const auto& entry : routings()) all.push_back({&entry, ""});
  for (const char* parameters :
       {"kind = \"minimal\"\nalternatives = 2\ntrigger = \"queue\"\nthreshold = \"1500B\"",
        "kind = \"non_minimal\"\ntrigger = \"pause_and_own_queue\"\nthreshold = \"1500B\"",
        "kind = \"non_minimal\"\nalternatives = 3\ntrigger = \"queue\"", "organisation = \"flat\"",
        "organisation = \"per group\""})
    all.push_back({find_entry(routings(), "rules"), parameters});
  all.push_back({find_entry(routings(), "shutdown_paths"), "detours = \"cycle\"\nwhen_off = \"wake\""});
  return all;
}

/// Calls visit(routing, network) for each routing with each network that it fits.
template <class Visit>
void for_each_fitting(Visit visit) {
  const auto all = small_networks();
  ASSERT_TRUE(all) << to_text(all.problems());
  for (const Candidate& candidate : candidates()) {
    const auto& entry = *candidate.entry;
    int fitting = 0;
    for (const SmallNetwork& small : *all) {
      SCOPED_TRACE(fmt::format("{} {} on {}", entry.name, candidate.parameters, small.description));
      const auto routing = with_parameters(entry, candidate.parameters);
      if (!routing->misfit(small.network).empty()) continue;
      routing->prepare(small.network);
      visit(*routing, small.network);
      ++fitting;
    }
    EXPECT_GE(fitting, 2) << entry.name << " was tried on too few networks";
  }
}

TEST(Routings, DeliverEveryPacketOverHopsThatTheyDeclare) {
  for_each_fitting([](const AnyRouting& routing, const Network& network) {
    Random random(1, routing_stream);
    for (int i = 0; i < 100; ++i) {
      const auto from = static_cast<HostId>(random.below(network.hosts)),
                 to = static_cast<HostId>(random.below(network.hosts));
      for (std::uint64_t deepest : {0, 3, 100'000}) {
        const Walk walk = routing.walk(network, from, to, random, deepest);
        ASSERT_EQ(walk.fault, "") << "from host " << from << " to host " << to;
      }
    }
  });
}

TEST(Routings, ReachEveryPairAndCannotDeadlock) {
  for_each_fitting([](const AnyRouting& routing, const Network& network) {
    const DependencyReport report = routing.check_dependencies(network, {});
    EXPECT_TRUE(report.complete());
    EXPECT_THAT(report.faults, testing::IsEmpty());
    EXPECT_THAT(report.cycle, testing::IsEmpty());
    EXPECT_GE(report.states, switches_with_hosts(network).size());
  });
}

TEST(Routings, ThatDoWithoutSomeCablesSayWhich) {
  for_each_fitting([](const AnyRouting& routing, const Network& network) {
    const auto stages = routing.make_stages(network);
    ASSERT_EQ(stages != nullptr, routing.avoids_closed());

    if (stages) {
      EXPECT_GT(stages->rows(), 0u);
    }
  });
}

/// The digest and the packets of a short run at a load at which queues build up.
std::pair<std::uint64_t, std::uint64_t> short_run(const AnyRouting& routing, const Network& network,
                                                  std::size_t threads) {
  const UniformPoisson traffic = uniform(network, 0.7);
  const Control control(network.classes[0].rate);
  SimulationSetup setup{network, traffic, control, {}, {}};
  setup.hosts.packet = 1000_B, setup.switches.input_buffer = 4_KiB, setup.switches.output_queue = 4_KiB;
  setup.threads = threads;
  const auto simulation = routing.simulate(setup);
  simulation->run_until(8_us);
  expect_balanced(*simulation);
  const Counters counters = simulation->counters();
  return {counters.digest, counters.packets_delivered};
}

TEST(Routings, GiveTheSameDigestOnAnyNumberOfThreads) {
  for_each_fitting([](const AnyRouting& routing, const Network& network) {
    const auto alone = short_run(routing, network, 1);
    EXPECT_GT(alone.second, network.hosts);
    EXPECT_EQ(short_run(routing, network, 2), alone);
    EXPECT_EQ(short_run(routing, network, 4), alone);
  });
}

TEST(Routings, ExplainWhyTheyDoNotFit) {
  const auto all = small_networks();
  ASSERT_TRUE(all);
  for (const auto& entry : routings())
    for (const SmallNetwork& small : *all)
      for (const Problem& problem : with_defaults(entry)->misfit(small.network)) {
        EXPECT_FALSE(problem.where.empty()) << entry.name;
        EXPECT_FALSE(problem.hint.empty()) << entry.name;
      }
}

TEST(Routings, SuggestOnlyRoutingsThatExist) {
  const auto all = small_networks();
  ASSERT_TRUE(all);
  const auto names = entry_names(routings());
  for (const auto& entry : routings())
    for (const SmallNetwork& small : *all)
      for (const Problem& problem : with_defaults(entry)->misfit(small.network)) {
        const std::size_t open = problem.hint.find('"'), close = problem.hint.find('"', open + 1);
        if (open == std::string::npos) continue;
        EXPECT_THAT(names, testing::Contains(problem.hint.substr(open + 1, close - open - 1)));
      }
}

TEST(Routings, HaveNamesOfTheirOwn) {
  auto names = entry_names(routings());
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::unique(names.begin(), names.end()), names.end());
}

}  // namespace
}  // namespace ebb::inline catalogue
