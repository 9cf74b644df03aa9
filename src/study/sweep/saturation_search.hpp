// Finds by bisection the load from which on a network saturates. The loads that can be tried are fixed:
// `from`, `from + precision`, … and `to`, so a search that is repeated tries the same ones.
#pragma once

#include <cstddef>
#include <optional>

#include "study/sweep/sweep_config.hpp"

namespace ebb::inline study {

/// What a run shows of its load.
enum class Steadiness {
  steady,
  saturated,
  undecided  ///< too short to tell: bytes under way look like a network that falls behind
};

class SaturationSearch {
 public:
  explicit SaturationSearch(const SaturationSettings& settings);

  /// The load to try next; nothing when it is settled.
  std::optional<double> next() const;
  /// How many runs it takes to settle it, at most, if none is undecided; sometimes one less does.
  std::size_t runs_left() const;
  /// What the run at next() showed. One that is undecided counts on neither side: the search goes on below it
  /// for the greatest load that is steady, then above it for the least one that is saturated.
  void tell(Steadiness shown);

  /// The greatest load that is steady, and the least one that is saturated: when it is settled, neighbours,
  /// or with nothing but undecided loads in between. Nothing: even the least load is not steady, or even the
  /// greatest is not saturated.
  std::optional<double> steady() const { return low_ > 0 ? std::optional(load(low_)) : std::nullopt; }
  std::optional<double> saturated() const {
    return high_ <= last_ ? std::optional(load(high_)) : std::nullopt;
  }
  /// The least load between the two that was tried and is undecided.
  std::optional<double> undecided() const {
    return undecided_ ? std::optional(load(undecided_->least)) : std::nullopt;
  }

 private:
  struct Undecided {
    std::size_t least, greatest;
  };
  double load(std::size_t number) const;
  std::size_t next_number() const;  ///< 0: none

  SaturationSettings settings_;
  std::size_t last_;      ///< loads are numbered from 1
  std::size_t low_ = 0;   ///< steady; 0: below all
  std::size_t high_ = 0;  ///< saturated; last_ + 1: above all
  std::optional<Undecided> undecided_;
};

}  // namespace ebb::inline study
