#include "power/policy/latency_goal.hpp"

#include <gtest/gtest.h>

namespace ebb::inline power {
namespace {

/// Every packet pays 100, and 1000 can be saved up.
LatencyAccount account_of(double factor = 1, Picoseconds waiting = {-1}) {
  return {.goal = {.per_packet = {100}, .kept = {10}, .factor = factor, .waiting = waiting},
          .most = 1000,
          .pending = {}};
}

TEST(LatencyAccount, ShowsWhatWasThereOneEpochAgo) {
  LatencyAccount account = account_of();
  account.close(0, 10);
  account.pending.packets = 2;
  account.close(10, 10);
  EXPECT_EQ(account.left, 0);  // the news are under way
  account.pending.packets = 3;
  account.close(19, 10);  // the epoch is not over
  EXPECT_EQ(account.left, 0);
  account.close(25, 10);  // nothing happened at 20
  EXPECT_DOUBLE_EQ(account.left, 0.2);
  account.close(30, 10);
  EXPECT_DOUBLE_EQ(account.left, 0.5);
}

TEST(LatencyAccount, ShowsTheSameWhetherItWasAskedInAQuietEpochOrNot) {
  LatencyAccount often = account_of(), seldom = account_of();
  for (LatencyAccount* account : {&often, &seldom}) account->close(0, 10), account->pending.packets = 2;
  often.close(10, 10), often.close(20, 10);
  seldom.close(25, 10);
  EXPECT_DOUBLE_EQ(often.left, 0.2);
  EXPECT_DOUBLE_EQ(seldom.left, 0.2);
  EXPECT_EQ(often.next_close, seldom.next_close);
}

TEST(LatencyAccount, SavesUpNoMoreThanItsMostButRemembersWhatIsOwed) {
  LatencyAccount account = account_of(2);
  account.pending.packets = 50;
  account.close(0, 10);
  EXPECT_EQ(account.balance, 1000);
  account.pending.by_wires = 1500;  // charged twice
  account.close(10, 10);
  EXPECT_EQ(account.balance, -2000);
  for (int i = 2; i < 10; ++i) account.pending.by_wires = INT64_MAX, account.close(10 * i, 10);
  EXPECT_LT(account.balance, -1e18);  // a debt beyond all measure does not wrap around
  EXPECT_LT(account.left, 0);
}

TEST(LatencyAccount, CorrectsItsFactorByWhatIsWaitedMoreThanAtFullRate) {
  LatencyAccount account = account_of(3, {40});
  account.close(0, 10);
  EXPECT_DOUBLE_EQ(account.factor(), 3);  // nothing is known yet
  account.pending = {.packets = 100, .by_wires = 2000, .in_all = 9000};
  account.close(10, 10);
  // 4000 would be waited anyway: 5000 more for 2000 on wires. The guess of 3 weighs 4000/2 + 1000/4.
  EXPECT_DOUBLE_EQ(account.factor(), (3 * 2250 + 5000) / 4250.);
  account.pending = {.packets = 1000, .by_wires = 100'000, .in_all = 140'000};
  account.close(20, 10);
  EXPECT_DOUBLE_EQ(account.factor(), (3 * 22'250 + 105'000) / 124'250.);
}

TEST(LatencyAccount, ChargesWhatWiresCostEvenWhenLessIsWaitedThanAtFullRate) {
  LatencyAccount account = account_of(1.5, {40});
  account.pending = {.packets = 1000, .by_wires = 500, .in_all = 600};
  account.close(0, 10);
  EXPECT_DOUBLE_EQ(account.factor(), 1);
}

TEST(LatencyAccount, KeepsToItsFactorWhenFullRateIsNotKnown) {
  LatencyAccount account = account_of(12);
  account.pending = {.packets = 100, .by_wires = 2000, .in_all = 9000};
  account.close(0, 10);
  EXPECT_DOUBLE_EQ(account.factor(), 12);
}

}  // namespace
}  // namespace ebb::inline power
