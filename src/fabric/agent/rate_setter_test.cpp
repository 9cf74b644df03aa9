#include "fabric/agent/rate_setter.hpp"

#include <gmock/gmock.h>

#include "fabric/agent/agent_parts_testing.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

/// 50 and 100 Mb/s, after the ports of all switches have accepted full rate at 0.5 s.
struct SetterBench : AgentParts {
  SetterBench() : AgentParts(half_and_full()) {
    poll_at(500_ms);
    apply();
    for (SetPorts& s : switches) s.rates.clear();
  }
  void apply(bool finishing = false) { rates.apply_all(finishing), rates.end_step(); }
};

TEST(RateSetter, SetsTheAgreedRateOnce) {
  SetterBench p;
  EXPECT_TRUE(p.rates.all_at_full_rate());
  p.policies.request(cable_01, 0);
  p.context.now = 1000_ms;
  p.apply();
  p.apply();
  EXPECT_THAT(p.switches[0].rates, ElementsAre(Pair(1, 50'000'000)));
  EXPECT_THAT(p.switches[1].rates, ElementsAre(Pair(1, 50'000'000)));
  EXPECT_THAT(p.switches[2].rates, IsEmpty());
  EXPECT_FALSE(p.rates.all_at_full_rate());
  p.context.now = 2000_ms;
  p.apply(true);
  EXPECT_THAT(p.switches[0].rates.back(), Pair(1, 100'000'000)) << "to end the agent";
  EXPECT_TRUE(p.rates.all_at_full_rate());
}

/// A decrease that is refused is tried again after `retry`, 5 s.
TEST(RateSetter, ARefusedRateIsNotMeteredAndTriedAgainLater) {
  SetterBench p;
  p.switches[0].refuses = "worn out";
  p.policies.request(cable_01, 0);
  p.context.now = 1000_ms;
  p.apply();
  EXPECT_EQ(p.policies.control(cable_01).level, 1) << "it has full rate";
  EXPECT_EQ(p.policies.agreed(cable_01), 1u);
  EXPECT_EQ(p.policies.control(4).level, 0) << "the other end took its rate";
  EXPECT_TRUE(p.rates.waits(cable_01));
  ASSERT_EQ(p.rates.refused().size(), 1u);
  EXPECT_EQ(p.rates.refused()[0].why, "worn out");
  EXPECT_THAT(p.rates.refused()[0].ports, ElementsAre(cable_01));
  EXPECT_THAT(
      p.log.lines,
      ElementsAre("s0:1 does not take the rate that was set, and counts at the one before: worn out"));
  ASSERT_EQ(p.log.decisions.size(), 1u);
  EXPECT_EQ(p.log.decisions[0].why, "refused: its port does not take the rate");
  std::vector<std::int64_t> times(4, 0);
  p.policies.add_times(cable_01, times);
  EXPECT_THAT(times, ElementsAre(0, (1000_ms).v, 0, 0));
  p.switches[0].rates.clear(), p.switches[0].refuses.clear();
  p.context.now = 5999_ms;
  p.apply();
  EXPECT_THAT(p.switches[0].rates, IsEmpty());
  p.context.now = 6000_ms;
  p.apply();
  EXPECT_THAT(p.switches[0].rates, ElementsAre(Pair(1, 100'000'000))) << "the rate that it should have";
  EXPECT_THAT(p.rates.refused(), IsEmpty());
  EXPECT_EQ(p.log.lines.back(), "s0:1 takes its rate again");
}

/// An increase that is refused is tried again after an epoch, 1 s.
TEST(RateSetter, ARefusedIncreaseIsTriedSooner) {
  SetterBench p;
  p.policies.request(cable_01, 0);
  p.context.now = 1000_ms;
  p.apply();
  p.switches[0].refuses = "worn out";
  p.policies.request(cable_01, 1);
  p.context.now = 2000_ms;
  p.apply();
  EXPECT_EQ(p.policies.control(cable_01).level, 0);
  p.switches[0].rates.clear();
  p.policies.request(cable_01, 1);
  p.context.now = 2999_ms;
  p.apply();
  EXPECT_THAT(p.switches[0].rates, IsEmpty());
  p.context.now = 3000_ms;
  p.apply();
  EXPECT_THAT(p.switches[0].rates, ElementsAre(Pair(1, 100'000'000)));
}

TEST(RateSetter, AnUnknownRateCountsAsFullButIsNotAccepted) {
  AgentParts p(half_and_full());
  p.switches[0].refuses = "worn out";
  p.poll_at(500_ms);
  p.rates.apply_all(false), p.rates.end_step();
  EXPECT_EQ(p.policies.control(cable_01).level, 1);
  EXPECT_FALSE(p.rates.has_full_rate(cable_01));
  EXPECT_TRUE(p.rates.has_full_rate(4));
  EXPECT_THAT(p.log.lines, ElementsAre("s0:0 and 2 more do not take the rate that was set, and count at the "
                                       "one before: worn out"));
}

TEST(RateSetter, AForgottenRateIsSetAgainWhenItsSwitchAnswers) {
  SetterBench p;
  p.rates.forget(cable_02);
  p.switches[0].silent = true;
  p.poll_at(1000_ms);
  p.apply();
  EXPECT_THAT(p.switches[0].rates, IsEmpty());
  p.switches[0].silent = false;
  p.poll_at(1500_ms);
  p.apply();
  EXPECT_THAT(p.switches[0].rates, ElementsAre(Pair(2, 100'000'000)));
}

TEST(RateSetter, OffHasNoRate) {
  AgentParts p;
  p.poll_at(500_ms);
  p.policies.request(cable_01, 0);
  p.rates.apply_level(cable_01);
  p.rates.end_step();
  EXPECT_EQ(p.policies.control(cable_01).level, 0);
  EXPECT_THAT(p.switches[0].rates, IsEmpty());
  EXPECT_TRUE(p.rates.has_full_rate(cable_01)) << "a port that is off has no rate to restore";
}

}  // namespace
}  // namespace ebb::inline fabric
