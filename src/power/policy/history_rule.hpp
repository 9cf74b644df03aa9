// The rule of voltage scaling by history (Shang, Peh and Jha 2003; Kim's DVS follows it), for every policy
// that uses it. Once in a window, it looks at how busy a link was and how full the buffer at its other end
// was, the mean of the window each. What comes is predicted as the weighted mean of the last window and of
// those before it. The link goes one step slower below a lower threshold and one step faster above an upper
// one. Where the buffer behind it is congested, packets wait there anyway, and both thresholds are higher: a
// slower link then costs little. Where nobody knows that buffer, it counts as not congested.
#pragma once

#include "base/open_ranges.hpp"
#include "power/policy/policy.hpp"

namespace ebb::inline power {

struct HistoryRule {
  double weight = 0.75;  ///< three times that of the past: their W of 3
  double low = 0.3, high = 0.4, congested_low = 0.6, congested_high = 0.7;
  double congested = 0.5;

  static constexpr auto history_fields() {
    using R = HistoryRule;
    return std::tuple{
        field("weight", &R::weight, "of the last window; the rest is left to the older ones", some_share),
        field("low", &R::low, "predicted busy share below which a link goes one step slower", a_part),
        field("high", &R::high, "predicted busy share above which it goes one step faster", a_part),
        field("congested_low", &R::congested_low, "the same while the buffer behind it is congested", a_part),
        field("congested_high", &R::congested_high, "the same while the buffer behind it is congested",
              a_part),
        field("congested", &R::congested,
              "predicted filled share of the buffer at the link's other end from which on it is congested",
              a_part)};
  }
  void check_history(Problems& problems) const;
  /// The answer for a link that is on. What it remembers is `level` and `trend`: the predicted busy share of
  /// the link, and the predicted filled share of the buffer behind it.
  Decision follow(const ChannelView& channel, const RateLevels& rates) const;
};

}  // namespace ebb::inline power
