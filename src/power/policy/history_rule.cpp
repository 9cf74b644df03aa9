#include "power/policy/history_rule.hpp"

#include <fmt/core.h>

namespace ebb::inline power {

void HistoryRule::check_history(Problems& problems) const {
  Problems own;
  require_weight(own, "weight", weight);
  for (const auto& [name, share] : {std::pair{"low", low},
                                    {"high", high},
                                    {"congested_low", congested_low},
                                    {"congested_high", congested_high},
                                    {"congested", congested}})
    require_share(own, name, share);
  constexpr const char* between = "between the two a link keeps its rate";
  if (own.empty() && !(low < high)) own.push_back({"low", "must be less than high", between});
  if (own.empty() && !(congested_low < congested_high))
    own.push_back({"congested_low", "must be less than congested_high", between});
  problems.insert(problems.end(), own.begin(), own.end());
}

void HistoryRule::fit_history(Problems& problems, const RateLevels& rates) const {
  if (utilisation != UtilisationOf::full_rate) return;
  const double most = static_cast<double>(rates.slowest().v) / static_cast<double>(rates.fastest().v);
  for (const auto& [name, share] : {std::pair{"high", high}, {"congested_high", congested_high}})
    if (share >= most)
      problems.push_back(
          {name,
           fmt::format("is {}, but a link at its slowest rate carries at most {:.3g} of full rate", share,
                       most),
           "a lower threshold, or utilisation = \"present_rate\""});
}

Decision HistoryRule::follow(const ChannelView& channel, const RateLevels& rates) const {
  const double last =
      utilisation == UtilisationOf::full_rate ? channel.load(rates.fastest()) : channel.utilisation;
  const double busy = weight * last + (1 - weight) * channel.memory.level;
  const double filled = weight * channel.downstream.value_or(0) + (1 - weight) * channel.memory.trend;
  const bool full = filled >= congested;
  Decision decision{channel.rate, "between the thresholds"};
  if (busy < (full ? congested_low : low))
    decision = {rates.next_slower(channel.rate),
                full ? "congested downstream, and still quiet by its history" : "quiet by its history"};
  if (busy > (full ? congested_high : high))
    decision = {rates.next_faster(channel.rate),
                full ? "congested downstream, and busy by its history" : "busy by its history"};
  decision.memory.level = busy, decision.memory.trend = filled;
  return decision;
}

}  // namespace ebb::inline power
