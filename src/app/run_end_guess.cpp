#include "app/run_end_guess.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ebb::inline app {
namespace {

/// Few groups are long against what lasts in the traffic, many tell the spread better: the worse one counts.
constexpr std::size_t groupings[] = {8, 16};
/// Of the 95 % interval at the end, when there are many batches.
constexpr double quantile = 1.96;

/// The mean latency in equal parts of the spans from `first` on; empty where one had no packet.
std::vector<double> group_means(const RunCourse& course, std::size_t first, std::size_t groups) {
  const std::size_t each = (course.spans.size() - first) / groups;
  std::vector<double> means;
  for (std::size_t g = 0; g < groups; ++g) {
    double sum = 0, packets = 0;
    for (std::size_t i = first + g * each; i < first + (g + 1) * each; ++i) {
      const CourseSpan& span = course.spans[i];
      sum += span.latency_mean_ps * static_cast<double>(span.packets);
      packets += static_cast<double>(span.packets);
    }
    if (packets == 0) return {};
    means.push_back(sum / packets);
  }
  return means;
}

/// Half of the 95 % interval of the mean, over the mean.
double relative_half_width(const std::vector<double>& means) {
  const double n = static_cast<double>(means.size());
  double sum = 0, squares = 0;
  for (const double m : means) sum += m;
  for (const double m : means) squares += (m - sum / n) * (m - sum / n);
  return quantile * std::sqrt(squares / (n - 1) / n) / (sum / n);
}

}  // namespace

std::optional<Picoseconds> guessed_end(const RunCourse& course, const RunSettings& settings) {
  const std::size_t warm_up = course.spans.size() / 5, measured = course.spans.size() - warm_up;
  double known_to = 0;
  for (const std::size_t groups : groupings) {
    if (measured < groups) continue;
    const auto means = group_means(course, warm_up, groups);
    if (means.empty()) return std::nullopt;
    known_to = std::max(known_to, relative_half_width(means));
  }
  if (known_to == 0) return std::nullopt;
  const double now = static_cast<double>(course.length.v) * static_cast<double>(course.spans.size());
  const double ratio = known_to / settings.precision;
  const double end = now * std::max(1.0, ratio * ratio);
  const double least = static_cast<double>(settings.least_time.v),
               most = static_cast<double>(settings.most_time.v);
  return Picoseconds{static_cast<std::int64_t>(std::min(most, std::max(least, end)))};
}

}  // namespace ebb::inline app
