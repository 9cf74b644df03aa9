// The rates a channel can have, slowest first; the lowest rung may be 0, switched off. Where channels have
// several full rates, there is one ladder for the fastest, and the others have the same shares of their own.
#pragma once

#include <cstddef>
#include <vector>

#include "base/ensure.hpp"
#include "base/same_share.hpp"

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
  /// Returns the lowest rung at which bits pass.
  std::size_t slowest_level() const { return has_off() ? 1 : 0; }
  BitsPerSecond slowest() const { return rates_[slowest_level()]; }
  BitsPerSecond fastest() const { return rates_.back(); }

  /// Returns a rung of a channel with another full rate.
  BitsPerSecond of(BitsPerSecond full, std::size_t level) const {
    return same_share(full, rates_[level], fastest());
  }
  /// Returns the ladder of such a channel. Its rungs must differ (differ_at).
  RateLevels scaled_to(BitsPerSecond full) const {
    std::vector<BitsPerSecond> rates;
    for (std::size_t level = 0; level < size(); ++level) rates.push_back(of(full, level));
    return RateLevels(std::move(rates));
  }
  /// Says whether all rungs of such a channel are rates of their own: a bit a second has no half.
  bool differ_at(BitsPerSecond full) const {
    if (of(full, slowest_level()).v <= 0) return false;
    for (std::size_t level = 1; level < size(); ++level)
      if (of(full, level) <= of(full, level - 1)) return false;
    return true;
  }

  /// Returns the rung of a rate, or of the next faster one when the ladder does not have it. Anything faster
  /// than all gets the top.
  std::size_t level(BitsPerSecond rate) const {
    std::size_t slower = 0;  // counts to the end: the processor would guess wrong where a search stops
    for (std::size_t i = 0; i + 1 < rates_.size(); ++i) slower += rates_[i] < rate;
    return slower;
  }
  BitsPerSecond next_faster(BitsPerSecond rate) const {
    const std::size_t i = level(rate);
    return rates_[i + 1 < rates_.size() ? i + 1 : i];
  }
  /// Returns the next slower rate, which is never off: a channel does not slide into that.
  BitsPerSecond next_slower(BitsPerSecond rate) const {
    const std::size_t i = level(rate);
    return rates_[i > slowest_level() ? i - 1 : slowest_level()];
  }

 private:
  std::vector<BitsPerSecond> rates_;
};

}  // namespace ebb::inline power
