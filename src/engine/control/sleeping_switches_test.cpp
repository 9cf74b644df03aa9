// Spines that sleep and wake while packets are under way, and the time in which power domains have no port
// on.
#include "power/policy/sleeping_switches.hpp"

#include <gtest/gtest.h>

#include "engine/control/domain_meters.hpp"
#include "engine/control/switch_watch.hpp"
#include "engine/engine_testing.hpp"
#include "engine/run/channel_results.hpp"
#include "network/twin_switches.hpp"
#include "power/policy/idle_sleep.hpp"
#include "routing/clos/clos_adaptive.hpp"
#include "routing/clos/clos_ecmp.hpp"
#include "topology/folded_clos.hpp"

namespace ebb::inline engine {
namespace {

const RateLevels off_or_full({{0}, 40_Gbps});

Network clos(std::int64_t levels = 2, std::int64_t radix = 8) {
  FoldedClos topology;
  topology.levels = levels, topology.radix = radix;
  Cables cables;
  cables.copper_delay = cables.optical_delay = cables.backplane_delay = 40_ns;
  return topology.build(cables);
}

/// A quiet day with a rush in the middle; nothing is sent after `end`.
struct RushHour final : Traffic {
  UniformPoisson quiet, rush;
  Picoseconds begins = 400_us, ends = 600_us, end = 900_us;
  Message next(HostId host, Picoseconds now, HostMemory& memory) const override {
    const Message message = (now >= begins && now < ends ? rush : quiet).next(host, now, memory);
    return message.at < end ? message : Message{};
  }
};

struct Slept {
  std::uint64_t digest = 0, made = 0, delivered = 0;
  SwitchPlanCounts counts;
  std::vector<std::int64_t> asleep;  ///< by switch, in picoseconds
  DomainUse domains;
  std::int64_t off = 0;  ///< of all channels that leave switches
};

struct Way {
  double rush = 0.7;
  Picoseconds runs_until = 1500_us;
  std::size_t threads = 1;
  ExecutorKind executor = ExecutorKind::threads;
  Forwarding forwarding = Forwarding::cut_through;
  FlowControl flow = FlowControl::credits;
  double fails = 0.2;
};

template <class Routing>
Slept slept(const Network& net, Routing routing, const Way& way) {
  RushHour traffic;
  traffic.quiet = uniform(net, 0.1, 1000_B), traffic.rush = uniform(net, way.rush, 1000_B);
  SleepingSwitches policy;
  policy.interval = 20_us, policy.wake = 10_us, policy.wake_p99 = 30_us, policy.fails = way.fails,
  policy.quiet = 2;
  EXPECT_TRUE(policy.check().empty());
  EXPECT_TRUE(policy.fit(off_or_full, {.epoch = 5_us}).empty());
  Control control(off_or_full, policy, 5_us, 1_us);
  control.switch_groups = switch_groups_of(twin_switches(net));
  control.domains = {{}, {1, {}}, {2, {}}};
  EXPECT_TRUE(routing.check(net).empty());
  routing.prepare(net);
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.switches.forwarding = way.forwarding, setup.switches.flow.name = way.flow;
  setup.hosts.packet = 1_KiB, setup.threads = way.threads, setup.executor = way.executor;
  SimulationOf<Routing> simulation(setup, routing);
  simulation.run_until(way.runs_until);
  expect_balanced(simulation);
  const Counters counters = simulation.counters();
  const SwitchPlan& plan = simulation.state().control.switch_plan;
  Slept out{counters.digest, counters.packets_made, counters.packets_delivered, plan.counts(), {}, {}, 0};
  for (SwitchId s = 0; s < net.switches(); ++s) out.asleep.push_back(plan.asleep_time(s, simulation.now()).v);
  out.domains = domains_off_so_far(simulation.state(), simulation.now().v);
  const auto channels = each_channel(simulation);
  for (PortId c = 0; c < net.switch_ports(); ++c) out.off += channels[c].time_in[0].v;
  return out;
}

void expect_same(const Slept& a, const Slept& b) {
  EXPECT_EQ(a.digest, b.digest);
  EXPECT_EQ(a.asleep, b.asleep);
  EXPECT_EQ(a.counts.wake_time, b.counts.wake_time);
  EXPECT_EQ(a.counts.reasons, b.counts.reasons);
  EXPECT_EQ(a.off, b.off);
}

void expect_nothing_lost(const Slept& run) {
  EXPECT_GT(run.made, 10'000u);
  EXPECT_EQ(run.delivered, run.made);
  EXPECT_GT(run.counts.sleeps, 2);
  EXPECT_GT(run.counts.wakes_done, 0);
  EXPECT_EQ(run.counts.wakes_ordered, run.counts.wakes_done + run.counts.wakes_under_way);
}

TEST(SleepingSwitchesRun, LosesNothingAndIsTheSameOnAllExecutors) {
  const Network net = clos();
  for (const Forwarding forwarding : {Forwarding::cut_through, Forwarding::store_and_forward}) {
    const Slept alone = slept(net, ClosAdaptive{}, {.forwarding = forwarding});
    expect_nothing_lost(alone);
    expect_same(slept(net, ClosAdaptive{}, {.threads = 3, .forwarding = forwarding}), alone);
    expect_same(slept(net, ClosAdaptive{}, {.executor = ExecutorKind::plain, .forwarding = forwarding}),
                alone);
  }
}

TEST(SleepingSwitchesRun, RoutesByHashAroundSpinesThatSleep) {
  const Network net = clos();
  ClosEcmp by_flow;
  by_flow.key = ClosKey::both;
  const Slept alone = slept(net, by_flow, {});
  expect_nothing_lost(alone);
  expect_same(slept(net, by_flow, {.executor = ExecutorKind::plain}), alone);
}

/// Hosts send as much as they can while switches sleep, drain and wake. What is queued leaves in the end, so
/// that nothing waits in a cycle.
TEST(SleepingSwitchesRun, EndsAfterSaturation) {
  const Network net = clos();
  for (const FlowControl flow : {FlowControl::credits, FlowControl::pause}) {
    const Way way{.rush = 1.0, .runs_until = 3000_us, .flow = flow};
    const Slept adaptive = slept(net, ClosAdaptive{}, way), by_hash = slept(net, ClosEcmp{}, way);
    expect_nothing_lost(adaptive);
    expect_nothing_lost(by_hash);
    EXPECT_GT(adaptive.counts.drains_undone + adaptive.counts.wakes_done, 2);
  }
}

TEST(SleepingSwitchesRun, SleepsCoresOfThreeLevelsGroupByGroup) {
  const Network net = clos(3, 4);
  const Slept run = slept(net, ClosAdaptive{}, {});
  EXPECT_EQ(run.delivered, run.made);
  EXPECT_GT(run.counts.sleeps, 0);
}

TEST(SleepingSwitchesRun, MetersDomainsExactly) {
  const Network net = clos();
  const Slept run = slept(net, ClosAdaptive{}, {});
  // Of one port: the time of that port. Two ports: at most half of it. Whole switches: what the plan says.
  EXPECT_EQ(run.domains[1].domains, run.off);
  EXPECT_LE(run.domains[2].domains, run.off / 2);
  EXPECT_GT(run.domains[2].domains, 0);
  std::int64_t asleep = 0, ports = 0;
  for (SwitchId s = 0; s < net.switches(); ++s)
    asleep += run.asleep[s], ports += run.asleep[s] * net.ports_of(s);
  EXPECT_EQ(run.domains[0].domains, asleep);
  EXPECT_EQ(run.domains[0].ports[0] + run.domains[0].ports[1] + run.domains[0].ports[2], ports);
  EXPECT_GT(asleep, 0);
  EXPECT_LE(2 * ports, 2 * run.off);
}

TEST(SleepingSwitchesRun, KeepsSwitchesWithHostsAwake) {
  const Network net = clos();
  const Slept run = slept(net, ClosAdaptive{}, {});
  for (HostId h = 0; h < net.hosts; ++h) EXPECT_EQ(run.asleep[net.switch_of_host(h)], 0);
}

/// Domains of a policy that knows no switches.
TEST(DomainMeters, AgreeWithTheChannelsWhenPortsSleepByThemselves) {
  const Network net = clos();
  UniformPoisson traffic = uniform(net, 0.02, 1000_B);
  IdleSleep policy;
  policy.idle_state = IdleState::off, policy.idle = 200_ns;
  ASSERT_TRUE(policy.fit(off_or_full, {.epoch = 5_us}).empty());
  Control control(off_or_full, policy, 5_us, 1_us);
  control.domains = {{}, {1, {}}, {4, Medium::copper}};
  ClosAdaptive routing;
  routing.prepare(net);
  SimulationSetup setup{net, traffic, control, {}, {}};
  setup.hosts.packet = 1_KiB;
  SimulationOf<ClosAdaptive> simulation(setup, routing);
  simulation.run_until(200_us);
  const DomainUse use = domains_off_so_far(simulation.state(), simulation.now().v);
  std::int64_t off = 0;
  const auto channels = each_channel(simulation);
  for (PortId c = 0; c < net.switch_ports(); ++c) off += channels[c].time_in[0].v;
  EXPECT_GT(off, 0);
  EXPECT_EQ(use[1].domains, off);
  EXPECT_LE(use[0].domains * 8, off);
  const std::vector<std::int64_t> count = count_domains(simulation.state());
  EXPECT_EQ(count[0], net.switches());
  EXPECT_EQ(count[1], net.switch_ports());
}

}  // namespace
}  // namespace ebb::inline engine
