#include "statistics/batch_sums.hpp"

#include <cmath>

namespace ebb::inline statistics {

bool positive_beyond_chance(const Sums& sums, std::size_t first, std::size_t end) {
  const auto n = static_cast<double>(end - first);
  const double mean = sum_of(sums, first, end) / n;
  double squares = 0;
  for (std::size_t i = first; i < end; ++i) squares += (sums[i].sum - mean) * (sums[i].sum - mean);
  return mean > student_t(normal_999, end - first - 1) * std::sqrt(squares / (n - 1) / n);
}

}  // namespace ebb::inline statistics
