#include "power/latency_goal.hpp"

#include <gtest/gtest.h>

namespace ebb {
namespace {

TEST(LatencyAccount, ShowsWhatWasThereOneEpochAgo) {
  LatencyAccount account{.most = 1000};
  account.close(0, 10);
  account.pending = 200;
  account.close(10, 10);
  EXPECT_EQ(account.left, 0);  // the news are under way
  account.pending = 300;
  account.close(19, 10);  // the epoch is not over
  EXPECT_EQ(account.left, 0);
  account.close(25, 10);  // nothing happened at 20
  EXPECT_DOUBLE_EQ(account.left, 0.2);
  account.close(30, 10);
  EXPECT_DOUBLE_EQ(account.left, 0.5);
}

TEST(LatencyAccount, ShowsTheSameWhetherItWasAskedInAQuietEpochOrNot) {
  LatencyAccount often{.most = 1000}, seldom{.most = 1000};
  for (LatencyAccount* account : {&often, &seldom}) account->close(0, 10), account->pending = 200;
  often.close(10, 10), often.close(20, 10);
  seldom.close(25, 10);
  EXPECT_DOUBLE_EQ(often.left, 0.2);
  EXPECT_DOUBLE_EQ(seldom.left, 0.2);
  EXPECT_EQ(often.next_close, seldom.next_close);
}

TEST(LatencyAccount, SavesUpNoMoreThanItsMostButRemembersWhatIsOwed) {
  LatencyAccount account{.most = 1000};
  account.pending = 5000;
  account.close(0, 10);
  EXPECT_EQ(account.balance, 1000);
  account.pending = -3000;
  account.close(10, 10);
  EXPECT_EQ(account.balance, -2000);
  account.pending = INT64_MIN / 2;  // a debt beyond all measure does not wrap around
  for (int i = 2; i < 10; ++i) account.close(10 * i, 10), account.pending = INT64_MIN / 2;
  EXPECT_LT(account.balance, -2000);
  EXPECT_LT(account.left, 0);
}

TEST(LatencyAccount, OfManyWithMuchDoesNotWrapAround) {
  EXPECT_EQ(saved_by(7, 100), 700);
  EXPECT_EQ(saved_by(INT64_MAX, 1), largest_account);
  EXPECT_LE(saved_by(largest_account, 303'750), largest_account);
  EXPECT_GT(saved_by(largest_account, 303'750), largest_account / 2);
}

}  // namespace
}  // namespace ebb
