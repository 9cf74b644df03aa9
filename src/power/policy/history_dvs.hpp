// Voltage scaling by history (Shang, Peh and Jha 2003; Kim's DVS follows it), for all links at all times
// (history_rule.hpp).
#pragma once

#include "base/problem.hpp"
#include "power/policy/history_rule.hpp"

namespace ebb::inline power {

struct HistoryDvs final : Policy, HistoryRule {
  static constexpr auto fields() { return history_fields(); }
  Problems check() const override {
    Problems problems;
    check_history(problems);
    return problems;
  }
  Problems fit(const RateLevels& rates, const PolicyContext&) override {
    Problems problems;
    fit_history(problems, rates);
    return problems;
  }
  Requirements requirements() const override {
    return {.downstream = true, .clocks = clock_of_weight(weight)};
  }
  Decision decide(const ChannelView& channel, const RateLevels& rates) const override {
    return follow(channel, rates);
  }
};

}  // namespace ebb::inline power
