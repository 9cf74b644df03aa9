// The rates a channel can have, slowest first. The lowest level may be 0, switched off. Where channels have
// several full rates, the levels are those of the fastest, and the others have the same shares of their own.
#pragma once

#include <cstddef>
#include <vector>

#include "base/ensure.hpp"
#include "base/same_share.hpp"
#include "base/units.hpp"

namespace ebb::inline power {

class RateLevels {
 public:
  explicit RateLevels(std::vector<BitsPerSecond> rates) : rates_(std::move(rates)) {
    ENSURE(!rates_.empty() && rates_.front().v >= 0 && rates_.back().v > 0);
    for (std::size_t i = 1; i < rates_.size(); ++i) ENSURE(rates_[i - 1] < rates_[i]);
  }

  std::size_t size() const { return rates_.size(); }
  BitsPerSecond operator[](std::size_t level) const { return rates_[level]; }
  bool has_off() const { return rates_.front().v == 0; }
  /// Returns the lowest level that is not off.
  std::size_t slowest_level() const { return has_off() ? 1 : 0; }
  BitsPerSecond slowest() const { return rates_[slowest_level()]; }
  BitsPerSecond fastest() const { return rates_.back(); }

  /// Returns the rate of a level for a channel with another full rate.
  BitsPerSecond of(BitsPerSecond full, std::size_t level) const {
    return same_share(full, rates_[level], fastest());
  }
  /// Returns the levels of such a channel. They must differ (differ_at).
  RateLevels scaled_to(BitsPerSecond full) const {
    std::vector<BitsPerSecond> rates;
    for (std::size_t level = 0; level < size(); ++level) rates.push_back(of(full, level));
    return RateLevels(std::move(rates));
  }
  /// Says whether all levels of such a channel are different rates. Rates are whole bits per second, so
  /// rounding may make two equal.
  bool differ_at(BitsPerSecond full) const {
    if (of(full, slowest_level()).v <= 0) return false;
    for (std::size_t level = 1; level < size(); ++level)
      if (of(full, level) <= of(full, level - 1)) return false;
    return true;
  }

  /// Returns the level of a rate, or of the next faster one if the rate is not a level. Anything faster than
  /// all gets the highest.
  std::size_t level(BitsPerSecond rate) const {
    std::size_t slower = 0;  // no early exit: it would be mispredicted
    for (std::size_t i = 0; i + 1 < rates_.size(); ++i) slower += rates_[i] < rate;
    return slower;
  }
  BitsPerSecond next_faster(BitsPerSecond rate) const {
    const std::size_t i = level(rate);
    return rates_[i + 1 < rates_.size() ? i + 1 : i];
  }
  /// Returns the next slower rate. It is never off: a channel goes off only by an explicit decision.
  BitsPerSecond next_slower(BitsPerSecond rate) const {
    const std::size_t i = level(rate);
    return rates_[i > slowest_level() ? i - 1 : slowest_level()];
  }

 private:
  std::vector<BitsPerSecond> rates_;
};

}  // namespace ebb::inline power
