#include "power/queue_aware.hpp"

#include <gtest/gtest.h>

#include "power/policy_testing.hpp"

namespace ebb {
namespace {

TEST(QueueAware, ChoosesTheSlowestRateThatEmptiesTheQueueInTime) {
  // In 10 us, 2.5 Gb/s carry 3,125 bytes, 5 carry 6,250, 10 carry 12,500, 20 carry 25,000.
  const QueueAware policy;
  const std::pair<std::int64_t, BitsPerSecond> grid[] = {
      {0, {2'500'000'000}},    {3125, {2'500'000'000}}, {3126, {5'000'000'000}},
      {6250, {5'000'000'000}}, {6251, 10_Gbps},         {12'500, 10_Gbps},
      {25'000, 20_Gbps},       {25'001, 40_Gbps},       {1'000'000'000, 40_Gbps},
  };
  for (const auto& [queued, rate] : grid) {
    ChannelView view;
    view.rate = 10_Gbps, view.queued = {queued};
    EXPECT_EQ(policy.decide(view, infiniband_rates).want, rate) << queued;
  }
}

TEST(QueueAware, AddsWhatIsExpected) {
  // 5,000 bytes came in the last 10 us: 4 Gb/s, of which half is believed at once.
  const Decision d = QueueAware{}.decide(after_epoch(10_Gbps, 5000_B), infiniband_rates);
  EXPECT_DOUBLE_EQ(d.memory.level, 2e9);
  EXPECT_EQ(d.want, BitsPerSecond{2'500'000'000});
  // The half Gb/s that is left empties 625 bytes in 10 us.
  EXPECT_EQ(d.ask_at, Bytes{626});
}

TEST(QueueAware, CountsAsArrivedWhatWaitsMoreThanBefore) {
  ChannelMemory memory;
  memory.bits = 4000;
  const Decision d = QueueAware{}.decide(after_epoch(10_Gbps, 5000_B, 1000_B, memory), infiniband_rates);
  EXPECT_DOUBLE_EQ(d.memory.level, 0.5 * 2000 * 8 / 10e-6);
  EXPECT_EQ(d.memory.bits, 1000u);
}

TEST(QueueAware, AsksEarlyAtEveryRateButTheFastest) {
  for (std::int64_t queued = 0; queued < 60'000; queued += 500) {
    ChannelView view;
    view.rate = 10_Gbps, view.queued = {queued};
    const Decision d = QueueAware{}.decide(view, infiniband_rates);
    if (d.want == 40_Gbps)
      EXPECT_EQ(d.ask_at, Decision::no_queue);
    else
      EXPECT_GT(d.ask_at, view.queued);
  }
}

TEST(QueueAware, RefusesNoTimeAtAll) {
  QueueAware policy;
  policy.within = {0};
  EXPECT_EQ(policy.check().at(0).where, "within");
}

}  // namespace
}  // namespace ebb
