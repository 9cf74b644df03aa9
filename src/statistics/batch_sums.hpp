// Sums over the batches of a run, for the verdict.
#pragma once

#include <vector>

#include "statistics/batch_means.hpp"
#include "statistics/batches.hpp"

namespace ebb::inline statistics {

using Sums = std::vector<BatchSum>;

/// One entry per batch of [first, end).
inline Sums sums_of(const BatchSeries& series, std::size_t first, std::size_t end,
                    BatchSum (*read)(const Batch&)) {
  Sums sums;
  for (std::size_t i = first; i < end; ++i) sums.push_back(read(series[i]));
  return sums;
}

inline BatchSum latency_sum(const Histogram& h) {
  return {static_cast<double>(h.count()), static_cast<double>(h.sum())};
}

inline BatchSum read_packet_latency(const Batch& b) { return latency_sum(b.packet_latency); }

inline BatchSum read_accepted(const Batch& b) { return {1, static_cast<double>(b.delivered.wire_bytes)}; }

inline BatchSum read_offered(const Batch& b) { return {1, static_cast<double>(b.offered.wire_bytes)}; }

/// a - b, exact while the difference fits into 63 bits.
inline double difference(std::uint64_t a, std::uint64_t b) {
  return static_cast<double>(static_cast<std::int64_t>(a - b));
}

inline BatchSum read_backlog_growth(const Batch& b) {
  return {1, difference(b.offered.wire_bytes, b.injected.wire_bytes)};
}

inline BatchSum read_not_accepted(const Batch& b) {
  return {1, difference(b.offered.wire_bytes, b.delivered.wire_bytes)};
}

inline double sum_of(const Sums& sums, std::size_t first, std::size_t end) {
  double sum = 0;
  for (std::size_t i = first; i < end; ++i) sum += sums[i].sum;
  return sum;
}

/// True when the sums of [first, end) are above 0 on average beyond chance (one-sided t test, 99.9 %).
bool positive_beyond_chance(const Sums& sums, std::size_t first, std::size_t end);

}  // namespace ebb::inline statistics
