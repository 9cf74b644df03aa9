#include "engine/model/flow/credit_log.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace ebb::inline engine {
namespace {

/// Not inlined: where it knows the log, the compiler assumes more entries than there can be, and warns.
[[gnu::noinline]] bool add(CreditLog& log, std::int64_t due, std::uint16_t bytes, std::int64_t past) {
  return log.add(due, bytes, past);
}

TEST(CreditLog, CountsEachCreditAtItsPicosecond) {
  CreditLog log;
  EXPECT_TRUE(add(log, 1000, 64, 0));
  EXPECT_TRUE(add(log, 1500, 128, 0));
  EXPECT_EQ(log.due(999), 0u);
  EXPECT_EQ(log.due(1000), 64u);
  EXPECT_EQ(log.due(1499), 64u);
  EXPECT_EQ(log.due(1500), 192u);
}

TEST(CreditLog, TellsWhenTheNextOneCounts) {
  CreditLog log;
  EXPECT_EQ(log.next_after(0), INT64_MAX);
  add(log, 1000, 64, 0), add(log, 1000, 64, 0), add(log, 1500, 64, 0);
  EXPECT_EQ(log.next_after(0), 1000);
  EXPECT_EQ(log.next_after(999), 1000);
  EXPECT_EQ(log.next_after(1000), 1500);
  EXPECT_EQ(log.next_after(1500), INT64_MAX);
}

TEST(CreditLog, KnowsAllThatWasReturnedBeforeItCounts) {
  CreditLog log;
  EXPECT_EQ(log.returned(), 0u);
  add(log, 1'000'000, 64, 0), add(log, 2'000'000, 1500, 0);
  EXPECT_EQ(log.due(0), 0u);
  EXPECT_EQ(log.returned(), 1564u);
}

TEST(CreditLog, TakesFourAndRefusesTheFifthUntilOneIsPast) {
  CreditLog log;
  for (const std::int64_t due : {100, 200, 300, 400}) EXPECT_TRUE(add(log, due, 10, 0));
  EXPECT_FALSE(add(log, 500, 10, 99));
  EXPECT_EQ(log.returned(), 40u);
  EXPECT_TRUE(add(log, 500, 10, 100));  // no time before the first entry is read any more
  EXPECT_EQ(log.returned(), 50u);
  EXPECT_EQ(log.next_after(100), 200);
}

TEST(CreditLog, WhatIsSettledStillCounts) {
  CreditLog log;
  add(log, 100, 10, 0), add(log, 200, 20, 0), add(log, 300, 40, 0);
  EXPECT_TRUE(add(log, 900, 80, 250));
  EXPECT_EQ(log.entries, 2u);
  EXPECT_EQ(log.counted, 30u);
  EXPECT_EQ(log.due(250), 30u);
  EXPECT_EQ(log.due(300), 70u);
  EXPECT_EQ(log.due(900), 150u);
}

TEST(CreditLog, RefusesWhatIsTooFarAheadOfItsFirst) {
  CreditLog log;
  EXPECT_TRUE(add(log, 1000, 10, 0));
  EXPECT_FALSE(add(log, 1000 + (std::int64_t{1} << 32), 20, 0));
  EXPECT_EQ(log.returned(), 10u);
  EXPECT_TRUE(add(log, 1000 + std::int64_t{UINT32_MAX}, 20, 0));
  EXPECT_EQ(log.due(999 + std::int64_t{UINT32_MAX}), 10u);
  EXPECT_EQ(log.due(1000 + std::int64_t{UINT32_MAX}), 30u);
}

TEST(CreditLog, TakesAnyTimeOnceAllBeforeIsPast) {
  CreditLog log;
  EXPECT_TRUE(add(log, 1000, 10, 0));
  const std::int64_t hour = 3'600'000'000'000'000;
  EXPECT_TRUE(add(log, hour, 20, 1000));
  EXPECT_EQ(log.next_after(1000), hour);
  EXPECT_EQ(log.due(hour), 30u);
}

TEST(CreditLog, CountsBeyond4GiBModulo2To32) {
  CreditLog log;
  std::uint64_t returned = 0, counted = 0;
  std::uint32_t taken = 0;
  for (std::int64_t now = 0; returned <= std::uint64_t{1} << 32; ++now) {
    ASSERT_TRUE(add(log, now + 2, 65'535, now));
    returned += 65'535;
    // The other end takes the difference, as Credits does: it is right across the wrap-around too.
    counted += log.due(now) - taken, taken = log.due(now);
    ASSERT_EQ(returned - counted, now == 0 ? 65'535u : 2 * 65'535u);
  }
  EXPECT_EQ(log.returned(), static_cast<std::uint32_t>(returned));
}

/// All credits that a log has taken, one by one.
struct NaiveLog {
  std::vector<std::pair<std::int64_t, std::uint16_t>> taken;

  std::uint32_t due(std::int64_t now) const {
    std::uint32_t sum = 0;
    for (const auto& [at, bytes] : taken) sum += at <= now ? bytes : 0;
    return sum;
  }
  std::int64_t next_after(std::int64_t now) const {
    std::int64_t next = INT64_MAX;
    for (const auto& [at, bytes] : taken)
      if (at > now) next = std::min(next, at);
    return next;
  }
  std::int64_t after(std::int64_t past) const {
    return std::count_if(taken.begin(), taken.end(), [past](const auto& c) { return c.first > past; });
  }
};

RC_GTEST_PROP(CreditLog, AnswersAsAListOfAllThatItTook, ()) {
  CreditLog log;
  NaiveLog naive;
  std::int64_t past = 0, due = 0;
  for (int i = *rc::gen::inRange(0, 60); i > 0; --i) {
    past += *rc::gen::inRange(0, 2'000);
    due = std::max(due, past) + *rc::gen::inRange(0, 2'000);
    const auto bytes = static_cast<std::uint16_t>(*rc::gen::inRange(1, 65'536));
    const bool room = naive.after(past) < CreditLog::capacity;
    RC_ASSERT(add(log, due, bytes, past) == room);
    if (room) naive.taken.emplace_back(due, bytes);
    for (const std::int64_t now : {past, past + 1, due - 1, due, due + 1}) {
      if (now < past) continue;
      RC_ASSERT(log.due(now) == naive.due(now));
      RC_ASSERT(log.next_after(now) == naive.next_after(now));
    }
    RC_ASSERT(log.returned() == naive.due(INT64_MAX));
  }
}

TEST(CreditLog, AddsUpWhatDoesNotCountYet) {
  CreditLog log;
  log.add(100, 7, 0), log.add(200, 5, 0);
  EXPECT_EQ(log.integral_after(99), 100u * 7 + 200u * 5);
  EXPECT_EQ(log.integral_after(100), 200u * 5);
  EXPECT_EQ(log.integral_after(200), 0u);
}

TEST(CreditLog, SaysWhenASumIsReached) {
  CreditLog log;
  log.add(100, 30, 0);
  log.add(200, 30, 0);
  EXPECT_EQ(log.first_with(1), 100);
  EXPECT_EQ(log.first_with(30), 100);
  EXPECT_EQ(log.first_with(31), 200);
  EXPECT_EQ(log.first_with(61), INT64_MAX);
  log.counted = UINT32_MAX - 9;  // sums are modulo 2^32
  EXPECT_EQ(log.first_with(20), 100);
  EXPECT_EQ(log.first_with(21), 200);
}

}  // namespace
}  // namespace ebb::inline engine
