#include "statistics/batch_means.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/ensure.hpp"

namespace ebb::inline statistics {
namespace {

constexpr std::size_t least_groups = 8;  // with fewer, a spread or a correlation means little
constexpr double stopping = 1.1;         // see estimate_mean()

BatchSum total_of(std::span<const BatchSum> batches) {
  BatchSum total;
  for (const BatchSum& b : batches) total.count += b.count, total.sum += b.sum;
  return total;
}

struct Spread {
  double standard_error = 0;  ///< of the ratio of all sums to all counts, if the batches were independent
  double correlation = 0;     ///< between neighbours
};

/// Needs at least 8 batches.
Spread spread_of(std::span<const BatchSum> batches) {
  const BatchSum total = total_of(batches);
  const auto k = static_cast<double>(batches.size());
  if (total.count <= 0) return {};
  const double ratio = total.sum / total.count;
  double squares = 0, products = 0, before = 0;
  for (const BatchSum& b : batches) {
    const double off = b.sum - ratio * b.count;
    squares += off * off;
    products += off * before;
    before = off;
  }
  Spread spread;
  spread.standard_error = std::sqrt(squares / (k - 1) * k) / total.count;
  // A short series underestimates the correlation, on average by (1 + 4 correlation) / k (Kendall).
  if (squares > 0) spread.correlation = std::min(1.0, (products / squares * k + 1) / (k - 4));
  return spread;
}

double half_width(const Spread& spread, std::size_t batches) {
  return student_t(normal_975, batches - 1) * spread.standard_error;
}

}  // namespace

double student_t(double z, std::size_t degrees) {
  ENSURE(degrees >= 3);
  const double n = 1 / static_cast<double>(degrees), s = z * z;
  const double g1 = z * (s + 1) / 4;
  const double g2 = z * ((5 * s + 16) * s + 3) / 96;
  const double g3 = z * (((3 * s + 19) * s + 17) * s - 15) / 384;
  const double g4 = z * ((((79 * s + 776) * s + 1482) * s - 1920) * s - 945) / 92'160;
  return z + n * (g1 + n * (g2 + n * (g3 + n * g4)));
}

std::vector<BatchSum> paired(std::span<const BatchSum> batches) {
  std::vector<BatchSum> pairs;
  for (std::size_t i = batches.size() % 2; i + 1 < batches.size(); i += 2)
    pairs.push_back(total_of(batches.subspan(i, 2)));
  return pairs;
}

std::optional<std::size_t> warm_up_end(std::span<const BatchSum> batches) {
  const std::size_t limit = batches.size() / 2;
  std::size_t best = limit, used = 0;
  double mean = 0, squares = 0, least = std::numeric_limits<double>::infinity();
  for (std::size_t i = batches.size(); i-- > 0;) {  // the tail grows by one batch at a time (Welford's sums)
    if (batches[i].count <= 0) continue;
    const double x = batches[i].sum / batches[i].count, off = x - mean;
    const auto n = static_cast<double>(++used);
    mean += off / n;
    squares += off * (x - mean);
    const double score = squares / (n * n);
    if (i <= limit && used >= 2 && score <= least) least = score, best = i;
  }
  if (best >= limit) return std::nullopt;
  return best;
}

Estimate estimate_mean(std::span<const BatchSum> batches) {
  Estimate estimate;
  const BatchSum all = total_of(batches);
  if (all.count <= 0) return estimate;
  estimate.mean = all.sum / all.count;
  if (batches.size() < least_groups) return estimate;
  const Spread fine = spread_of(batches);
  estimate.correlation = fine.correlation;
  if (fine.correlation > too_alike) return estimate;
  const double c = std::max(0.0, fine.correlation);
  double widest = half_width(fine, batches.size()) * std::sqrt((1 + c) / (1 - c));
  for (auto groups = paired(batches); groups.size() >= least_groups; groups = paired(groups))
    widest = std::max(widest, half_width(spread_of(groups), groups.size()));
  estimate.half_width = stopping * widest;
  return estimate;
}

Estimate estimate_in_groups(std::span<const BatchSum> batches) {
  Estimate estimate = estimate_mean(batches);
  for (auto groups = paired(batches); !estimate.half_width && groups.size() >= least_groups;
       groups = paired(groups))
    estimate = estimate_mean(groups);
  return estimate;
}

std::string why_no_interval(const Estimate& estimate, std::size_t batches) {
  if (batches < least_groups) return fmt::format("{} of the {} batches that it takes", batches, least_groups);
  if (estimate.correlation > too_alike)
    return fmt::format("neighbouring batches resemble each other (correlation {:.2f})", estimate.correlation);
  return "there are no samples";
}

}  // namespace ebb::inline statistics
