#include "power/policy/dynamic_topology.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace ebb::inline power {

Problems DynamicTopology::check() const {
  Problems problems;
  require_share(problems, "off_below", off_below);
  require_share(problems, "max_detour_load", max_detour_load);
  require_share(problems, "ring_above", ring_above);
  require_share(problems, "chord_above", chord_above);
  require_share(problems, "target", target);
  if (problems.empty() && chord_above <= off_below)
    problems.push_back({"chord_above", fmt::format("is {}, not above off_below = {}", chord_above, off_below),
                        "the same load would switch a cable on and off again: leave a gap between them"});
  if (quiet_epochs < 1)
    problems.push_back({"quiet_epochs", fmt::format("is {}, but must be positive", quiet_epochs),
                        "1 switches off after the first quiet epoch"});
  return problems;
}

Problems DynamicTopology::fit(const RateLevels& rates, const PolicyContext& around) {
  epoch_ = around.epoch;
  Problems problems;
  require_off_state(problems, rates);
  return problems;
}

Decision DynamicTopology::on(const ChannelView& channel, const RateLevels& rates,
                             std::string_view why) const {
  if (rate == RateWhenOn::full || channel.rate.v == 0) return {rates.fastest(), why};
  HalveDouble follow;
  follow.target = target;
  return follow.decide(channel, rates);
}

/// A channel that is off is not evaluated until the diverted bytes would bring it on within an epoch.
Decision DynamicTopology::off(const ChannelView& channel, const RateLevels& rates,
                              std::string_view why) const {
  const double full = static_cast<double>(epoch_.v) * static_cast<double>(rates.fastest().v) / 8e12;
  return {.want = rates[0],
          .why = why,
          .evaluate_after = Decision::never,
          .memory = {.bits = is_off},
          .evaluate_at_diverted = {
              std::max<std::int64_t>(1, static_cast<std::int64_t>(full * wake_above(channel)))}};
}

Decision DynamicTopology::while_on(const ChannelView& channel, const RateLevels& rates) const {
  const double load = channel.load(rates.fastest());
  const bool quiet = load < off_below && load + channel.detour_load <= max_detour_load;
  if (!quiet) return on(channel, rates, "in use");
  const double epochs = channel.memory.level + 1;
  const bool needed = in_order && channel.stage_after_up;
  if (epochs >= static_cast<double>(quiet_epochs) && !needed)
    return off(channel, rates, "quiet: it goes off");
  Decision decision = on(channel, rates, needed ? "quiet, but later stages are on" : "not quiet for long");
  decision.memory.level = epochs;
  return decision;
}

Decision DynamicTopology::while_off(const ChannelView& channel, const RateLevels& rates) const {
  if (channel.waiting().v > 0) return on(channel, rates, "something waits for it");
  ChannelView missing = channel;
  missing.sent = channel.diverted;
  missing.since = std::max(channel.since, epoch_);  // a short burst of packets is no load
  if (missing.load(rates.fastest()) < wake_above(channel))
    return off(channel, rates, "too few bytes are diverted");
  return on(channel, rates, "enough bytes are diverted: it comes on");
}

}  // namespace ebb::inline power
