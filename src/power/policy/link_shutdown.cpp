#include "power/policy/link_shutdown.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace ebb::inline power {
namespace {

std::string_view reason_of(LinkNeed need) {
  switch (need) {
    case LinkNeed::busy:
      return "its destinations are in heavy use";
    case LinkNeed::connects:
      return "keeps a destination within reach";
    case LinkNeed::replaces:
      return "until the links that stay on are up";
    case LinkNeed::none:
      break;
  }
  return "no destination needs it";
}

}  // namespace

Problems LinkShutdown::check() const {
  Problems problems;
  if (!(t_max >= 0))
    problems.push_back({"t_max", fmt::format("is {}, but must not be negative", t_max),
                        "the sum of the loads of some links, for example 0.5"});
  require_share(problems, "t_low", t_low);
  if (settle.v < 0) problems.push_back({"settle", "must not be negative", "for example: \"18us\""});
  if (history_window.v < 0)
    problems.push_back({"history_window", "must not be negative", "for example: \"100us\""});
  if (history_window.v > 0 && while_on == RateWhileOn::full)
    problems.push_back({"history_window", "is given, but links that are on have full rate",
                        "while_on = \"history_dvs\", or leave it out"});
  if (history_window.v > 0 && (congested_low != low || congested_high != high))
    problems.push_back({"history_window", "has no thresholds for a congested buffer downstream",
                        "congested_low and congested_high as low and high, or leave it out"});
  check_history(problems);
  return problems;
}

Problems LinkShutdown::fit(const RateLevels& rates, const PolicyContext&) {
  Problems problems;
  if (while_on == RateWhileOn::history_dvs) fit_history(problems, rates);
  require_off_state(problems, rates);
  return problems;
}

/// Adds what was sent since the last evaluation to the present window. At its end the history takes a step
/// from the rate that it asked for last. The decision's memory has the level that it asks for now.
Decision LinkShutdown::follow_in_windows(const ChannelView& channel, const RateLevels& rates) const {
  constexpr std::int64_t per_ns = 1000;
  const bool of_full = utilisation == UtilisationOf::full_rate;
  ChannelView window = channel;
  const std::uint64_t level = channel.memory.bits % (1U << elapsed_at) >> level_at;
  window.rate = level == 0 ? rates.fastest() : rates[level];
  window.since.v += static_cast<std::int64_t>(channel.memory.bits >> elapsed_at) * per_ns;
  const double sent =
      channel.memory.trend + (of_full ? static_cast<double>(channel.sent.v)
                                      : channel.utilisation * static_cast<double>(channel.since.v));
  Decision decision{window.rate, "within the window of its history"};
  decision.memory = {.level = channel.memory.level, .trend = sent, .bits = 0};
  if (window.since >= history_window) {
    window.sent = {static_cast<std::int64_t>(sent)};
    window.utilisation = of_full ? 0 : sent / static_cast<double>(window.since.v);
    window.downstream.reset(), window.memory.trend = 0;
    decision = follow(window, rates);
    window.since = {0};
  }
  decision.memory.bits = rates.level(decision.want) << level_at |
                         static_cast<std::uint64_t>(window.since.v / per_ns) << elapsed_at;
  return decision;
}

Decision LinkShutdown::on(const ChannelView& channel, const RateLevels& rates, std::string_view why) const {
  if (has_window()) return follow_in_windows(channel, rates);
  if (while_on == RateWhileOn::full || channel.rate.v == 0) return {rates.fastest(), why};
  Decision decision = follow(channel, rates);
  if (decision.want.v == 0) decision.want = rates.slowest();
  decision.memory.bits = is_on;
  return decision;
}

/// It is evaluated again after an epoch like all others, and as soon as a packet waits for it.
Decision LinkShutdown::off(const ChannelView& channel, const RateLevels& rates, std::string_view why) const {
  ChannelMemory memory = channel.memory;
  if (has_window()) memory = follow_in_windows(channel, rates).memory;
  memory.bits = memory.bits - memory.bits % states + is_off;
  return {.want = rates[0], .why = why, .evaluate_at = {channel.waiting().v + 1}, .memory = memory};
}

Decision LinkShutdown::wake(const ChannelView& channel, const RateLevels& rates, std::string_view why) const {
  Decision decision{rates.fastest(), why};
  if (has_window()) decision = follow_in_windows(channel, rates);
  decision.why = why;
  if (settle.v == 0) return decision;
  decision.want = rates.slowest(), decision.evaluate_after = settle;
  decision.memory.bits += is_settling;
  return decision;
}

Decision LinkShutdown::decide(const ChannelView& channel, const RateLevels& rates) const {
  if (channel.stage == 0) return on(channel, rates, "never off");
  const LinkNeed need = need_of(channel);
  const bool waits = state_of(channel) == is_off && channel.waiting().v > 0;
  if (need == LinkNeed::none && !waits) return off(channel, rates, reason_of(need));
  const std::string_view why = waits ? "something waits for it" : reason_of(need);
  // A channel that could not go off yet, or stayed on for the other direction, needs no waking.
  if (state_of(channel) == is_off && channel.rate.v == 0) return wake(channel, rates, why);
  return on(channel, rates, why);
}

}  // namespace ebb::inline power
