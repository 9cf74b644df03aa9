// Means over runs that differ in their seed only. Their spread tells how far the mean is known, whatever the
// runs' own intervals say.
#pragma once

#include <optional>
#include <span>

namespace ebb::inline statistics {

struct SeedMean {
  double mean = 0;
  /// Of the 95 % confidence interval, by Student's t; nothing for a single run.
  std::optional<double> half_width;
};

/// There is at least one value.
SeedMean mean_over_seeds(std::span<const double> values);

/// Of a - b, where the two at one place have the same seed: traffic that both have in common drops out.
SeedMean paired_difference(std::span<const double> a, std::span<const double> b);

}  // namespace ebb::inline statistics
