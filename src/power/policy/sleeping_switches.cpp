#include "power/policy/sleeping_switches.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/quantity.hpp"

namespace ebb::inline power {

Problems SleepingSwitches::check() const {
  Problems problems;
  require_share(problems, "target", target);
  require_share(problems, "surprise", surprise);
  require_weight(problems, "weight", weight);
  if (problems.empty() && surprise <= target)
    problems.push_back({"surprise", fmt::format("is {}, not above target = {}", surprise, target),
                        "raise `surprise`: all switches wake when the load exceeds it"});
  if (wake_p99.v > 0 && wake_p99 < wake)
    problems.push_back(
        {"wake_p99", fmt::format("is {}, less than wake = {}", quantity_text(wake_p99), quantity_text(wake)),
         "raise it: 99 of 100 wakes take no longer than `wake_p99`, half of them than `wake`"});
  if (fails > 0 && wake.v <= 0)
    problems.push_back(
        {"fails", "is given, but no time to wake", "give `wake`, for example: wake = \"20us\""});
  return problems;
}

Problems SleepingSwitches::fit(const RateLevels& rates, const PolicyContext& around) {
  interval_ = interval.v > 0 ? interval : around.epoch * 10;
  lead_ = lead.v > 0 ? lead : (wake_p99.v > 0 ? wake_p99 : wake) + interval_ * 2;
  Problems problems;
  require_off_state(problems, rates);
  if (interval_ < around.epoch * 2)
    problems.push_back(
        {"interval",
         fmt::format("is {}, but an epoch is {}: channels do not follow before the next decision",
                     quantity_text(interval_), quantity_text(around.epoch)),
         "take at least two epochs"});
  if (day.v > 0 && day < interval_ * static_cast<std::int64_t>(slots))
    problems.push_back({"day", fmt::format("is {}, shorter than {} decisions", quantity_text(day), slots),
                        "shorten `interval`, or leave `day` out"});
  return problems;
}

Decision SleepingSwitches::decide(const ChannelView& channel, const RateLevels& rates) const {
  if (!channel.switch_sleeps)
    return {rates.fastest(),
            channel.stage > 0 ? "its switch is needed" : "leads to no switch that may sleep"};
  // Nothing waits here: its switch was left by the routes first. Should a packet wait all the same, it goes
  // out.
  if (channel.waiting().v > 0 && channel.rate.v == 0) return {rates.fastest(), "something waits for it"};
  return {.want = rates[0], .why = "its switch goes to sleep"};
}

std::int64_t SleepingSwitches::switches_for(double load) const {
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(load / target - 1e-9)));
}

double SleepingSwitches::last_day(const SwitchGroupMemory& memory, Picoseconds now, Picoseconds ahead) const {
  if (day.v <= 0 || memory.day.empty()) return 0;
  const std::int64_t slot = day.v / static_cast<std::int64_t>(slots);
  double most = 0;
  for (std::int64_t at = now.v / slot;
       at <= std::min((now.v + ahead.v) / slot, now.v / slot + std::int64_t{slots} - 1); ++at)
    most = std::max(most, memory.day[static_cast<std::size_t>(at) % slots]);
  return most;
}

/// A new slot replaces what the last day had there.
void SleepingSwitches::remember(SwitchGroupMemory& memory, Picoseconds now, double load) const {
  if (day.v <= 0) return;
  memory.day.resize(slots);
  const std::int64_t slot = day.v / static_cast<std::int64_t>(slots);
  const std::int64_t before = std::max<std::int64_t>(0, now.v - interval_.v) / slot;
  double& own = memory.day[static_cast<std::size_t>(now.v / slot) % slots];
  own = now.v / slot == before ? std::max(own, load) : load;
}

SwitchGroupDecision SleepingSwitches::decide_switches(const SwitchGroupView& group,
                                                      SwitchGroupMemory& memory) const {
  const double before = memory.level;
  memory.level = memory.seen == 0 ? group.load : before + weight * (group.load - before);
  memory.trend += memory.seen < 2 ? 0 : weight * (memory.level - before - memory.trend);
  ++memory.seen;
  const double steps = interval_.v > 0 ? static_cast<double>(lead_.v) / static_cast<double>(interval_.v) : 0;
  const double rising = memory.level + std::max(0.0, memory.trend) * steps;
  const double yesterday = last_day(memory, group.now, lead_);
  remember(memory, group.now, memory.level);
  if (group.load > surprise * static_cast<double>(group.carrying) && group.carrying < group.switches) {
    memory.quiet = 0;
    return {group.switches, "the load surprises: all wake"};
  }
  const std::int64_t by_load = switches_for(rising), by_day = yesterday > 0 ? switches_for(yesterday) : 1;
  const std::int64_t needed = std::min(group.switches, std::max(by_load, by_day) + spare);
  if (needed > group.carrying) {
    memory.quiet = 0;
    return {needed,
            by_day > by_load ? "the same time of the last day needs more" : "the forecast needs more"};
  }
  if (needed == group.carrying) {
    memory.quiet = 0;
    return {needed, "as many as the forecast needs"};
  }
  if (++memory.quiet < quiet) return {group.carrying, "fewer would do, but not for long yet"};
  return {needed, "the forecast needs fewer"};
}

}  // namespace ebb::inline power
