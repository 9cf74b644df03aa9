#include "power/policy/latency_bound.hpp"

#include <gtest/gtest.h>

namespace ebb::inline power {
namespace {

/// Every packet adds 100 to the budget, and 1000 can be saved up.
DelayBudget budget_of(double factor = 1, Picoseconds waiting = {-1}) {
  return {.latency_bound = {.per_packet = {100}, .kept = {10}, .factor = factor, .waiting = waiting},
          .most = 1000,
          .pending = {}};
}

TEST(DelayBudget, ShowsWhatWasThereOneEpochAgo) {
  DelayBudget delay_budget = budget_of();
  delay_budget.close(0, 10);
  delay_budget.pending.packets = 2;
  delay_budget.close(10, 10);
  EXPECT_EQ(delay_budget.left, 0);  // the value has not propagated yet
  delay_budget.pending.packets = 3;
  delay_budget.close(19, 10);  // the epoch is not over
  EXPECT_EQ(delay_budget.left, 0);
  delay_budget.close(25, 10);  // nothing happened at 20
  EXPECT_DOUBLE_EQ(delay_budget.left, 0.2);
  delay_budget.close(30, 10);
  EXPECT_DOUBLE_EQ(delay_budget.left, 0.5);
}

TEST(DelayBudget, ShowsTheSameWhetherItWasAskedInAQuietEpochOrNot) {
  DelayBudget often = budget_of(), seldom = budget_of();
  for (DelayBudget* delay_budget : {&often, &seldom})
    delay_budget->close(0, 10), delay_budget->pending.packets = 2;
  often.close(10, 10), often.close(20, 10);
  seldom.close(25, 10);
  EXPECT_DOUBLE_EQ(often.left, 0.2);
  EXPECT_DOUBLE_EQ(seldom.left, 0.2);
  EXPECT_EQ(often.next_close, seldom.next_close);
}

TEST(DelayBudget, SavesUpNoMoreThanItsMostButRemembersWhatIsOwed) {
  DelayBudget delay_budget = budget_of(2);
  delay_budget.pending.packets = 50;
  delay_budget.close(0, 10);
  EXPECT_EQ(delay_budget.balance, 1000);
  delay_budget.pending.by_wires = 1500;  // charged twice
  delay_budget.close(10, 10);
  EXPECT_EQ(delay_budget.balance, -2000);
  for (int i = 2; i < 10; ++i) delay_budget.pending.by_wires = INT64_MAX, delay_budget.close(10 * i, 10);
  EXPECT_LT(delay_budget.balance, -1e18);  // a huge debt does not wrap around
  EXPECT_LT(delay_budget.left, 0);
}

TEST(DelayBudget, CorrectsItsFactorByWhatIsWaitedMoreThanAtFullRate) {
  DelayBudget delay_budget = budget_of(3, {40});
  delay_budget.close(0, 10);
  EXPECT_DOUBLE_EQ(delay_budget.factor(), 3);  // nothing is known yet
  delay_budget.pending = {.packets = 100, .by_wires = 2000, .in_all = 9000};
  delay_budget.close(10, 10);
  // At full rate the waiting would be 4000. It is 5000 more, for 2000 on wires. The estimate of 3 weighs
  // 4000/2 + 1000/4.
  EXPECT_DOUBLE_EQ(delay_budget.factor(), (3 * 2250 + 5000) / 4250.);
  delay_budget.pending = {.packets = 1000, .by_wires = 100'000, .in_all = 140'000};
  delay_budget.close(20, 10);
  EXPECT_DOUBLE_EQ(delay_budget.factor(), (3 * 22'250 + 105'000) / 124'250.);
}

TEST(DelayBudget, ChargesWhatWiresCostEvenWhenLessIsWaitedThanAtFullRate) {
  DelayBudget delay_budget = budget_of(1.5, {40});
  delay_budget.pending = {.packets = 1000, .by_wires = 500, .in_all = 600};
  delay_budget.close(0, 10);
  EXPECT_DOUBLE_EQ(delay_budget.factor(), 1);
}

TEST(DelayBudget, KeepsToItsFactorWhenFullRateIsNotKnown) {
  DelayBudget delay_budget = budget_of(12);
  delay_budget.pending = {.packets = 100, .by_wires = 2000, .in_all = 9000};
  delay_budget.close(0, 10);
  EXPECT_DOUBLE_EQ(delay_budget.factor(), 12);
}

}  // namespace
}  // namespace ebb::inline power
