// Predicts the next epoch's demand by Holt's method, a weighted mean of the level and of the trend, and
// chooses the slowest rate that it does not fill beyond the target. Rising load is met one epoch earlier than
// by a mean alone.
#pragma once

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "power/policy/choose_rate.hpp"

namespace ebb::inline power {

struct PredictHolt final : Policy {
  double target = 0.5, weight = 0.5, trend_weight = 0.3;

  static constexpr auto fields() {
    return std::tuple{
        field("target", &PredictHolt::target, "busy share that the predicted demand may fill at most",
              a_part),
        field("weight", &PredictHolt::weight, "of the newest epoch in the level", some_share),
        field("trend_weight", &PredictHolt::trend_weight, "of the newest step in the trend", some_share)};
  }
  Problems check() const override {
    Problems problems;
    require_share(problems, "target", target);
    require_weight(problems, "weight", weight);
    require_weight(problems, "trend_weight", trend_weight);
    return problems;
  }
  Requirements requirements() const override {
    return {.clocks = clock_of_weight(std::min(weight, trend_weight))};
  }
  Decision decide(const ChannelView& channel, const RateLevels& rates) const override {
    return choose_by_forecast(channel, rates, target, {.level = weight, .trend = trend_weight},
                              "the slowest rate for the demand that level and trend predict");
  }
};

}  // namespace ebb::inline power
