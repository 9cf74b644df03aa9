// The executor for accelerators, emulated, against the reference executor: random networks, routings, buffers
// and workloads must give the same digest, the same counters, the same use of every channel, and pass the
// conservation checks. EBB_EXECUTOR_CASES samples more of them, EBB_EXECUTOR_SEED others.
#include "engine/gpu/gpu_executor.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <thread>

#include "base/random.hpp"
#include "engine/gpu/device_machine.hpp"
#include "engine/gpu/warp_lockstep_testing.hpp"
#include "engine/plain/plain_executor.hpp"
#include "engine/run/check/conservation.hpp"
#include "engine/simulation.hpp"
#include "routing/butterfly/butterfly_ecmp.hpp"
#include "routing/butterfly/dal.hpp"
#include "routing/butterfly/dimension_order.hpp"
#include "routing/butterfly/minimal_adaptive.hpp"
#include "routing/butterfly/ugal_l.hpp"
#include "routing/butterfly/valiant.hpp"
#include "routing/clos/clos_adaptive.hpp"
#include "routing/clos/clos_ecmp.hpp"
#include "routing/dragonfly/dragonfly_minimal.hpp"
#include "routing/dragonfly/dragonfly_ugal_l.hpp"
#include "routing/dragonfly/dragonfly_valiant_group.hpp"
#include "routing/dragonfly/dragonfly_valiant_node.hpp"
#include "routing/grid/grid_adaptive.hpp"
#include "routing/grid/grid_dimension_order.hpp"
#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/folded_clos.hpp"
#include "topology/grid.hpp"
#include "traffic/arrival/on_off.hpp"
#include "traffic/arrival/poisson.hpp"
#include "traffic/closed_loop.hpp"
#include "traffic/pattern/tornado.hpp"
#include "traffic/pattern/uniform.hpp"
#include "traffic/size/fixed_size.hpp"
#include "traffic/size/size_range.hpp"
#include "traffic/synthetic_traffic.hpp"

namespace ebb::inline engine {
namespace {

enum class On { plain, one_lane, several_lanes, accelerator };

template <class Routing>
struct Simulated final : Simulation {
  Simulated(const SimulationSetup& setup, const Routing& routing, On where)
      : Simulation(setup, routing.vcs()) {
    using Mode = CutThroughCredits;
    if (where == On::plain)
      executor_ = std::make_unique<PlainExecutor<Mode>>(
          state_, batch_, std::make_unique<PlainRoutingOf<Routing, Mode>>(routing));
    else
      executor_ = std::make_unique<GpuExecutor>(state_, batch_, machine(routing, where, setup.seed));
  }
  static std::unique_ptr<WarpMachine> machine(const Routing& routing, On where, std::uint64_t seed) {
#if defined(EBB_CUDA)
    if constexpr (RunsOnDevice<Routing>)
      if (where == On::accelerator) return device_machine(routing);
#endif
    auto hidden = std::make_unique<WarpRoutingOf<Routing>>(routing);
    if (where == On::one_lane) return emulated_machine(std::move(hidden));
    return std::make_unique<LockstepMachine>(std::move(hidden), 4u << seed % 4, seed);
  }
};

using Simulate = std::function<std::unique_ptr<Simulation>(const SimulationSetup&, On)>;

template <class Routing>
Simulate with(const Network& network) {
  auto routing = std::make_shared<Routing>();
  if (!routing->check(network).empty()) return {};
  routing->prepare(network);
  return [routing](const SimulationSetup& setup, On where) {
    return std::make_unique<Simulated<Routing>>(setup, *routing, where);
  };
}

/// A random network with its routing, workload and hardware.
struct RandomSetup {
  Random random;
  Network network;
  std::string routing;
  Simulate simulate;
  SwitchSettings switches;
  HostSettings hosts;
  std::unique_ptr<Traffic> traffic;
  std::uint64_t seed = 1;
  bool order = false, on_device = false, loops = false;

