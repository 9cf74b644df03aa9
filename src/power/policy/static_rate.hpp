// Always the same rate: the baseline for every other policy.
#pragma once

#include "power/policy/policy.hpp"

namespace ebb::inline power {

struct StaticRate final : Policy {
  BitsPerSecond rate{2'500'000'000};

  static constexpr auto fields() {
    return std::tuple{field("rate", &StaticRate::rate, "of all channels, from the first epoch's end on")};
  }
  Problems check() const override {
    if (rate.v > 0) return {};
    return {{"rate", "must be positive", "for example: \"2.5Gb/s\""}};
  }
  Problems fit(const RateLevels& rates, const PolicyContext&) override {
    const BitsPerSecond nearest = rates[rates.level(rate)];
    if (nearest == rate) return {};
    return {{"rate", "is " + quantity_text(rate) + ", which is none of the channels' rates",
             "the next faster one is " + quantity_text(nearest)}};
  }
  Decision decide(const ChannelView&, const RateLevels& rates) const override {
    return {rates[rates.level(rate)], "fixed"};
  }
};

}  // namespace ebb::inline power
