// Predicts the next epoch's demand by Holt's method, a weighted mean of the level and of the trend, and
// chooses the slowest rate that it does not fill beyond the target. Rising load is met one epoch earlier than
// by a mean alone.
#pragma once

#include <algorithm>

#include "power/choose_rate.hpp"

namespace ebb {

struct PredictHolt final : Policy {
  double target = 0.5, weight = 0.5, trend_weight = 0.3;

  static constexpr auto fields() {
    return std::tuple{
        field("target", &PredictHolt::target, "busy share that the predicted demand may fill at most"),
        field("weight", &PredictHolt::weight, "of the newest epoch in the level"),
        field("trend_weight", &PredictHolt::trend_weight, "of the newest step in the trend")};
  }
  Problems check() const override {
    Problems problems;
    require_share(problems, "target", target);
    require_weight(problems, "weight", weight);
    require_weight(problems, "trend_weight", trend_weight);
    return problems;
  }
  /// `bits` is 1 once there is a level.
  Decision decide(const ChannelView& channel, const RateLadder& rates) const override {
    const double seen = demand_of(channel, rates.fastest());
    ChannelMemory memory = channel.memory;
    if (memory.bits) {
      const double before = memory.level;
      memory.level = weight * seen + (1 - weight) * (memory.level + memory.trend);
      memory.trend = trend_weight * (memory.level - before) + (1 - trend_weight) * memory.trend;
    } else {
      memory.level = seen;
    }
    memory.bits = 1;
    const double predicted = std::max(0.0, memory.level + memory.trend);
    return {.want = slowest_for(predicted, target, rates),
            .why = "the slowest rate for the demand that level and trend predict",
            .memory = memory};
  }
};

}  // namespace ebb
