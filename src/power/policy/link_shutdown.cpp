#include "power/policy/link_shutdown.hpp"

#include <fmt/core.h>

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
  check_history(problems);
  return problems;
}

Problems LinkShutdown::fit(const RateLevels& rates, const PolicyContext&) {
  Problems problems;
  if (while_on == RateWhileOn::history_dvs) fit_history(problems, rates);
  if (rates.has_off()) return problems;
  return {{"name", "switches links off, but the channels have no off state",
           "give [control] a wake time, for example: wake = \"800ns\""}};
}

Decision LinkShutdown::on(const ChannelView& channel, const RateLevels& rates, std::string_view why) const {
  if (while_on == RateWhileOn::full || channel.rate.v == 0) return {rates.fastest(), why};
  Decision decision = follow(channel, rates);
  if (decision.want.v == 0) decision.want = rates.slowest();
  decision.memory.bits = is_on;
  return decision;
}

/// It is evaluated again after an epoch like all others, and as soon as a packet waits for it.
Decision LinkShutdown::off(const ChannelView& channel, const RateLevels& rates, std::string_view why) const {
  return {.want = rates[0],
          .why = why,
          .evaluate_at = {channel.waiting().v + 1},
          .memory = {.level = channel.memory.level, .trend = channel.memory.trend, .bits = is_off}};
}

Decision LinkShutdown::wake(const RateLevels& rates, std::string_view why) const {
  if (settle.v == 0) return {rates.fastest(), why};
  return {.want = rates.slowest(), .why = why, .evaluate_after = settle, .memory = {.bits = is_settling}};
}

Decision LinkShutdown::decide(const ChannelView& channel, const RateLevels& rates) const {
  if (channel.stage == 0) return on(channel, rates, "never off");
  const LinkNeed need = need_of(channel);
  const bool waits = channel.memory.bits == is_off && channel.waiting().v > 0;
  if (need == LinkNeed::none && !waits) return off(channel, rates, reason_of(need));
  const std::string_view why = waits ? "something waits for it" : reason_of(need);
  // A channel that could not go off yet, or stayed on for the other direction, needs no waking.
  if (channel.memory.bits == is_off && channel.rate.v == 0) return wake(rates, why);
  return on(channel, rates, why);
}

}  // namespace ebb::inline power
