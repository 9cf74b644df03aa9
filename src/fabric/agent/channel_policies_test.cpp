#include "fabric/agent/channel_policies.hpp"

#include <gmock/gmock.h>

#include "fabric/agent/agent_parts_testing.hpp"
#include "power/policy/power_budget_policy.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::vector<std::uint64_t> nothing_diverted(9, 0);

void evaluate_all(AgentParts& p, std::optional<Picoseconds> held_down = {}) {
  const CableSet all(p.network);
  p.policies.evaluate_due(
      {.diverted = nothing_diverted, .loaded = all, .held_down = [=](PortId) { return held_down; }});
}

/// 6,250,000 bytes in a second are half of 100 Mb/s.
TEST(ChannelPolicies, EvaluatesAtTheEpochWithTheLoadSinceTheStart) {
  AgentParts p;
  p.policy.level = 1;
  p.poll_at(500_ms);
  evaluate_all(p);
  EXPECT_THAT(p.log.decisions, IsEmpty());
  p.port(0).sent_bytes = 6'250'000;
  p.poll_at(1000_ms);
  evaluate_all(p);
  ASSERT_EQ(p.log.decisions.size(), 9u) << "one per channel";
  const DecisionRecord& first = p.log.decisions[0];
  EXPECT_EQ(first.channel, 0u);
  EXPECT_EQ(first.from, 2);
  EXPECT_EQ(first.to, 1);
  EXPECT_DOUBLE_EQ(first.utilisation, 0.5);
  EXPECT_EQ(first.sent, Bytes{6'250'000});
  EXPECT_EQ(first.queued, std::nullopt) << "a port does not show its queue";
  EXPECT_DOUBLE_EQ(p.log.decisions[1].utilisation, 0);
  EXPECT_EQ(p.policies.decisions(), 9u);
  EXPECT_EQ(p.policies.agreed(0), 1u);
  EXPECT_THAT(p.policies.reasons(), ElementsAre(ReasonCount{"as set", 9, 9}));
  p.poll_at(1500_ms);
  evaluate_all(p);
  EXPECT_THAT(p.policies.reasons(), ElementsAre(ReasonCount{"as set", 9, 9})) << "not before 2 s";
}

TEST(ChannelPolicies, AChannelOfASilentSwitchIsNotEvaluated) {
  AgentParts p;
  p.policy.level = 1;
  p.switches[2].silent = true;
  p.poll_at(1000_ms);
  evaluate_all(p);
  EXPECT_EQ(p.log.decisions.size(), 6u);
}

TEST(ChannelPolicies, HostPortsStayAtFullRateWhereThatIsTheSetting) {
  AgentSettings settings = parts_settings();
  settings.host_ports = false;
  AgentParts p(half_and_full(), settings);
  p.policy.level = 0;
  p.poll_at(1000_ms);
  evaluate_all(p);
  EXPECT_EQ(p.log.decisions.size(), 6u);
  EXPECT_FALSE(p.policies.is_controlled(0));
}

TEST(ChannelPolicies, BothEndsOfACableHaveToRequestOff) {
  AgentParts p;
  p.policy.level = 0;
  p.switches[1].silent = true;
  p.poll_at(1000_ms);
  evaluate_all(p);
  EXPECT_EQ(p.policies.agreed(cable_01), 1u) << "the slowest rate: the other end was not evaluated";
  EXPECT_EQ(p.policies.agreed(cable_02), 0u);
  EXPECT_EQ(p.policies.agreed(7), 0u);
}

/// The cable stays a route, because the other end has not requested off: tables avoid it in both directions
/// or in none.
TEST(ChannelPolicies, BytesThatCrossAChannelThatRequestsOffCountAsDiverted) {
  AgentParts p;
  p.policy.level = 0, p.policy.off_until = {1000};
  p.switches[1].silent = true;
  p.poll_at(1000_ms);
  evaluate_all(p);
  p.log.decisions.clear();
  const auto send = [&](std::uint64_t bytes, Picoseconds at, const CableSet& loaded) {
    p.port(cable_01).sent_bytes += bytes;
    p.poll_at(at);
    p.policies.evaluate_due({.diverted = nothing_diverted, .loaded = loaded});
  };
  CableSet without(p.network);
  without.set(p.network, cable_01, false);
  send(900, 1100_ms, without);  // the last frames on their way
  send(400, 1200_ms, CableSet(p.network));
  EXPECT_THAT(p.log.decisions, IsEmpty());
  send(600, 1300_ms, CableSet(p.network));
  ASSERT_EQ(p.log.decisions.size(), 1u);
  EXPECT_EQ(p.log.decisions[0].channel, cable_01);
  EXPECT_EQ(p.log.decisions[0].cause, "diverted");
  EXPECT_EQ(p.log.decisions[0].to, 2);
}

