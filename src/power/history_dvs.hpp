// Voltage scaling by history (Shang, Peh and Jha 2003; Kim's DVS follows it): a link's utilisation is
// predicted as the weighted mean of the last window and of those before it, and the link goes one step slower
// below a lower threshold and one step faster above an upper one. Where its buffer is congested, packets wait
// anyway, and both thresholds are higher: a slower link then costs little.
//
// They look at the buffer at the other end of the link. We look at the queue in front of it, which is what an
// owner of a channel knows; where even that is not known, the link counts as not congested.
#pragma once

#include "base/open_ranges.hpp"
#include "power/policy.hpp"

namespace ebb::inline power {

struct HistoryDvs final : Policy {
  double weight = 0.75;
  double low = 0.3, high = 0.4, congested_low = 0.6, congested_high = 0.7;
  Bytes congested = 1_KiB;

  static constexpr auto fields() {
    return std::tuple{
        field("weight", &HistoryDvs::weight, "of the last window; the rest is left to the older ones",
              some_share),
        field("low", &HistoryDvs::low, "predicted busy share below which a link goes one step slower",
              a_part),
        field("high", &HistoryDvs::high, "predicted busy share above which it goes one step faster", a_part),
        field("congested_low", &HistoryDvs::congested_low, "the same while its queue is congested", a_part),
        field("congested_high", &HistoryDvs::congested_high, "the same while its queue is congested", a_part),
        field("congested", &HistoryDvs::congested, "bytes queued from which on a link is congested",
              {{1}, {1 << 30}})};
  }
  Problems check() const override {
    Problems problems;
    require_weight(problems, "weight", weight);
    for (const auto& [name, share] : {std::pair{"low", low}, {"high", high}})
      require_share(problems, name, share);
    require_share(problems, "congested_low", congested_low);
    require_share(problems, "congested_high", congested_high);
    if (problems.empty() && !(low < high))
      problems.push_back({"low", "must be less than high", "between the two a link keeps its rate"});
    if (problems.empty() && !(congested_low < congested_high))
      problems.push_back(
          {"congested_low", "must be less than congested_high", "between the two a link keeps its rate"});
    if (congested.v < 1)
      problems.push_back({"congested", "must be at least a byte", "for example: \"1KiB\""});
    return problems;
  }
  Picoseconds slowest_clock(Picoseconds epoch) const override { return over_weight(epoch, weight); }
  Decision decide(const ChannelView& channel, const RateLadder& rates) const override {
    const double predicted = weight * channel.utilisation + (1 - weight) * channel.memory.level;
    const bool full = channel.waiting() >= congested;
    Decision decision{channel.rate, "between the thresholds"};
    if (predicted < (full ? congested_low : low))
      decision = {rates.next_slower(channel.rate),
                  full ? "congested, and still quiet by its history" : "quiet by its history"};
    if (predicted > (full ? congested_high : high))
      decision = {rates.next_faster(channel.rate),
                  full ? "congested, and busy by its history" : "busy by its history"};
    decision.memory.level = predicted;
    return decision;
  }
};

}  // namespace ebb::inline power
