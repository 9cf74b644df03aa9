// The agent on switches in memory: policies that are driven, cables that go off and on under frames, and
// things that go wrong.
#include "fabric/agent/agent.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

#include "base/folder_testing.hpp"
#include "fabric/agent/agent_bench_testing.hpp"
#include "power/dynamic_topology.hpp"
#include "power/halve_double.hpp"
#include "power/idle_sleep.hpp"
#include "power/promise.hpp"
#include "power/queue_aware.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

/// Tests take milliseconds unless they are told to take longer.
std::uint64_t from_environment(const char* name, std::uint64_t usual) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : usual;
}

TEST(Agent, RefusesPoliciesThatNeedWhatAPortCannotTell) {
  const auto why = [](const Policy& policy) { return check_agent_policy(policy, true); };
  EXPECT_TRUE(why(HalveDouble{}).empty());
  EXPECT_TRUE(why(DynamicTopology{}).empty());
  ASSERT_EQ(why(IdleSleep{}).size(), 1u);
  EXPECT_THAT(why(IdleSleep{})[0].what, HasSubstr("how much waits"));
  EXPECT_FALSE(why(QueueAware{}).empty());
  EXPECT_FALSE(why(Promise{}).empty());
  EXPECT_FALSE(check_agent_policy(DynamicTopology{}, false).empty());
}

TEST(Agent, HalvesAndDoublesTheRatesOfRealPortsByTheirBytes) {
  HalveDouble policy;
  AgentBench bench(small_butterfly(), ladder_without_off(), policy);
  bench.run(5);  // idle: one step down each second
  const PortId port = bench.cables().front();
  EXPECT_EQ(bench.ports.rate[port], bench.ladder()[0]);
  // 1,000 bytes are 80 us at 100 Mb/s; at 12.5 Mb/s 640 us. 1,200 frames a second keep it busy for 0.77 s.
  bench.each_second = [&] { bench.send_over(port, 1200); };
  bench.run(3);
  EXPECT_EQ(bench.ports.rate[port], bench.ladder()[1]);
  EXPECT_EQ(bench.log.decisions.back().queued, std::nullopt);
}

TEST(Agent, TimeInStateIsTheTimeThatPassed) {
  HalveDouble policy;
  AgentBench bench(small_butterfly(), ladder_without_off(), policy);
  bench.run(7);
  for (PortId p = 0; p < bench.network().switch_ports(); ++p) {
    std::vector<std::int64_t> times(2 * bench.ladder().size(), 0);
    bench.agent->add_times(p, times);
    std::int64_t sum = 0;
    for (const std::int64_t t : times) sum += t;
    EXPECT_EQ(sum, bench.agent->now().v);
  }
}

TEST(Agent, SwitchesQuietCablesOffRulesFirstAndBackWhenTheyAreMissed) {
  DynamicTopology policy = quick_topology();
  AgentBench bench(small_butterfly(), ladder_on_off(), policy);
  bench.run(30);
  EXPECT_EQ(bench.count(CablePhase::off), 3u);  // two chords and the ring of a row of four
  EXPECT_EQ(bench.count(CablePhase::on), 3u);
  bench.walk_all();
  bench.expect_nothing_lost();
  // What goes from switch 0 to switch 3 would have taken the ring: 0.3 of full rate.
  bench.each_second = [&] { bench.send_between(0, 3, 3800); };
  bench.run(10);
  EXPECT_THAT(bench.log.reasons(), Contains("missed: it comes on"));
  EXPECT_LT(bench.count(CablePhase::off), 3u);
  bench.expect_nothing_lost();
}

TEST(Agent, NeverCutsAndKeepsSpareCables) {
  struct AllOff final : Policy {
    Problems check() const override { return {}; }
    Decision decide(const ChannelView&, const RateLadder& rates) const override {
      return {.want = rates[0], .why = "off, whatever it costs"};
    }
  } policy;
  for (const std::int64_t spare : {0, 1}) {
    AgentSettings settings = quick_settings();
    settings.spare = spare;
    AgentBench bench(small_butterfly(), ladder_on_off(), policy, settings);
    bench.run(60);
    EXPECT_EQ(bench.count(CablePhase::on), spare == 0 ? 3u : 4u);  // a tree; a ring
    EXPECT_THAT(bench.log.reasons(), Contains(spare == 0 ? "refused: hosts would be cut off"
                                                         : "refused: the others would not survive the "
                                                           "failures that they must"));
    bench.walk_all();
    bench.expect_nothing_lost();
  }
}

