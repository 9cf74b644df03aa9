#include "engine/model/worm/burst_log.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.hpp"

namespace ebb::inline engine {
namespace {

TEST(BurstLog, CountsEachFlitAtItsPicosecond) {
  FlitSupply supply;
  EXPECT_TRUE(supply.log.add({1000, 10, 3}, 0));  // at 1000, 1010, 1020
  EXPECT_TRUE(supply.log.add({1500, 20, 2}, 0));  // at 1500, 1520
  const auto count_at = [&](std::int64_t now) {
    supply.look(now);
    return supply.count(now);
  };
  EXPECT_EQ(count_at(999), 0);
  EXPECT_EQ(count_at(1000), 1);
  EXPECT_EQ(count_at(1019), 2);
  EXPECT_EQ(supply.known(), 3);
  EXPECT_EQ(supply.known_with_log(), 5);
  EXPECT_EQ(count_at(1499), 3);
  EXPECT_EQ(count_at(1500), 4);
  EXPECT_EQ(count_at(1520), 5);
}

TEST(BurstLog, TakesFourAndRefusesTheFifthUntilAWholeTrainIsPast) {
  BurstLog log;
  for (const std::int64_t from : {100, 200, 300, 400}) EXPECT_TRUE(log.add({from, 10, 3}, 0));
  EXPECT_FALSE(log.add({500, 10, 3}, 119));  // the last flit of the first burst comes at 120
  EXPECT_EQ(log.total, 12u);
  EXPECT_TRUE(log.add({500, 10, 3}, 120));
  EXPECT_EQ(log.total, 15u);
}

TEST(BurstLog, WhatMadeRoomIsThere) {
  FlitSupply supply;
  supply.log.add({50, 10, 2}, 0);
  supply.look(50);
  supply.take(2);  // the second in advance
  for (const std::int64_t from : {100, 200, 300, 400, 500, 600})
    EXPECT_TRUE(supply.log.add({from, 10, 4}, from - 10));
  // Those of 100 and 200 are overwritten. At 600 the four listed ones have begun, the last with one flit.
  supply.look(600);
  EXPECT_EQ(supply.count(600), 5 * 4 + 1);
  EXPECT_EQ(supply.known(), 24);
}

TEST(BurstLog, TellsWhenTheNextTrainBeginsOrWantsToKnow) {
  FlitSupply supply;
  supply.log.add({100, 10, 2}, 0), supply.log.add({300, 10, 2}, 0);
  EXPECT_EQ(supply.next_or_want(), 100);
  supply.look(100);
  EXPECT_EQ(supply.next_or_want(), 300);
  EXPECT_EQ(supply.log.wanted, 0u);
  supply.look(300);
  EXPECT_EQ(supply.next_or_want(), INT64_MAX);
  EXPECT_EQ(supply.log.wanted, 1u);
}

/// Bursts that are written window by window, and come one window later or more: to a supply by its log, and
/// to a stream as timed events. The order in a window is random.
struct TwoLogs {
  static constexpr std::int64_t window = 100;
  Random random{1, traffic_stream};
  FlitSupply supply;
  FlitStream stream;
  std::vector<FlitBurst> timed_events;  ///< all bursts, for the stream
  std::vector<FlitBurst> overflowed;    ///< those that did not fit the log
  std::size_t received = 0, overflows_received = 0;
  std::int64_t next = 2 * window;  ///< no burst begins before

  std::int64_t draw(std::uint64_t below) { return static_cast<std::int64_t>(random.below(below)); }

  void write(std::int64_t start) {
    for (std::int64_t left = draw(5); left > 0; --left) {
      const std::int64_t from = std::max(next, start + window) + draw(30);
      if (from >= start + 3 * window) return;
      const FlitBurst burst{from, static_cast<std::uint32_t>(1 + draw(12)),
                            static_cast<std::uint32_t>(1 + draw(6))};
      next = burst.last() + burst.step;
      timed_events.push_back(burst);
      if (!supply.log.add(burst, start)) overflowed.push_back(burst);
    }
  }
  void receive(std::int64_t now) {
    for (; received < timed_events.size() && timed_events[received].from <= now; ++received)
      stream.add(timed_events[received].from, timed_events[received].step, timed_events[received].flits);
    for (; overflows_received < overflowed.size() && overflowed[overflows_received].from <= now;
         ++overflows_received) {
      const FlitBurst& burst = overflowed[overflows_received];
      supply.look(burst.from);
      supply.add(burst.from, burst.step, burst.flits);
    }
  }
  void ask(std::int64_t start) {
    for (std::int64_t now = start + draw(40); now < start + window; now += 1 + draw(60)) {
      receive(now);
      const std::int64_t pace = 1 + draw(12), most = draw(20);
      if (supply.known() < most) supply.look(now);
      const std::uint32_t flits = supply.gapless(now, pace, most);
      ASSERT_EQ(flits, stream.gapless(now, pace, most)) << now;
      supply.take(flits), stream.take(flits);
      if (draw(3) > 0) continue;
      supply.look(now);
      ASSERT_EQ(supply.count(now), stream.count(now)) << now;
      ASSERT_EQ(std::max(now, supply.time_of(1)), std::max(now, stream.time_of(1)));
    }
  }
};

TEST(BurstLog, GivesWhatNotesGive) {
  TwoLogs both;
  for (std::int64_t start = 0; start < 20'000 * TwoLogs::window; start += TwoLogs::window) {
    const bool writer_first = both.draw(2) == 0;
    if (writer_first) both.write(start);
    ASSERT_NO_FATAL_FAILURE(both.ask(start));
    if (!writer_first) both.write(start);
  }
  EXPECT_GT(both.timed_events.size(), 20'000u);
  EXPECT_GT(both.overflowed.size(), 500u);  // both kinds were tried
  EXPECT_LT(both.overflowed.size(), both.timed_events.size() / 2);
}

}  // namespace
}  // namespace ebb::inline engine
