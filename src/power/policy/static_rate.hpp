// Always the same rate: the baseline for every other policy.
#pragma once

#include "base/problem.hpp"
#include "base/units.hpp"
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
    if (rates[rates.level(rate)] == rate) return {};
    std::string levels;
    for (std::size_t i = rates.slowest_level(); i < rates.size(); ++i)
      levels += (levels.empty() ? "" : ", ") + quantity_text(rates[i]);
    return {{"rate", "is " + quantity_text(rate) + ", which is no rate level of the channels",
             "choose one of " + levels}};
  }
  Decision decide(const ChannelView&, const RateLevels& rates) const override {
    return {rates[rates.level(rate)], "fixed"};
  }
};

}  // namespace ebb::inline power
