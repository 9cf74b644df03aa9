// Predicts that the next epoch's demand is the exponentially weighted mean of the past ones, and chooses the
// slowest rate that it does not fill beyond the target.
#pragma once

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "power/policy/choose_rate.hpp"

namespace ebb::inline power {

struct PredictEwma final : Policy {
  double target = 0.5, weight = 0.5;

  static constexpr auto fields() {
    return std::tuple{field("target", &PredictEwma::target,
                            "busy share that the predicted demand may fill at most", a_part),
                      field("weight", &PredictEwma::weight,
                            "of the newest epoch; the rest is left to the older ones", some_share)};
  }
  Problems check() const override {
    Problems problems;
    require_share(problems, "target", target);
    require_weight(problems, "weight", weight);
    return problems;
  }
  Requirements requirements() const override { return {.clocks = clock_of_weight(weight)}; }
  Decision decide(const ChannelView& channel, const RateLevels& rates) const override {
    return choose_by_forecast(channel, rates, target, {.level = weight},
                              "the slowest rate for the mean of the past demand");
  }
};

}  // namespace ebb::inline power