TEST(Agent, CablesThatGoOffAndOnAndChangeTheirRatesLoseNoFrame) {
  const std::uint64_t wanted = from_environment("EBB_AGENT_CHANGES", 30);
  Coin policy;
  AgentBench bench(small_butterfly(), ladder_with_off(), policy);
  bench.each_second = [&] { bench.send_at_random(20); };
  while (bench.ports.downs < 2 * wanted) bench.run(1);  // a cable has two ports
  EXPECT_GT(bench.ports.rate_changes, wanted);
  bench.finish();
  EXPECT_EQ(bench.count(CablePhase::on), bench.cables().size());
  bench.walk_all();
  bench.expect_nothing_lost();
}

TEST(Agent, ACableThatDoesNotComeBackIsSaidAndRoutedAround) {
  DynamicTopology policy = quick_topology();
  AgentBench bench(small_butterfly(), ladder_on_off(), policy);
  bench.run(30);
  ASSERT_EQ(bench.count(CablePhase::off), 3u);
  for (PortId p = 0; p < bench.network().switch_ports(); ++p)
    if (!bench.ports.enabled[p]) bench.ports.stuck[p] = true;
  bench.finish();
  EXPECT_EQ(bench.count(CablePhase::broken), 3u);
  EXPECT_THAT(bench.log.said, Contains(HasSubstr("does not come up again")));
  bench.walk_all();
  bench.expect_nothing_lost();
}

TEST(Agent, WhenACableFailsThoseThatAreOffComeToItsAid) {
  DynamicTopology policy = quick_topology();
  AgentBench bench(small_butterfly(), ladder_on_off(), policy);
  bench.run(30);
  const PortId line = bench.cables().front();  // switch 0 to switch 1, the only one of switch 0
  bench.ports.cut[line] = true, bench.ports.update(line);
  bench.run(10);
  EXPECT_THAT(bench.log.said, Contains(HasSubstr("is needed, because another cable has failed")));
  bench.fake.excused = 0;
  bench.walk_all();
  bench.expect_nothing_lost();
}

TEST(Agent, ARestartedSwitchIsBroughtToTheRightState) {
  DynamicTopology policy = quick_topology();
  AgentBench bench(small_butterfly(), ladder_on_off(), policy);
  bench.run(30);
  bench.restart(1);
  bench.run(5);
  bench.fake.excused = 0;  // frames that met it while it held no rules
  bench.walk_all();
  bench.expect_nothing_lost();
  EXPECT_EQ(bench.count(CablePhase::off), 3u);
  for (const CableState& cable : bench.agent->cables()) {
    EXPECT_EQ(bench.ports.enabled[cable.port], cable.phase == CablePhase::on);
    EXPECT_EQ(bench.ports.enabled[bench.network().peer[cable.port]], cable.phase == CablePhase::on);
  }
}

TEST(Agent, WhatIsOffIsWrittenDownBeforeItGoesDown) {
  DynamicTopology policy = quick_topology();
  AgentBench bench(small_butterfly(), ladder_on_off(), policy);
  bench.ports.before_down = [&](PortId p) {
    const PortId cable = std::min(p, bench.network().peer[p]);
    EXPECT_THAT(bench.log.kept, Contains(cable));
  };
  bench.run(30);
  EXPECT_EQ(bench.log.kept.size(), 3u);
  bench.finish();
  EXPECT_TRUE(bench.log.kept.empty());
}

TEST(Agent, FaultsAlwaysLeaveAConnectedNetworkAndNoStormOfChanges) {
  const std::uint64_t wanted = from_environment("EBB_AGENT_FAULTS", 6);
  Coin policy;
  AgentBench bench(small_butterfly(), ladder_with_off(), policy);
  Random random(7, 1);
  for (std::uint64_t fault = 0; fault < wanted; ++fault) {
    bench.inject(random);
    const std::uint64_t downs = bench.ports.downs;
    bench.run(12);
    // A cable goes off at most every three seconds: hold-down.
    EXPECT_LE(bench.ports.downs - downs, 2 * bench.cables().size() * 4);
    bench.mend();
    bench.run(8);
    bench.fake.excused = 0;
    bench.walk_all();
    bench.expect_nothing_lost();
    ASSERT_FALSE(::testing::Test::HasFailure()) << "after fault " << fault;
  }
}

TEST(Agent, ASchedulePutsItsCablesOffAndOn) {
  HalveDouble policy;
  AgentBench bench(small_butterfly(), ladder_with_off(), policy);
  CableSet on(bench.network());
  on.set(bench.network(), bench.cables()[1], false);
  bench.agent->schedule(on);
  bench.run(10);
  EXPECT_EQ(bench.count(CablePhase::off), 1u);
  bench.agent->schedule(CableSet(bench.network()));
  bench.run(10);
  EXPECT_EQ(bench.count(CablePhase::on), bench.cables().size());
  bench.expect_nothing_lost();
}

}  // namespace
}  // namespace ebb::inline fabric
