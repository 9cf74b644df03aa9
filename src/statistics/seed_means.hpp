// Means over runs that differ in their seed only. Their spread gives the precision of the mean, independently
// of the runs' own intervals.
#pragma once

#include <optional>
#include <span>

namespace ebb::inline statistics {

struct SeedMean {
  double mean = 0;
  /// Of the 95 % confidence interval, by Student's t; nothing for a single run.
  std::optional<double> half_width;
};

/// Needs at least one value.
SeedMean mean_over_seeds(std::span<const double> values);

/// The mean of a - b, where values at the same index have the same seed: the variation of common traffic
/// cancels out.
SeedMean paired_difference(std::span<const double> a, std::span<const double> b);

}  // namespace ebb::inline statistics
