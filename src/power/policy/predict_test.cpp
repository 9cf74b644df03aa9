#include <gtest/gtest.h>

#include "power/policy/policy_testing.hpp"
#include "power/policy/predict_ewma.hpp"
#include "power/policy/predict_holt.hpp"

namespace ebb::inline power {
namespace {

TEST(SlowestFor, FillsNoRateBeyondTheTarget) {
  for (int percent = 0; percent <= 120; ++percent) {
    const double demand = percent / 100.0;
    const BitsPerSecond rate = slowest_for(demand, 0.5, infiniband_rates);
    const bool fits = demand * 40e9 <= 0.5 * static_cast<double>(rate.v);
    EXPECT_TRUE(fits || rate == 40_Gbps) << percent;
    const BitsPerSecond slower = infiniband_rates.next_slower(rate);
    if (slower != rate) {
      EXPECT_GT(demand * 40e9, 0.5 * static_cast<double>(slower.v)) << percent;
    }
  }
}

TEST(SlowestFor, NeverSwitchesOff) {
  EXPECT_EQ(slowest_for(0, 0.5, rates_with_off), BitsPerSecond{2'500'000'000});
}

TEST(PredictEwma, StartsWithWhatItSeesFirst) {
  // 5,000 of 50,000 bytes: a demand of 0.1, or 4 Gb/s, which half fills 8 Gb/s.
  const Decision d = PredictEwma{}.decide(after_epoch(40_Gbps, 5000_B), infiniband_rates);
  EXPECT_DOUBLE_EQ(d.memory.level, 0.1);
  EXPECT_EQ(d.want, 10_Gbps);
}

TEST(PredictEwma, ForgetsByHalves) {
  ChannelMemory memory;
  for (const double expected : {0.8, 0.4, 0.2, 0.1, 0.05}) {
    const Bytes sent = memory.bits ? 0_B : 40'000_B;
    memory = PredictEwma{}.decide(after_epoch(40_Gbps, sent, {}, memory), infiniband_rates).memory;
    EXPECT_DOUBLE_EQ(memory.level, expected);
  }
}

TEST(PredictEwma, CountsWhatWaits) {
  // Starved of credits: little sent, much waiting. Demand 0.02 + 0.48 fills full rate to the target.
  const Decision d = PredictEwma{}.decide(after_epoch(10_Gbps, 1000_B, 24'000_B), infiniband_rates);
  EXPECT_EQ(d.want, 40_Gbps);
}

TEST(PredictHolt, SeesARiseComing) {
  // 0.1, 0.2, 0.3 by hand, weights 0.5 and 0.3: levels 0.1, 0.15, 0.2325; trends 0, 0.015, 0.03525.
  ChannelMemory holt, ewma;
  for (const std::int64_t sent : {5000, 10'000, 15'000}) {
    holt = PredictHolt{}.decide(after_epoch(40_Gbps, {sent}, {}, holt), infiniband_rates).memory;
    ewma = PredictEwma{}.decide(after_epoch(40_Gbps, {sent}, {}, ewma), infiniband_rates).memory;
  }
  EXPECT_NEAR(holt.level, 0.2325, 1e-12);
  EXPECT_NEAR(holt.trend, 0.03525, 1e-12);
  EXPECT_GT(holt.level + holt.trend, ewma.level);
}

TEST(PredictHolt, MeetsARiseWithAFasterRateThanTheMeanAlone) {
  // 0.1, 0.2, 0.3 again. Holt predicts 0.2325 + 0.03525 = 0.26775, or 10.71 Gb/s: 20 Gb/s would be more than
  // half full. Neither its level alone (9.3 Gb/s) nor the mean of 0.225 (9 Gb/s) would half fill 20 Gb/s.
  Decision holt, ewma;
  for (const std::int64_t sent : {5000, 10'000, 15'000}) {
    holt = PredictHolt{}.decide(after_epoch(40_Gbps, {sent}, {}, holt.memory), infiniband_rates);
    ewma = PredictEwma{}.decide(after_epoch(40_Gbps, {sent}, {}, ewma.memory), infiniband_rates);
  }
  EXPECT_EQ(holt.want, 40_Gbps);
  EXPECT_EQ(ewma.want, 20_Gbps);
}

TEST(PredictHolt, NeverPredictsLessThanNothing) {
  ChannelMemory falling;
  falling.level = 0.2, falling.trend = -0.5, falling.bits = 1;
  const Decision d = PredictHolt{}.decide(after_epoch(40_Gbps, 0_B, {}, falling), infiniband_rates);
  EXPECT_EQ(d.want, infiniband_rates.slowest());
}

TEST(Predict, RefusesWeightsThatAreNone) {
  PredictHolt policy;
  policy.weight = 0, policy.trend_weight = 1.5, policy.target = 1;
  EXPECT_EQ(policy.check().size(), 3u);
}

}  // namespace
}  // namespace ebb::inline power
