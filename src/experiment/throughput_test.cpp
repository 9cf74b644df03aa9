// The throughput of the engine above saturation, against the ideal throughput of docs/design/routings.md:
// never more, and close to it where the routing spreads its load evenly. All as a fraction of the hosts'
// rate.
#include <gtest/gtest.h>

#include <algorithm>

#include "config/data_files.hpp"
#include "engine/run/run.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "planner/ideal_throughput.hpp"

namespace ebb::inline experiment {
namespace {

/// Returns the accepted load of a file under examples/ with 95 % of the hosts' rate offered, measured when
/// the buffers are full.
double accepted(const std::string& example, std::vector<std::string> settings, double load = 0.95) {
  const bool timed = std::any_of(settings.begin(), settings.end(),
                                 [](const std::string& one) { return one.starts_with("run."); });
  for (const char* also : {"run.warm_up=100us", "run.least_time=200us", "run.most_time=200us"})
    if (!timed) settings.push_back(also);
  settings.push_back("traffic.load=" + std::to_string(load));
  auto input = read_run(data_file("examples/" + example), settings);
  EXPECT_TRUE(input) << to_text(input.problems());
  auto prepared = prepare_run(std::move(*input));
  EXPECT_TRUE(prepared) << to_text(prepared.problems());
  const Network& network = (*prepared)->network;
  const double rate = static_cast<double>(network.link(network.host_port(0)).rate.v) * network.hosts;
  auto result = run_to_verdict(*(*prepared)->simulation, (*prepared)->settings);
  EXPECT_TRUE(result) << to_text(result.problems());
  return result->statistics.accepted.wire_bits_per_second / rate;
}

void expect_between(double measured, double least, double most) {
  EXPECT_GE(measured, least);
  EXPECT_LE(measured, most);
}

/// a = 6, p = h = 3, so g = 19; all hosts of a group send to the next one.
double to_next_group(const std::string& routing) {
  return accepted("run-dragonfly-adv-minimal.toml", {"routing.name=" + routing});
}

TEST(Throughput, OfMinimalRoutingToTheNextGroupIsOneCableForTheGroup) {
  EXPECT_NEAR(to_next_group("dragonfly_minimal"), 1.0 / 18, 0.0005);
}

TEST(Throughput, OfValiantToTheNextGroupIsAboutHalfOfTheGlobalCables) {
  const double over_groups = 17.0 / 36, over_switches = 19.0 / 36;
  expect_between(to_next_group("dragonfly_valiant_group"), 0.95 * over_groups, 1.02 * over_groups);
  expect_between(to_next_group("dragonfly_valiant_node"), 0.93 * over_switches, 1.02 * over_switches);
}

TEST(Throughput, OfUgalToTheNextGroupGrowsWithWhatItKnows) {
  const double ideal = 19.0 / 36, local = to_next_group("dragonfly_ugal_l");
  expect_between(local, 0.88 * ideal, 1.02 * ideal);
  expect_between(to_next_group("dragonfly_piggyback"), local, 1.02 * ideal);
  expect_between(to_next_group("dragonfly_ugal_g"), local, 1.02 * ideal);
}

TEST(Throughput, OfUgalIsHigherWhenItCountsWhatIsDownstream) {
  const auto uniform = [](const char* estimate) {
    const std::string routing =
        std::string("routing={name=\"dragonfly_ugal_l\",estimate=\"") + estimate + "\"}";
    return accepted("run-dragonfly-adv-minimal.toml", {routing, "traffic.pattern=uniform"}, 0.9);
  };
  const double by_queue = uniform("output_queue"), by_credits = uniform("credits");
  expect_between(by_queue, 0.80, 0.85);
  expect_between(by_credits, 0.86, 0.89);
}

TEST(Throughput, OfHashesOnTheClosSuffersFromFlowsThatMeetAndAdaptiveRoutingDoesNot) {
  EXPECT_NEAR(accepted("run-clos-ecmp.toml", {"traffic.pattern=uniform"}), 0.9, 0.04);
  expect_between(accepted("run-clos-ecmp.toml", {}), 0.35, 0.55);
  EXPECT_GT(accepted("run-clos-adaptive.toml", {}), 0.78);
}

TEST(Throughput, OfTheMeshIsItsBisection) {
  const auto uniform = [](const std::string& routing) {
    return accepted("run-mesh-8x8.toml", {"traffic.pattern=uniform", "routing.name=" + routing});
  };
  expect_between(uniform("grid_dimension_order"), 0.95 * 0.5, 1.01 * 0.5);
  expect_between(uniform("grid_adaptive"), 0.95 * 0.5, 1.01 * 0.5);
  expect_between(uniform("grid_odd_even"), 0.6 * 0.5, 1.01 * 0.5);
}

TEST(Throughput, OfAdaptiveRoutingOnTheMeshIsTwiceThatOfDimensionOrderWhenAllTurnInACorner) {
  const auto transpose = [](const std::string& routing) {
    return accepted("run-mesh-8x8.toml", {"routing.name=" + routing});
  };
  EXPECT_GT(transpose("grid_adaptive"), 1.7 * transpose("grid_dimension_order"));
}

TEST(Throughput, OfTheTorusIsTwiceThatOfTheMesh) {
  const auto ring = [](const std::string& routing) {
    return accepted("run-torus-8x8.toml", {"topology.sizes=[16]", "routing.name=" + routing});
  };
  expect_between(ring("grid_dimension_order"), 0.8 * 0.5, 1.02 * 0.5);
  expect_between(ring("grid_adaptive"), 0.85 * 0.5, 1.02 * 0.5);
  EXPECT_GT(accepted("run-torus-8x8.toml", {}), 0.9);
}

/// Checks the throughput that `ebb plan size` predicts: nine tenths of it arrive, and no more than it when
/// more is offered. Where `most` is above 1, the plan is conservative.
void expect_as_planned(const std::string& example, std::vector<std::string> settings, double most = 1.05) {
  settings.push_back("traffic.pattern=uniform");
  auto input = read_run(data_file("examples/" + example), settings);
  ASSERT_TRUE(input) << to_text(input.problems());
  const auto prepared = prepare_run(std::move(*input));
  ASSERT_TRUE(prepared) << to_text(prepared.problems());
  const double planned = ideal_throughput((*prepared)->network.shape).value_or(-1);
  const double offered = 0.9 * planned;
  expect_between(accepted(example, settings, offered), 0.98 * offered, 1.02 * offered);
  expect_between(accepted(example, settings), 0.75 * std::min(planned, 0.95), most * planned);
}

TEST(Throughput, OfButterfliesIsAsPlanned) {
  for (const char* shape : {"topology.sizes=[7,3]", "topology.sizes=[5,2,2]"})
    for (const char* hosts : {"topology.c=3", "topology.c=6"})
      expect_as_planned("run-fbfly-512.toml", {shape, hosts, "routing.name=minimal_adaptive"});
}

TEST(Throughput, OfTrimmedClosNetworksIsAsPlanned) {
  const auto of = [](const char* hosts, const char* up, const char* pod) {
    expect_as_planned("run-clos-adaptive.toml", {"topology.levels=2", "topology.radix=16", hosts, up, pod});
  };
  of("topology.hosts_per_switch=8", "topology.uplinks=8", "topology.pod=10");  // 8 cables to 5 switches
  of("topology.hosts_per_switch=11", "topology.uplinks=5", "topology.pod=12");
  of("topology.hosts_per_switch=12", "topology.uplinks=4", "topology.pod=8");
}

TEST(Throughput, OfDragonfliesWithFewGroupsIsAsPlanned) {
  const auto of = [](const char* p, const char* g) {
    expect_as_planned("run-dragonfly-adv-minimal.toml",
                      {"topology.a=6", "topology.h=3", p, g, "routing.name=dragonfly_minimal"}, 1.2);
  };
  of("topology.p=3", "topology.g=19");
  of("topology.p=3", "topology.g=10");  // two cables for each pair
  of("topology.p=6", "topology.g=4");
}

TEST(Throughput, OfOddGridsIsAsPlanned) {
  expect_as_planned("run-mesh-8x8.toml", {"topology.sizes=[7,5]", "routing.name=grid_dimension_order"});
  expect_as_planned("run-torus-8x8.toml",
                    {"topology.sizes=[7,5]", "topology.c=3", "routing.name=grid_adaptive"});
}

/// The first phase of Valiant's packets uses virtual channel 0, the second virtual channel 1. When channel 0
/// won every output queue, packets entered and could not leave: 0.22 was accepted of 0.8.
TEST(Throughput, OfTwoPhasesDoesNotFallWhenMoreIsOffered) {
  const std::vector<std::string> valiant = {"topology.c=4",         "topology.k=4",    "topology.n=3",
                                            "routing.name=valiant", "run.warm_up=1ms", "run.least_time=2ms",
                                            "run.most_time=2ms"};
  for (const double load : {0.55, 0.8, 0.99})
    expect_between(accepted("run-fbfly-512.toml", valiant, load), 0.49, 0.53);
}

/// Packets in transit change to virtual channel 1 after the dateline of a ring.
TEST(Throughput, OfARingWithADatelineDoesNotFallWhenMoreIsOffered) {
  const std::vector<std::string> ring = {"topology.sizes=[16]", "routing.name=grid_dimension_order",
                                         "run.warm_up=1ms", "run.least_time=2ms", "run.most_time=2ms"};
  expect_between(accepted("run-torus-8x8.toml", ring, 0.9), 0.4, 0.55);
}

}  // namespace
}  // namespace ebb::inline experiment
