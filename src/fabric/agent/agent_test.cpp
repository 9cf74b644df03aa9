// The agent on in-memory switches: it drives policies, switches cables off and on under traffic, and handles
// faults.
#include "fabric/agent/agent.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <map>

#include "base/folder_testing.hpp"
#include "fabric/agent/agent_bench_testing.hpp"
#include "power/policy/dynamic_topology.hpp"
#include "power/policy/halve_double.hpp"
#include "power/policy/idle_sleep.hpp"
#include "power/policy/latency_bound_policy.hpp"
#include "power/policy/queue_aware.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

/// Tests take milliseconds unless the environment asks for more.
std::uint64_t from_environment(const char* name, std::uint64_t usual) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : usual;
}

TEST(Agent, RefusesPoliciesThatNeedWhatAPortCannotTell) {
  const auto why = [](const Policy& policy) { return check_agent_policy(policy, true); };
  EXPECT_TRUE(why(HalveDouble{}).empty());
  EXPECT_TRUE(why(DynamicTopology{}).empty());
  ASSERT_EQ(why(IdleSleep{}).size(), 1u);
  EXPECT_THAT(why(IdleSleep{})[0].what, HasSubstr("requires the queue length"));
  EXPECT_FALSE(why(QueueAware{}).empty());
  EXPECT_FALSE(why(LatencyBoundPolicy{}).empty());
  EXPECT_FALSE(check_agent_policy(DynamicTopology{}, false).empty());
}

TEST(Agent, HalvesAndDoublesTheRatesOfRealPortsByTheirBytes) {
  HalveDouble policy;
  AgentBench bench(small_butterfly(), levels_without_off(), policy);
  bench.run(5);  // idle: one step down each second
  const PortId port = bench.cables().front();
  EXPECT_EQ(bench.ports.rate[port], bench.levels()[0]);
  // 1,000 bytes are 80 us at 100 Mb/s; at 12.5 Mb/s 640 us. 1,200 frames a second keep it busy for 0.77 s.
  bench.each_second = [&] { bench.send_over(port, 1200); };
  bench.run(3);
  EXPECT_EQ(bench.ports.rate[port], bench.levels()[1]);
  EXPECT_EQ(bench.log.decisions.back().queued, std::nullopt);
}

TEST(Agent, TimeInStateIsTheTimeThatPassed) {
  HalveDouble policy;
  AgentBench bench(small_butterfly(), levels_without_off(), policy);
  bench.run(7);
  for (PortId p = 0; p < bench.network().switch_ports(); ++p) {
    std::vector<std::int64_t> times(2 * bench.levels().size(), 0);
    bench.agent->add_times(p, times);
    std::int64_t sum = 0;
    for (const std::int64_t t : times) sum += t;
    EXPECT_EQ(sum, bench.agent->now().v);
  }
}

TEST(Agent, SwitchesQuietCablesOffRulesFirstAndBackWhenTheyAreMissed) {
  DynamicTopology policy = quick_topology();
  AgentBench bench(small_butterfly(), levels_on_off(), policy);
  bench.run(30);
  EXPECT_EQ(bench.count(CablePhase::off), 3u);  // two chords and the ring of a row of four
  EXPECT_EQ(bench.count(CablePhase::on), 3u);
  bench.walk_all();
  bench.expect_nothing_lost();
  // Traffic from switch 0 to switch 3 would take the ring cable: 0.3 of full rate.
  bench.each_second = [&] { bench.send_between(0, 3, 3800); };
  bench.run(10);
  EXPECT_THAT(bench.log.reasons(), Contains("enough bytes are diverted: it comes on"));
  EXPECT_LT(bench.count(CablePhase::off), 3u);
  bench.expect_nothing_lost();
}

