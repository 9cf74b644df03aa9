// The engine against what is known without it: queueing theory, throughput bounds, Little's law.
#include <gtest/gtest.h>

#include "engine/engine_testing.hpp"
#include "routing/butterfly/dimension_order.hpp"
#include "routing/butterfly/valiant.hpp"
#include "routing/graph/shortest_path.hpp"
#include "routing/routing_testing.hpp"
#include "topology/star.hpp"
#include "traffic/arrival/bernoulli.hpp"
#include "traffic/arrival/poisson.hpp"
#include "traffic/pattern/adversarial.hpp"
#include "traffic/pattern/random_permutation.hpp"
#include "traffic/pattern/uniform.hpp"
#include "traffic/size/fixed_size.hpp"
#include "traffic/synthetic_traffic.hpp"

namespace ebb::inline engine::truth_test {
namespace {

constexpr double packet_ps = 200'000;  // 1,000 bytes at 40 Gb/s

template <class WantedPattern, class WantedArrivals>
std::unique_ptr<Traffic> traffic_on(const Network& network, double load, std::uint64_t seed) {
  SyntheticParts parts;
  parts.pattern = std::make_unique<WantedPattern>();
  parts.arrivals = std::make_unique<WantedArrivals>();
  auto size = std::make_unique<FixedSize>();
  size->size = 1000_B;
  parts.sizes = std::move(size);
  parts.load = load;
  auto traffic = SyntheticTraffic::bind(std::move(parts), network, {1000_B, 0_B}, seed);
  EXPECT_TRUE(traffic.ok());
  return std::move(*traffic);
}

HostSettings thousand_byte_packets() {
  HostSettings hosts;
  hosts.packet = 1000_B;
  return hosts;
}

/// Everything between two moments, rounded down to whole batches.
struct Measured {
  Batch batch;
  double share = 0;  ///< delivered, of the hosts' channels
};

template <class Routing>
Measured measure(const Network& network, const Traffic& traffic, Picoseconds from, Picoseconds until,
                 std::uint64_t seed, SwitchSettings switches = {}) {
  Routing routing;
  routing.prepare(network);
  const Control control(network.classes[0].rate);
  SimulationOf<Routing> simulation({network, traffic, control, switches, thousand_byte_packets(), seed},
                                   routing);
  simulation.run_until(until);
  expect_balanced(simulation);
  const Counters counters = simulation.counters();
  const std::size_t first = counters.batches.complete(from), end = counters.batches.complete(until);
  const Batch batch = counters.batches.total(first, end);
  const double time = static_cast<double>(counters.batches.length().v) * static_cast<double>(end - first);
  return {batch, static_cast<double>(batch.delivered.packets) * packet_ps / (time * network.hosts)};
}

TEST(Truth, SourceQueueIsMD1) {
  // Poisson arrivals, constant service, no other traffic: W = rho / (2 (1 - rho)) service times.
  const Network net = star(64);
  for (const double load : {0.3, 0.6, 0.8}) {
    const auto traffic = traffic_on<RandomPermutation, PoissonArrivals>(net, load, 7);
    const Measured measured = measure<ShortestPath>(net, *traffic, 200_us, 4_ms, 7);
    const double wait =
        (measured.batch.packet_latency.mean_ps() - measured.batch.network_latency.mean_ps()) / packet_ps;
    const double theory = load / (2 * (1 - load));
    EXPECT_NEAR(wait, theory, 0.02 * theory) << load;
  }
}

TEST(Truth, OutputQueueIsGeoD1) {
  // In each slot each of N - 1 sources sends to this output with probability load / (N - 1): binomial
  // batches.
  const Network net = star(16);
  SwitchSettings switches;
  switches.output_queue = {1 << 20}, switches.input_buffer = {1 << 20};
  for (const double load : {0.3, 0.6, 0.8}) {
    const auto traffic = traffic_on<UniformPattern, BernoulliArrivals>(net, load, 3);
    const Measured measured = measure<ShortestPath>(net, *traffic, 200_us, 6_ms, 3, switches);
    const double empty = packet_ps + 2 * 25'000 + 100'000;
    const double wait = (measured.batch.network_latency.mean_ps() - empty) / packet_ps;
    const double theory = 14.0 / 15 * load / (2 * (1 - load));
    EXPECT_NEAR(wait, theory, 0.03 * theory) << load;
  }
}

TEST(Truth, DimensionOrderUnderAdversarialTrafficGetsOneCthOfTheHosts) {
  const Network net = butterfly(8, 8, 2);
  const auto traffic = traffic_on<Adversarial, PoissonArrivals>(net, 0.9, 1);
  const Measured measured = measure<DimensionOrder>(net, *traffic, 200_us, 600_us, 1);
  EXPECT_NEAR(measured.share, 1.0 / 8, 0.002);
}

TEST(Truth, ValiantUnderAdversarialTrafficGetsAboutHalf) {
  const Network net = butterfly(8, 8, 2);
  const auto traffic = traffic_on<Adversarial, PoissonArrivals>(net, 0.9, 1);
  SwitchSettings switches;
  switches.speedup = 4;
  const Measured measured = measure<Valiant>(net, *traffic, 200_us, 600_us, 1, switches);
  EXPECT_GT(measured.share, 0.42);
  EXPECT_LT(measured.share, 0.51);
}

TEST(Truth, UniformTrafficFillsTheButterfly) {
  const Network net = butterfly(8, 8, 3);
  const auto traffic = traffic_on<UniformPattern, PoissonArrivals>(net, 0.9, 1);
  const Measured measured = measure<MinimalAdaptive>(net, *traffic, 100_us, 300_us, 1);
  EXPECT_NEAR(measured.share, 0.9, 0.01);
}

TEST(Truth, LittlesLawHolds) {
  const Network net = butterfly(4, 4, 3);
  const auto traffic = traffic_on<UniformPattern, PoissonArrivals>(net, 0.6, 5);
  const auto routing = prepared<MinimalAdaptive>(net);
  const Control control(net.classes[0].rate);
  SimulationOf<MinimalAdaptive> simulation({net, *traffic, control, {}, thousand_byte_packets(), 5}, routing);
  double population = 0;
  int samples = 0;
  for (std::int64_t t = 100; t < 900; t += 2, ++samples) {
    simulation.run_until(Picoseconds{t * 1'000'000});
    const Counters counters = simulation.counters();
    const Batch past = counters.batches.total(0, counters.batches.complete(simulation.now()));
    population += static_cast<double>(past.injected.packets) - static_cast<double>(past.delivered.packets);
  }
  const Counters counters = simulation.counters();
  const Batch all =
      counters.batches.total(counters.batches.complete(100_us), counters.batches.complete(simulation.now()));
  const double seconds = static_cast<double>(simulation.now().v - 100'000'000) * 1e-12;
  const double theory =
      static_cast<double>(all.delivered.packets) / seconds * all.network_latency.mean_ps() * 1e-12;
  EXPECT_NEAR(population / samples, theory, 0.03 * theory);
}

}  // namespace
}  // namespace ebb::inline engine::truth_test