  explicit RandomSetup(std::uint64_t number) : random(number, 77) {
    choose_network();
    switches.pipeline = one_of(20_ns, 100_ns), switches.credit_time = one_of(0_ns, 50_ns, 100_ns);
    switches.input_buffer = one_of(2_KiB, 8_KiB, 32_KiB);
    switches.output_queue = one_of(2_KiB, 8_KiB, 32_KiB);
    switches.speedup = one_of(1.0, 1.5, 2.0), switches.vcs = one_of(0, 0, 16);
    hosts.packet = one_of(256_B, 1000_B, 2000_B), hosts.header = one_of(0_B, 32_B);
    seed = 1 + random.below(1000), order = random.below(2) == 0;
    choose_traffic();
  }

 private:
  template <class... All>
  std::common_type_t<All...> one_of(All... all) {
    const std::common_type_t<All...> values[] = {all...};
    return values[random.below(sizeof...(all))];
  }
  template <class Routing>
  void choose() {
    simulate = with<Routing>(network), on_device = RunsOnDevice<Routing>;
  }
  template <class... Routings>
  void choose_routing(std::string_view topology) {
    const std::uint64_t number = random.below(sizeof...(Routings));
    std::uint64_t i = 0;
    ((i++ == number ? choose<Routings>() : void()), ...);
    routing = fmt::format("{} {}", topology, number);
  }
  void choose_network() {
    Cables cables;
    cables.copper_delay = one_of(5_ns, 40_ns);
    switch (random.below(5)) {
      case 0: {
        FoldedClos clos;
        clos.levels = one_of(2, 3), clos.radix = 4;
        network = clos.build(cables);
        return choose_routing<ClosAdaptive, ClosEcmp>("clos");
      }
      case 1: {
        Dragonfly dragonfly;
        dragonfly.a = one_of(2, 4), dragonfly.p = one_of(1, 2), dragonfly.h = 1;
        network = dragonfly.build(cables);
        return choose_routing<DragonflyMinimal, DragonflyUgalL, DragonflyValiantGroup, DragonflyValiantNode>(
            "dragonfly");
      }
      case 2: {
        Torus torus;
        torus.sizes = {one_of(3, 4), one_of(3, 5)}, torus.c = one_of(1, 2);
        network = torus.build(cables);
        return choose_routing<GridDimensionOrder, GridAdaptive>("torus");
      }
      default: {
        FlattenedButterfly butterfly;
        butterfly.c = one_of(1, 2, 4, 9);
        for (std::uint64_t d = 1 + random.below(3); d > 0; --d) butterfly.sizes.push_back(one_of(2, 3, 4));
        network = butterfly.build(cables);
        return choose_routing<MinimalAdaptive, DimensionOrder, Valiant, UgalL, Dal, ButterflyEcmp>(
            "butterfly");
      }
    }
  }
  void choose_traffic() {
    SyntheticParts parts;
    loops = random.below(4) == 0;
    if (loops || random.below(2) == 0)
      parts.pattern = std::make_unique<UniformPattern>();
    else
      parts.pattern = std::make_unique<Tornado>();
    if (loops) {
      auto loop = std::make_unique<ClosedLoop>();
      loop->outstanding = one_of(1, 2, 8), loop->pause = one_of(0_ns, 300_ns, 2_us);
      parts.arrivals = std::move(loop);
    } else if (random.below(3) == 0)
      parts.arrivals = std::make_unique<OnOffExponential>();
    else
      parts.arrivals = std::make_unique<PoissonArrivals>();
    if (random.below(3) == 0) {
      auto size = std::make_unique<SizeRange>();
      size->least = 64_B, size->most = 9'000_B;
      parts.sizes = std::move(size);
    } else {
      auto size = std::make_unique<FixedSize>();
      size->size = one_of(700_B, 20_KiB);
      parts.sizes = std::move(size);
    }
    parts.load = one_of(0.05, 0.3, 0.6, 0.95);
    auto bound = SyntheticTraffic::bind(std::move(parts), network, {hosts.packet, hosts.header}, seed);
    if (bound) traffic = std::move(*bound);
  }
};

void expect_same(const Simulation& warps, const Simulation& plain) {
  ASSERT_THAT(check_conservation(warps), testing::IsEmpty());
  const Counters a = warps.counters(), b = plain.counters();
  ASSERT_EQ(a.digest, b.digest);
  ASSERT_EQ(a.hops, b.hops);
  ASSERT_EQ(warps.idle(), plain.idle());
  ASSERT_EQ(a.batches.digest(), b.batches.digest());
  ASSERT_EQ(a.packets_made, b.packets_made);
  ASSERT_EQ(a.packets_sent, b.packets_sent);
  ASSERT_EQ(a.payload_sent, b.payload_sent);
  ASSERT_EQ(a.packets_delivered, b.packets_delivered);
  ASSERT_EQ(a.messages_made, b.messages_made);
  ASSERT_EQ(a.messages_delivered, b.messages_delivered);
  ASSERT_EQ(a.out_of_order, b.out_of_order);
  ASSERT_EQ(a.most_overtaken, b.most_overtaken);
  ASSERT_EQ(a.flows_out_of_order, b.flows_out_of_order);
  for (PortId p = 0; p < warps.state().network.channels(); ++p) {
    ASSERT_EQ(warps.state().out[p].busy, plain.state().out[p].busy) << "channel " << p;
    ASSERT_EQ(warps.state().out[p].bytes, plain.state().out[p].bytes) << "channel " << p;
  }
}

struct Agreed {
  int cases = 0, delivering = 0, reordering = 0, loops = 0;
  std::map<std::string, int> routings;
};

/// A random network on a machine, and with the plain executor. Stopping on the way changes nothing.
class Comparison {
 public:
  Comparison(std::uint64_t number, On where) : number_(number), one_(number) {
    if (!one_.simulate || !one_.traffic || (where == On::accelerator && !one_.on_device)) return;
    control_.emplace(one_.network.classes[0].rate);
    SimulationSetup setup{one_.network, *one_.traffic, *control_, one_.switches, one_.hosts};
    setup.seed = one_.seed, setup.order = one_.order;
    plain_ = one_.simulate(setup, On::plain), warps_ = one_.simulate(setup, where);
  }
  bool is_possible() const { return plain_ != nullptr; }
  void run_until(Picoseconds end) { plain_->run_until(end), warps_->run_until(end); }
  void expect_agreement(Agreed& agreed) const {
    SCOPED_TRACE(fmt::format("seed {}", number_));
    ASSERT_NO_FATAL_FAILURE(expect_same(*warps_, *plain_));
    ++agreed.cases, agreed.delivering += plain_->counters().packets_delivered > 0;
    agreed.reordering += plain_->counters().out_of_order > 0, agreed.loops += one_.loops;
    ++agreed.routings[one_.routing];
  }

