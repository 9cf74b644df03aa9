#include "statistics/saturation.hpp"

namespace ebb::inline statistics {
namespace {

constexpr double half_completed = 0.5;  // the same, enough to recognise a network that is far behind
constexpr double far_behind = 0.8;      // accepted over offered, less than this in every quarter
constexpr double beyond_under_way = 3;  // backlog over the delivered part of messages in progress
constexpr double proportional = 1.8;    // growth of the backlog when time doubles
constexpr double least_growth = 0.001;  // of the backlog, over the offered bytes

/// True when, at the end of batch `end`, the source backlog has grown in proportion to time.
bool grows_without_end(const Sums& growth, const Sums& offered, std::size_t end) {
  const double quarter = sum_of(growth, 0, end / 4), half = sum_of(growth, 0, end / 2);
  const double now = sum_of(growth, 0, end);
  return now > 0 && now >= proportional * half && half >= proportional * quarter &&
         now - half >= least_growth * sum_of(offered, end / 2, end) &&
         positive_beyond_chance(growth, end / 2, end);
}

}  // namespace

double completed_share(const BatchSeries& series, std::size_t end) {
  std::uint64_t bytes = 0, completed = 0;
  for (std::size_t i = 0; i < end; ++i) {
    bytes += series[i].delivered.payload_bytes;
    completed += series[i].completed_bytes;
  }
  return bytes > 0 ? static_cast<double>(completed) / static_cast<double>(bytes) : 1;
}

bool falls_far_behind(const BatchSeries& series, std::size_t end, double completed) {
  const Sums offered = sums_of(series, 0, end, read_offered),
             accepted = sums_of(series, 0, end, read_accepted);
  for (std::size_t quarter = 1; quarter < 4; ++quarter) {
    const std::size_t first = quarter * end / 4, last = (quarter + 1) * end / 4;
    if (sum_of(accepted, first, last) >= far_behind * sum_of(offered, first, last)) return false;
  }
  const double backlog = sum_of(sums_of(series, 0, end, read_backlog_growth), 0, end);
  const double under_way = (1 - completed) * sum_of(accepted, 0, end);
  return completed >= half_completed && backlog >= beyond_under_way * under_way &&
         positive_beyond_chance(sums_of(series, 0, end, read_not_accepted), end / 4, end);
}

bool waits_at_sources(const BatchSeries& series, std::size_t end) {
  const double backlog = sum_of(sums_of(series, 0, end, read_backlog_growth), 0, end);
  return 2 * backlog >= sum_of(sums_of(series, 0, end, read_not_accepted), 0, end);
}

bool saturated(const BatchSeries& series, std::size_t end) {
  const Sums growth = sums_of(series, 0, end, read_backlog_growth);
  const Sums offered = sums_of(series, 0, end, read_offered);
  return grows_without_end(growth, offered, end) && grows_without_end(growth, offered, end - end / 8);
}

}  // namespace ebb::inline statistics
