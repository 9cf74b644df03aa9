#include "statistics/seed_means.hpp"

#include <cmath>
#include <iterator>
#include <vector>

#include "base/ensure.hpp"
#include "statistics/batch_means.hpp"

namespace ebb::inline statistics {
namespace {

/// Exact values for two or three runs, where the expansion of student_t() does not hold.
double student_t_975(std::size_t degrees) {
  constexpr double of_few[] = {12.706204736, 4.302652730};
  return degrees <= std::size(of_few) ? of_few[degrees - 1] : student_t(normal_975, degrees);
}

}  // namespace

SeedMean mean_over_seeds(std::span<const double> values) {
  ENSURE(!values.empty());
  const auto count = static_cast<double>(values.size());
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / count;
  if (values.size() < 2) return {mean, std::nullopt};
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double error = std::sqrt(squares / (count - 1) / count);
  return {mean, student_t_975(values.size() - 1) * error};
}

SeedMean paired_difference(std::span<const double> a, std::span<const double> b) {
  ENSURE(a.size() == b.size());
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.size(); ++i) differences.push_back(a[i] - b[i]);
  return mean_over_seeds(differences);
}

}  // namespace ebb::inline statistics