 private:
  std::uint64_t number_;
  RandomSetup one_;
  std::optional<Control> control_;
  std::unique_ptr<Simulation> plain_, warps_;
};

std::uint64_t first_seed() {
  const char* first = std::getenv("EBB_EXECUTOR_SEED");
  return first ? std::strtoull(first, nullptr, 10) : 1;
}
int cases_or(int usual) {
  const char* wanted = std::getenv("EBB_EXECUTOR_CASES");
  return wanted ? std::atoi(wanted) : usual;
}

/// Compares random networks on a machine with the plain executor: so many, or as many as the environment
/// wants.
void compare(On where, int cases, std::initializer_list<Picoseconds> stops, Agreed& agreed) {
  const int wanted = cases_or(cases);
  int compared = 0;
  for (std::uint64_t number = first_seed(); compared < wanted; ++number) {
    Comparison comparison(number, where);
    if (!comparison.is_possible()) continue;
    Agreed at_stops;
    for (const Picoseconds end : stops) {
      comparison.run_until(end);
      ASSERT_NO_FATAL_FAILURE(comparison.expect_agreement(end == *(stops.end() - 1) ? agreed : at_stops));
    }
    ++compared;
  }
  testing::Test::RecordProperty("agreed", agreed.cases);
}

TEST(GpuExecutor, GivesTheBitsOfThePlainExecutor) {
  Agreed agreed;
  ASSERT_NO_FATAL_FAILURE(compare(On::one_lane, 250, {5_us, 17_us}, agreed));
  if (std::getenv("EBB_EXECUTOR_SEED")) return;
  EXPECT_GT(agreed.delivering, agreed.cases * 4 / 5);
  EXPECT_GT(agreed.reordering, agreed.cases / 20);
  EXPECT_GT(agreed.loops, agreed.cases / 10);
  EXPECT_EQ(agreed.routings.size(), 14);
}

TEST(GpuExecutor, GivesTheSameBitsWithSeveralLanes) {
  Agreed agreed;
  ASSERT_NO_FATAL_FAILURE(compare(On::several_lanes, 10, {1_us, 3_us}, agreed));
  if (std::getenv("EBB_EXECUTOR_SEED")) return;
  EXPECT_GT(agreed.delivering, agreed.cases / 2);
}

/// Windows are never so long that a time in one does not fit into a key.
TEST(GpuExecutor, HasCablesOfAnyLength) {
  Cables cables;
  cables.copper_delay = cables.optical_delay = 100_us;
  FlattenedButterfly butterfly;
  butterfly.c = 2, butterfly.sizes = {3, 3};
  const Network network = butterfly.build(cables);
  SyntheticParts parts;
  parts.pattern = std::make_unique<UniformPattern>(), parts.arrivals = std::make_unique<PoissonArrivals>();
  parts.sizes = std::make_unique<FixedSize>(), parts.load = 0.3;
  const HostSettings hosts;
  const auto traffic = SyntheticTraffic::bind(std::move(parts), network, {hosts.packet, hosts.header}, 1);
  ASSERT_TRUE(traffic);
  const Control control(network.classes[0].rate);
  SwitchSettings switches;
  switches.pipeline = switches.credit_time = 100_us, switches.input_buffer = 64_KiB;
  const SimulationSetup setup{network, **traffic, control, switches, hosts};
  const Simulate simulate = with<MinimalAdaptive>(network);
  const auto plain = simulate(setup, On::plain), warps = simulate(setup, On::one_lane);
  EXPECT_LE(warps->state().lookahead, EventKey::longest_window);
  EXPECT_GT(warps->state().lookahead, EventKey::longest_window / 2);
  plain->run_until(2_ms), warps->run_until(2_ms);
  EXPECT_GT(plain->counters().packets_delivered, 100u);
  expect_same(*warps, *plain);
}

/// Runs of several threads at the same time.
void compare_together(On where, int cases) {
  const int wanted = cases_or(cases);
  std::vector<std::unique_ptr<Comparison>> comparisons;
  for (std::uint64_t number = first_seed(); std::ssize(comparisons) < wanted; ++number)
    if (auto one = std::make_unique<Comparison>(number, where); one->is_possible())
      comparisons.push_back(std::move(one));
  {
    std::vector<std::jthread> threads;
    for (auto& one : comparisons) threads.emplace_back([&one] { one->run_until(17_us); });
  }
  Agreed agreed;
  for (const auto& one : comparisons) ASSERT_NO_FATAL_FAILURE(one->expect_agreement(agreed));
  fmt::print("{} networks together: 0 differ\n", agreed.cases);
}

TEST(GpuExecutor, GivesTheSameBitsBesideOtherRuns) { compare_together(On::one_lane, 8); }

#if defined(EBB_CUDA)
TEST(GpuExecutor, GivesTheSameBitsBesideOtherRunsOnAnAccelerator) {
  if (const std::string missing = missing_device(); !missing.empty()) GTEST_SKIP() << missing;
  compare_together(On::accelerator, 64);
}

TEST(GpuExecutor, GivesTheSameBitsOnAnAccelerator) {
  if (const std::string missing = missing_device(); !missing.empty()) GTEST_SKIP() << missing;
  Agreed agreed;
  ASSERT_NO_FATAL_FAILURE(compare(On::accelerator, 250, {5_us, 17_us}, agreed));
  fmt::print("{} networks: 0 differ\n", agreed.cases);
}
#endif

}  // namespace
}  // namespace ebb::inline engine
