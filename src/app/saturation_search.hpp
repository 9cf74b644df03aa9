// Finds by bisection the load from which on a network saturates. The loads that can be tried are fixed:
// `from`, `from + precision`, … and `to`, so a search that is repeated tries the same ones.
#pragma once

#include <cstddef>
#include <optional>

#include "app/sweep_config.hpp"

namespace ebb {

class SaturationSearch {
 public:
  explicit SaturationSearch(const SaturationSettings& settings);

  /// The load to try next; nothing when it is settled.
  std::optional<double> next() const;
  /// How many runs it takes to settle it, at most; sometimes one less does.
  std::size_t runs_left() const;
  /// What the run at next() showed.
  void tell(bool steady);

  /// The greatest load that is steady, and the least one that is not: neighbours when it is settled. Nothing:
  /// even the least load is not steady, or even the greatest is.
  std::optional<double> steady() const { return low_ > 0 ? std::optional(load(low_)) : std::nullopt; }
  std::optional<double> saturated() const {
    return high_ <= last_ ? std::optional(load(high_)) : std::nullopt;
  }

 private:
  double load(std::size_t number) const;

  SaturationSettings settings_;
  std::size_t last_;      ///< loads are numbered from 1
  std::size_t low_ = 0;   ///< steady; 0: below all
  std::size_t high_ = 0;  ///< not steady; last_ + 1: above all
};

}  // namespace ebb