TEST(Agent, ReportsAPolicyThatRequestsARateThatIsNoLevel) {
  struct Odd final : Policy {
    Problems check() const override { return {}; }
    Decision decide(const ChannelView&, const RateLevels&) const override {
      return {.want = {7'000'000'000}, .why = "a rate of its own"};
    }
  } policy;
  policy.set_name("odd");
  AgentBench bench(small_butterfly(), levels_on_off(), policy);
  EXPECT_TRUE(bench.agent->policy_fault().empty());
  bench.run(5);
  const Problems fault = bench.agent->policy_fault();
  ASSERT_EQ(fault.size(), 1u);
  EXPECT_THAT(fault[0].what, testing::HasSubstr("\"odd\" requested 7Gb/s"));
  EXPECT_THAT(fault[0].what, testing::HasSubstr("the rate levels of the channel are 0b/s, "));
  bench.finish();
  EXPECT_TRUE(bench.agent->finished());
}

TEST(Agent, NeverCutsAndKeepsSpareCables) {
  struct AllOff final : Policy {
    Problems check() const override { return {}; }
    Decision decide(const ChannelView&, const RateLevels& rates) const override {
      return {.want = rates[0], .why = "off, whatever it costs"};
    }
  } policy;
  for (const std::int64_t spare : {0, 1}) {
    AgentSettings settings = quick_settings();
    settings.spare = spare;
    AgentBench bench(small_butterfly(), levels_on_off(), policy, settings);
    bench.run(60);
    EXPECT_EQ(bench.count(CablePhase::on), spare == 0 ? 3u : 4u);  // a tree; a ring
    EXPECT_THAT(bench.log.reasons(), Contains(spare == 0 ? "refused: hosts would be cut off"
                                                         : "refused: the cables left would not survive "
                                                           "the failures of [agent] spare"));
    bench.walk_all();
    bench.expect_nothing_lost();
  }
}

TEST(Agent, CablesThatGoOffAndOnAndChangeTheirRatesLoseNoFrame) {
  const std::uint64_t wanted = from_environment("EBB_AGENT_CHANGES", 30);
  Coin policy;
  AgentBench bench(small_butterfly(), levels_with_off(), policy);
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
  AgentBench bench(small_butterfly(), levels_on_off(), policy);
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
  AgentBench bench(small_butterfly(), levels_on_off(), policy);
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
  AgentBench bench(small_butterfly(), levels_on_off(), policy);
  bench.run(30);
  bench.restart(1);
  bench.run(5);
  bench.fake.excused = 0;  // frames that arrived while it had no rules
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
  AgentBench bench(small_butterfly(), levels_on_off(), policy);
  bench.ports.before_down = [&](PortId p) {
    const PortId cable = std::min(p, bench.network().peer[p]);
    EXPECT_THAT(bench.log.kept, Contains(cable));
  };
  bench.run(30);
  EXPECT_EQ(bench.log.kept.size(), 3u);
  bench.finish();
  EXPECT_TRUE(bench.log.kept.empty());
}

/// The highest number of changes of one cable in the log, from a given line on.
std::size_t most_changes_of_a_cable(const TestLog& log, std::size_t since) {
  std::map<std::string, std::size_t> changes;
  std::size_t most = 0;
  for (std::size_t i = since; i < log.said.size(); ++i)
    for (const std::string_view change : {" is off", " is up again", " is a route again"})
      if (log.said[i].ends_with(change))
        most = std::max(most, ++changes[log.said[i].substr(0, log.said[i].size() - change.size())]);
  return most;
}

TEST(Agent, FaultsAlwaysLeaveAConnectedNetworkAndNoStormOfChanges) {
  const std::uint64_t wanted = from_environment("EBB_AGENT_FAULTS", 10);
  // The agent waits 3 s for a dead switch, and 3 s for a replacement cable that does not come up.
  constexpr int most_steps_apart = 16;
  Coin policy;
  AgentBench bench(small_butterfly(), levels_with_off(), policy);
  bench.each_second = [&] { bench.send_at_random(20); };
  Random random(7, 1);
  int longest = 0;
  for (std::uint64_t fault = 0; fault < wanted; ++fault) {
    // Checks all pairs that can be connected, at every step: they may be disconnected for a while after a
    // fault, and never later.
    const auto look = [&](int steps) {
      for (int step = 1; step <= steps; ++step) {
        bench.run_step();
        if (!bench.all_that_can_reach()) longest = std::max(longest, step);
      }
      ASSERT_LE(longest, most_steps_apart) << "fault " << fault << "\n"
                                           << ::testing::PrintToString(bench.log.said);
    };
    const std::size_t since = bench.log.said.size();
    bench.inject(random);
    look(24);
    // Hold-down is three seconds, and going off takes more than one more: at most three times off and on, and
    // the fault itself.
    EXPECT_LE(most_changes_of_a_cable(bench.log, since), 8u);
    bench.mend();
    look(24);
    bench.fake.excused = 0;
    bench.walk_all();
    bench.expect_nothing_lost();
    ASSERT_FALSE(::testing::Test::HasFailure())
        << "after fault " << fault << "\n"
        << ::testing::PrintToString(std::vector(bench.log.said.begin() + static_cast<std::ptrdiff_t>(since),
                                                bench.log.said.end()));
  }
  RecordProperty("longest_apart_half_seconds", longest);
}

TEST(Agent, ADeadSwitchIsGoneRoundByTheOthersAndTakenInAgain) {
  DynamicTopology policy = quick_topology();
  AgentBench bench(small_butterfly(), levels_on_off(), policy);
  bench.run(30);
  ASSERT_EQ(bench.count(CablePhase::off), 3u);  // 0 - 1 - 2 - 3 is left
  bench.kill_switch(1);
  bench.run(6);
  EXPECT_THAT(bench.log.said, Contains(HasSubstr("the others go on without it")));
  EXPECT_THAT(bench.log.said, Contains(HasSubstr("s1 is cut off")));
  EXPECT_TRUE(bench.agent->cut_off()[1]);
  EXPECT_FALSE(bench.agent->cut_off()[0]);
  bench.fake.excused = 0;
  bench.walk_those_that_can();
  bench.expect_nothing_lost();
  // The agent keeps regulating the others: 0 - 2, 0 - 3 and 2 - 3, of which one is not needed.
  bench.run(20);
  EXPECT_EQ(bench.count(CablePhase::off), 1u);
  bench.revive(1);
  bench.run(10);
  EXPECT_FALSE(bench.agent->cut_off()[1]);
  bench.fake.excused = 0;
  bench.walk_all();
  bench.expect_nothing_lost();
  bench.finish();
  EXPECT_TRUE(bench.agent->finished());
  EXPECT_EQ(bench.count(CablePhase::on), bench.cables().size());
}

TEST(Agent, ASwitchThatForwardsWithoutAnsweringIsNotCutOff) {
  DynamicTopology policy = quick_topology();
  AgentBench bench(small_butterfly(), levels_on_off(), policy);
  bench.run(30);
  bench.ports.silent[1] = true;
  bench.each_second = [&] { bench.send_at_random(20); };
  bench.run(30);
  EXPECT_FALSE(bench.agent->cut_off()[1]);
  bench.walk_all();
  bench.expect_nothing_lost();
}

TEST(Agent, AnIsolatedSwitchKeepsNobodyElseFromBeingRegulated) {
  DynamicTopology policy = quick_topology();
  AgentBench bench(small_butterfly(), levels_on_off(), policy);
  bench.run(30);
  bench.isolate(1);
  bench.run(5);
  EXPECT_TRUE(bench.all_that_can_reach());  // over cables that were off
  EXPECT_TRUE(bench.agent->cut_off()[1]);
  EXPECT_THAT(bench.log.said, Contains(HasSubstr("s1 is cut off")));
  bench.run(20);
  EXPECT_EQ(bench.count(CablePhase::off), 1u);  // of three between three switches
  const auto next = std::find_if(bench.agent->cables().begin(), bench.agent->cables().end(),
                                 [](const CableState& c) { return c.phase == CablePhase::on; });
  bench.pull(next->port);
  bench.run(5);
  EXPECT_TRUE(bench.all_that_can_reach());
  bench.mend();
  bench.run(10);
  bench.fake.excused = 0;
  bench.walk_all();
  bench.expect_nothing_lost();
}

TEST(Agent, WhatIsSaidOfALostCableIsTrue) {
  HalveDouble policy;
  AgentBench bench(small_butterfly(), levels_without_off(), policy);
  bench.isolate(1);
  bench.run(2);
  EXPECT_THAT(bench.log.said, Contains("s0:2 - s1:2: the link failed; its traffic takes other paths"));
  EXPECT_THAT(bench.log.said, Contains("s1:4 - s3:3: the link failed, and its ends are disconnected"));
}

TEST(Agent, NothingIsChangedWhenNobodyAnsweredForAWhile) {
  DynamicTopology policy = quick_topology();
  AgentBench bench(small_butterfly(), levels_on_off(), policy);
  bench.run(30);
  for (SwitchId s = 0; s < 4; ++s) bench.ports.silent[s] = true;  // the management network is down
  bench.run(10);
  bench.walk_all();
  for (SwitchId s = 0; s < 4; ++s) bench.ports.silent[s] = false;
  for (int second = 0; second < 10; ++second) {
    bench.run(1);
    bench.walk_all();
  }
  bench.expect_nothing_lost();
}

TEST(Agent, WhatIsNotOnAtTheEndIsNamed) {
  DynamicTopology policy = quick_topology();
  AgentBench bench(small_butterfly(), levels_on_off(), policy);
  bench.run(30);
  const PortId line = bench.cables().front();  // switch 0 to switch 1
  bench.pull(line);
  bench.kill_switch(3);
  bench.finish();
  EXPECT_TRUE(bench.agent->finished());
  const Problems left = bench.agent->not_on();
  ASSERT_EQ(left.size(), 2u);
  EXPECT_EQ(left[0].where, "s3");
  EXPECT_EQ(left[1].where, "s0:2 - s1:2");
  EXPECT_FALSE(bench.agent->cables_off().empty());  // the ports of switch 3 are not yet switched on
}

TEST(Agent, AHintForManyIsGivenOnce) {
  HalveDouble policy;
  AgentBench bench(small_butterfly(), levels_without_off(), policy);
  bench.pull(bench.cables()[0]), bench.pull(bench.cables()[1]);
  bench.run(10);
  bench.finish();
  const Problems left = bench.agent->not_on();
  ASSERT_EQ(left.size(), 2u);
  EXPECT_FALSE(left[0].hint.empty());
  EXPECT_TRUE(left[1].hint.empty());
}

TEST(Agent, CablesThatWereLeftOffComeOnEvenWhenTheirSwitchAnswersLate) {
  HalveDouble policy;
  AgentBench bench(small_butterfly(), levels_with_off(), policy, quick_settings(),
                   [](AgentBench& b) { b.leave_off(b.cables().front()), b.ports.silent[0] = true; });
  EXPECT_EQ(bench.agent->cables_off().size(), 1u);
  bench.run(8);
  EXPECT_EQ(bench.agent->cables_off().size(), 1u);
  bench.ports.silent[0] = false;
  bench.run(8);
  EXPECT_TRUE(bench.agent->cables_off().empty());
  EXPECT_TRUE(bench.log.kept.empty());
  EXPECT_EQ(bench.count(CablePhase::on), bench.cables().size());
}

TEST(Agent, ASchedulePutsItsCablesOffAndOn) {
  HalveDouble policy;
  AgentBench bench(small_butterfly(), levels_with_off(), policy);
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

TEST(Agent, AHoldDownIsSaidOnceForEachEndOfACable) {
  const DynamicTopology policy = quick_topology();
  AgentSettings settings = quick_settings();
  settings.hold_down = 20'000_ms;
  AgentBench bench(small_butterfly(), levels_on_off(), policy, settings);
  bench.run(30);
  bench.each_second = [&] { bench.send_between(0, 3, 3800); };
  bench.run(6);
  bench.each_second = [] {};
  const std::size_t since = bench.log.decisions.size();
  bench.run(15);  // the cables that came on are idle, and in hold-down
  std::map<PortId, int> said;
  for (std::size_t i = since; i < bench.log.decisions.size(); ++i)
    if (bench.log.decisions[i].why.find("hold-down") != std::string_view::npos)
      ++said[bench.log.decisions[i].channel];
  for (const auto& [channel, times] : said) EXPECT_EQ(times, 1) << "channel " << channel;
  EXPECT_FALSE(said.empty());
  bench.run(30);
  EXPECT_EQ(bench.count(CablePhase::off), 3u) << "afterwards it goes off";
}

TEST(Agent, AtAChangeOfHourTheNewCableIsARouteBeforeTheOldOneGoes) {
  HalveDouble policy;
  AgentBench bench(small_butterfly(), levels_with_off(), policy);
  const PortId old = bench.cables()[1], young = bench.cables()[4];
  bench.agent->schedule(CableSet(bench.network()).without(bench.network(), young));
  bench.run(10);
  ASSERT_EQ(bench.count(CablePhase::off), 1u);
  bench.agent->schedule(CableSet(bench.network()).without(bench.network(), old));
  for (int step = 0; step < 30; ++step) {
    bench.run_step();
    EXPECT_TRUE(bench.agent->tables_for().has(old) || bench.agent->tables_for().has(young)) << step;
  }
  EXPECT_FALSE(bench.agent->tables_for().has(old));
  EXPECT_EQ(bench.count(CablePhase::off), 1u);
  // The agent does not wait for a cable that does not come up.
  bench.ports.stuck[old] = true, bench.ports.update(old);
  bench.agent->schedule(CableSet(bench.network()).without(bench.network(), young));
  bench.run(15);
  EXPECT_EQ(bench.count(CablePhase::broken), 1u);
  EXPECT_EQ(bench.count(CablePhase::off), 1u);
}

TEST(Agent, WhatAScheduleAsksForInVainIsSaidOnceAnHour) {
  HalveDouble policy;
  AgentBench bench(small_butterfly(), levels_with_off(), policy);
  CableSet on(bench.network());
  for (const PortId p : bench.cables())
    if (bench.network().owner[p] == 0) on.set(bench.network(), p, false);  // all three of switch 0
  const std::string line = "s0:4 - s3:2 should be off by the schedule; refused: hosts would be cut off";
  for (std::ptrdiff_t hour = 1; hour <= 2; ++hour) {
    bench.agent->schedule(on);
    bench.run(10);
    EXPECT_EQ(std::count(bench.log.said.begin(), bench.log.said.end(), line), hour);
  }
  EXPECT_EQ(bench.count(CablePhase::off), 2u);
  EXPECT_EQ(bench.ports.rate[bench.cables()[2]],
            bench.levels()[1]);  // its rate still follows its load
}

}  // namespace
}  // namespace ebb::inline fabric
