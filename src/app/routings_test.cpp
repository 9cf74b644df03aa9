// Every routing of the catalogue is held to the same promises.
#include "app/routings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "topology/flattened_butterfly.hpp"

namespace ebb {
namespace {

std::vector<Network> networks() {
  std::vector<Network> all;
  FlattenedButterfly t;
  t.c = 2, t.k = 4, t.n = 2;
  all.push_back(t.build(Cables{}));
  t.c = 3, t.sizes = {4, 3, 2}, t.parallel = {1, 2, 3};
  all.push_back(t.build(Cables{}));
  t.c = 1, t.sizes = {2, 2, 2, 3}, t.parallel = {};
  all.push_back(t.build(Cables{}));
  return all;
}

std::unique_ptr<AnyRouting> with_defaults(const Entry<AnyRouting>& entry) {
  Problems problems;
  auto routing = entry.read(Node{}, "routing", {}, problems);
  EXPECT_TRUE(problems.empty()) << to_text(problems);
  return routing;
}

/// Calls visit(entry, routing, network) for each routing with each network that it fits.
template <class Visit>
void for_each_fitting(Visit visit) {
  const std::vector<Network> all = networks();
  for (const auto& entry : routings()) {
    int fitting = 0;
    for (const Network& network : all) {
      const auto routing = with_defaults(entry);
      if (!routing->misfit(network).empty()) continue;
      routing->prepare(network);
      visit(entry, *routing, network);
      ++fitting;
    }
    EXPECT_GE(fitting, 2) << entry.name << " was tried on too few networks";
  }
}

TEST(Routings, DeliverEveryPacketOverHopsThatTheyDeclare) {
  for_each_fitting([](const auto& entry, const AnyRouting& routing, const Network& network) {
    Random random(1, routing_stream);
    for (int i = 0; i < 300; ++i) {
      const auto from = static_cast<HostId>(random.below(network.hosts)),
                 to = static_cast<HostId>(random.below(network.hosts));
      for (std::uint64_t deepest : {0, 3, 100'000}) {
        const Walk walk = routing.walk(network, from, to, random, deepest);
        ASSERT_EQ(walk.fault, "") << entry.name << " from host " << from << " to host " << to;
      }
    }
  });
}

TEST(Routings, ReachEveryPairAndCannotDeadlock) {
  for_each_fitting([](const auto& entry, const AnyRouting& routing, const Network& network) {
    const DependencyReport report = routing.check_dependencies(network, {});
    EXPECT_TRUE(report.complete()) << entry.name;
    EXPECT_THAT(report.faults, testing::IsEmpty()) << entry.name;
    EXPECT_THAT(report.cycle, testing::IsEmpty()) << entry.name;
    EXPECT_GE(report.states, network.switches()) << entry.name;
  });
}

TEST(Routings, ExplainWhyTheyDoNotFit) {
  Network graph = networks()[0];
  graph.shape = GraphShape{};
  for (const auto& entry : routings())
    for (const Problem& problem : with_defaults(entry)->misfit(graph)) {
      EXPECT_FALSE(problem.where.empty()) << entry.name;
      EXPECT_FALSE(problem.hint.empty()) << entry.name;
    }
}

}  // namespace
}  // namespace ebb
