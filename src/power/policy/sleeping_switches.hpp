// Whole switches sleep while the others carry the load: spines of a folded Clos, and all switches without
// hosts that lead to the same neighbours. A forecast decides how many are awake: the smoothed load with its
// trend, and what the same time of the last day needed. `target` leaves headroom, `spare` switches more are
// awake than the load needs. Channels follow: those of a switch that is to sleep are off, all others at full
// rate.
#pragma once

#include <algorithm>

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/policy/policy.hpp"
#include "power/policy/switch_group.hpp"

namespace ebb::inline power {

struct SleepingSwitches final : Policy, SwitchDecider {
  double target = 0.8, surprise = 0.95, weight = 0.25;
  std::int64_t spare = 0, quiet = 4;
  Picoseconds interval{}, lead{}, day{};
  Picoseconds wake{}, wake_p99{};
  double fails = 0;

  static constexpr auto fields() {
    using S = SleepingSwitches;
    return std::tuple{
        field("target", &S::target,
              "share of full rate up to which the cables of the switches awake are filled", a_part),
        field("surprise", &S::surprise, "the same above which all switches wake at once", a_part),
        field("spare", &S::spare, "switches that may fail: so many more are awake than the load needs",
              {0, 1'000'000}),
        field("weight", &S::weight, "of the newest load in the smoothed one", some_share),
        field("quiet", &S::quiet, "decisions in a row that need fewer switches, before one sleeps",
              {1, 1'000'000}),
        field("interval", &S::interval, "between two decisions; 0s: ten epochs"),
        field("lead", &S::lead, "how far ahead the forecast looks; 0s: `wake_p99` and two intervals"),
        field("day", &S::day, "after which the load repeats, and is remembered; 0s: it is not known to",
              {{0}, {86'400'000'000'000'000}}),
        field("wake", &S::wake, "time of a switch to wake, before its cables can: the median; 0s: none"),
        field("wake_p99", &S::wake_p99, "99 of 100 wakes take no longer; 0s: all take `wake`"),
        field("fails", &S::fails, "share of wakes that fail: after `wake_p99` they are repeated", {0, 0.5})};
  }
  Problems check() const override;
  Problems fit(const RateLevels& rates, const PolicyContext& around) override;
  Requirements requirements() const override {
    return {.clocks = {.epochs = 1, .longest = std::max({day, interval, lead, wake, wake_p99})},
            .switches = SwitchWakes{interval_, wake, wake_p99.v > 0 ? wake_p99 : wake, fails, this}};
  }
  Decision decide(const ChannelView& channel, const RateLevels& rates) const override;
  SwitchGroupDecision decide_switches(const SwitchGroupView& group, SwitchGroupMemory& memory) const override;

  static constexpr std::size_t slots = 96;  ///< of a day

 private:
  /// Returns the highest load of the last day at the times from now until `ahead`.
  double last_day(const SwitchGroupMemory& memory, Picoseconds now, Picoseconds ahead) const;
  void remember(SwitchGroupMemory& memory, Picoseconds now, double load) const;
  std::int64_t switches_for(double load) const;

  Picoseconds interval_{};  ///< as fitted
  Picoseconds lead_{};
};

}  // namespace ebb::inline power