TEST(ChannelPolicies, ARestartGivesUpTheRequestAndRecordsWhy) {
  AgentParts p;
  p.policy.level = 1;
  p.poll_at(1000_ms);
  evaluate_all(p);
  p.log.decisions.clear();
  p.policies.restart(cable_01, "refused: for the test");
  p.policies.restart(cable_01, "refused: for the test");
  ASSERT_EQ(p.log.decisions.size(), 1u) << "nothing was requested the second time";
  EXPECT_EQ(p.log.decisions[0].from, 1);
  EXPECT_EQ(p.log.decisions[0].to, 2);
  EXPECT_EQ(p.policies.agreed(cable_01), 2u);
  EXPECT_EQ(p.policies.control(cable_01).next_evaluation, (2000_ms).v) << "an epoch later";
}

TEST(ChannelPolicies, AHoldDownIsRecordedOnceForEachChannel) {
  AgentParts p;
  p.policy.level = 0;
  for (const Picoseconds now : {1000_ms, 2000_ms, 3000_ms}) {
    p.poll_at(now);
    evaluate_all(p, 60'000_ms);
  }
  EXPECT_EQ(p.log.decisions.size(), 18u) << "each channel: the request, and its refusal";
  EXPECT_EQ(p.policies.agreed(cable_01), 2u);
  EXPECT_THAT(p.policies.reasons(),
              ElementsAre(ReasonCount{"as set", 27, 9},
                          ReasonCount{"refused: it came on a short time ago (hold-down)", 27, 9}));
}

/// At full rate until 3 s, then 1 ms of change, then at half rate.
TEST(ChannelPolicies, TimeInStateIsExact) {
  AgentParts p;
  p.poll_at(3000_ms);
  p.policies.request(cable_01, 1);
  const LevelChange change = p.policies.apply_level(cable_01);
  EXPECT_EQ(change.what, LevelChange::What::changes);
  p.context.now = 5000_ms;
  std::vector<std::int64_t> times(6, 0);
  p.policies.add_times(cable_01, times);
  EXPECT_EQ(times[2], (3000_ms).v);
  EXPECT_EQ(times[1], (1999_ms).v);
  std::int64_t sum = 0;
  for (const std::int64_t t : times) sum += t;
  EXPECT_EQ(sum, (5000_ms).v);
}

/// Nine ports at 25, 50 and 100 Mb/s with 1 W at 100 Mb/s, and 4.5 W for all of them.
struct PowerLimited : AgentParts {
  PowerLimited() {
    settings.watts.limit = 4'500'000, settings.watts.settle = 1_ms;
    settings.watts.microwatts.assign(network.classes.size(), {250'000, 500'000, 1'000'000});
    limited.emplace(context, poller, settings, nullptr);
  }
  /// The port sends at most at its own rate, for a second.
  void step(PortId busy) {
    second += 1;
    port(busy).sent_bytes += static_cast<std::uint64_t>(level(busy) == 2 ? 12'000'000 : 3'000'000);
    poll_at(1000_ms * second);
    const CableSet all(network);
    limited->evaluate_due({.diverted = nothing_diverted, .loaded = all});
    for (PortId p = 0; p < 9; ++p) limited->apply_level(p);
  }
  std::size_t level(PortId p) const { return limited->control(p).level; }
  std::int64_t drawn() const {
    std::int64_t sum = 0;
    for (PortId p = 0; p < 9; ++p) sum += settings.watts.microwatts[0][level(p)];
    return sum;
  }
  PowerBudgetPolicy spender;
  ControlSettings settings{RateLevels({{25'000'000}, {50'000'000}, {100'000'000}}), spender, 1000_ms, 1_ms};
  std::optional<ChannelPolicies> limited;
  std::int64_t second = 0;
};

TEST(ChannelPolicies, PortsKeepAPowerBudgetAndTheBusyOneHasTheFullRate) {
  PowerLimited p;
  for (int i = 0; i < 3; ++i) p.step(4);
  for (int i = 0; i < 10; ++i) {
    p.step(4);
    EXPECT_LE(p.drawn(), p.settings.watts.limit) << p.second;
    EXPECT_EQ(p.level(4), 2u) << p.second;
  }
  for (int i = 0; i < 10; ++i) {
    p.step(7);
    EXPECT_LE(p.drawn(), p.settings.watts.limit) << p.second;
  }
  EXPECT_EQ(p.level(7), 2u);
}

}  // namespace
}  // namespace ebb::inline fabric
