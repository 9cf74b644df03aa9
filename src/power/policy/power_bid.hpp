// What a channel bids for in a power budget of the whole network, and what it sees of that budget.
//
// A channel has a bid: the packets that it expects in an epoch, and the level whose power is reserved for it.
// Each step of a rate level is worth the waiting that it saves, per watt: if all expected packets came at
// once, at rate r they would wait packets^2 / 2r together. Values fall into buckets, so that the bids of all
// channels can be added up in any order (power_budget.hpp). Steps from the `keep` bucket on keep their power;
// steps from the `raise` bucket on get power that is free.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>

#include "base/units.hpp"
#include "power/control/rate_levels.hpp"

namespace ebb::inline power {

/// What a channel sees of the budget. Valid inside decide() only.
struct PowerGrant {
  /// Four buckets of values in each factor of two, over 64 factors, and eight for channels whose values tie.
  static constexpr std::uint32_t ties = 8, buckets = 64 * 4 * ties;
  static constexpr std::uint16_t none = buckets;  ///< no step is that valuable

  std::span<const std::int64_t> microwatts{};  ///< of the channel in each of its levels
  std::uint16_t keep = none, raise = none;     ///< the first buckets that keep and that get power
  std::uint8_t tie = 0;                        ///< below `ties`: the order of channels with the same value
  std::uint8_t in_force = 0;                   ///< the level whose power the channel draws now
  bool settles = false;      ///< a change that is requested now is over before others get its power
  std::uint32_t closes = 0;  ///< how often the budget was closed
};

/// The bid of a channel, as its ChannelMemory keeps it from one evaluation to the next.
struct PowerBid {
  double expected = 0;        ///< packets in an epoch; 0: no bid for any step
  std::uint8_t reserved = 0;  ///< the level whose power is reserved until the budget has been closed
  std::uint8_t granted = 0;   ///< the level that it was granted last
  std::uint32_t closes = 0;   ///< of the budget, before this bid

  /// A step that has its power is worth more than the same step of another channel, because every change
  /// costs transition time.
  static constexpr double worth_of_staying = 2;

  /// Calls step(level, bucket, microwatts more than the level below) for all levels above the slowest. The
  /// buckets never rise from one level to the next.
  template <class Step>
  void each_step(const RateLevels& rates, std::span<const std::int64_t> microwatts, std::uint8_t tie,
                 Step&& step) const {
    double least = std::numeric_limits<double>::max();
    const auto full = static_cast<double>(rates.fastest().v);
    for (std::size_t level = rates.slowest_level() + 1; level < rates.size(); ++level) {
      const std::int64_t more = std::max<std::int64_t>(0, microwatts[level] - microwatts[level - 1]);
      const double gain =
          full / static_cast<double>(rates[level - 1].v) - full / static_cast<double>(rates[level].v);
      const double per_watt =
          gain * static_cast<double>(microwatts.back()) / std::max(1.0, static_cast<double>(more));
      const double worth = expected * expected * per_watt * (level <= reserved ? worth_of_staying : 1);
      least = std::min(least, worth);
      step(level, bucket(least, tie), more);
    }
  }

 private:
  /// Buckets go by the exponent and two more bits, which are the same on every machine. Bucket 0 gets no
  /// power.
  static std::uint16_t bucket(double worth, std::uint8_t tie) {
    if (!(worth > 0)) return 0;
    constexpr std::int64_t least = (1023 - 8) * 4;  // 2^-8, below which all values are alike
    const auto place = static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(worth) >> 50) - least;
    const std::int64_t value = std::clamp<std::int64_t>(place, 0, PowerGrant::buckets / PowerGrant::ties - 1);
    return static_cast<std::uint16_t>(std::max<std::int64_t>(1, value * PowerGrant::ties + tie));
  }
};

}  // namespace ebb::inline power
