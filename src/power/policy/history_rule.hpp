// The rule of voltage scaling by history (Shang, Peh and Jha 2003; Kim's DVS follows it), for every policy
// that uses it. Once in a window it takes the mean utilisation of a link and the mean downstream occupancy.
// The prediction is the weighted mean of the last window and of those before it. The link goes one level
// slower below a lower threshold and one level faster above an upper one. Where the downstream buffer is
// congested, packets wait there anyway, so both thresholds are higher: a slower link then costs little. Where
// the occupancy is unknown, it counts as not congested.
//
// Utilisation has two readings. Of the present rate, a link settles where its load keeps it busy between the
// thresholds. Of full rate, as a switch counts that knows the flits of a window and no link's clock, a link
// below the thresholds goes down to its slowest rate, however busy it is there.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "power/policy/policy.hpp"

namespace ebb::inline power {

enum class UtilisationOf : std::uint8_t { present_rate, full_rate };
constexpr auto names_of(UtilisationOf) {
  return std::array<std::string_view, 2>{"present_rate", "full_rate"};
}

struct HistoryRule {
  double weight = 0.75;  ///< three times that of the past: the paper's W of 3
  double low = 0.3, high = 0.4, congested_low = 0.6, congested_high = 0.7;
  double congested = 0.5;
  UtilisationOf utilisation = UtilisationOf::present_rate;

  static constexpr auto history_fields() {
    using R = HistoryRule;
    return std::tuple{
        field("weight", &R::weight, "of the last window; the rest is left to the older ones", some_share),
        field("low", &R::low, "predicted busy share below which a link goes one step slower", a_part),
        field("high", &R::high, "predicted busy share above which it goes one step faster", a_part),
        field("congested_low", &R::congested_low, "the same while the downstream buffer is congested",
              a_part),
        field("congested_high", &R::congested_high, "the same while the downstream buffer is congested",
              a_part),
        field("congested", &R::congested,
              "predicted occupancy of the downstream buffer, as a share, from which on it is congested",
              a_part),
        field("utilisation", &R::utilisation,
              "busy share that the thresholds mean: of the time at the present rate, or of what full rate "
              "carries")};
  }
  void check_history(Problems& problems) const;
  /// Refuses thresholds that a link at its slowest rate can never exceed.
  void fit_history(Problems& problems, const RateLevels& rates) const;
  /// Returns the decision for a link that is on. The memory holds two predictions: `level` is the utilisation
  /// of the link, and `trend` its downstream occupancy.
  Decision follow(const ChannelView& channel, const RateLevels& rates) const;
};

}  // namespace ebb::inline power
