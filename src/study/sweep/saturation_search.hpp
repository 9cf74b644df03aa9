// Finds by bisection the load at which a network saturates. The loads to try are fixed: `from`, `from +
// precision`, … and `to`, so a repeated search tries the same ones.
#pragma once

#include <cstddef>
#include <optional>

#include "experiment/read/sweep_settings.hpp"
#include "study/sweep/sweep_config.hpp"

namespace ebb::inline study {

/// What a run shows about its load.
enum class Steadiness {
  steady,
  saturated,
  undecided  ///< too short: bytes in flight look like a growing backlog
};

class SaturationSearch {
 public:
  explicit SaturationSearch(const SaturationSettings& settings);

  /// The load to try next; nothing when the search is finished.
  std::optional<double> next() const;
  /// The most runs until the search is finished, if none is undecided; sometimes one less is enough.
  std::size_t runs_left() const;
  /// Takes the result of the run at next(). An undecided run counts for neither side: the search continues
  /// below it for the greatest steady load, then above it for the least saturated one.
  void tell(Steadiness shown);

  /// The greatest steady load and the least saturated one. At the end they are neighbours, or only undecided
  /// loads are between them. Nothing: even the least load is not steady, or even the greatest is not
  /// saturated.
  std::optional<double> steady() const { return low_ > 0 ? std::optional(load(low_)) : std::nullopt; }
  std::optional<double> saturated() const {
    return high_ <= last_ ? std::optional(load(high_)) : std::nullopt;
  }
  /// The least undecided load between the two.
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
