// The measurements of a run, as plain numbers: loads, latencies with their confidence, and the verdict on
// whether the network was steady.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/units.hpp"

namespace ebb::inline results {

enum class Verdict : std::uint8_t {
  steady,     ///< steady, and measured with the requested precision
  saturated,  ///< more is offered than the network can carry: backlogs grow without bound
  undecided,  ///< neither was shown; `why` gives the reason
  finished    ///< the workload ended by itself and everything arrived: the figures cover all of it
};
constexpr auto names_of(Verdict) {
  return std::array<std::string_view, 4>{"steady", "saturated", "undecided", "finished"};
}

/// It contains the true figure of an endless run in 95 of 100 runs.
struct Interval {
  Picoseconds low{}, high{};
};

/// Percentiles are never below the true ones of the sample and at most 1/128 (0.79 %) above. The other
/// figures are exact.
struct LatencyResult {
  std::uint64_t samples = 0;
  double mean_ps = 0;
  /// Of the 95 % confidence interval around the mean. Empty when the run is too short.
  std::optional<double> mean_half_width_ps;
  Picoseconds min{}, p50{}, p90{}, p99{}, p999{}, max{};
  /// Of the percentiles. Empty when the run is too short, or has too few samples beyond.
  std::optional<Interval> p50_interval, p90_interval, p99_interval, p999_interval;
  std::string p50_why, p90_why, p99_why, p999_why;  ///< why there is no interval; empty where there is one
  double p99_interpolated_ps = 0;                   ///< interpolated; may be on either side of the true value
};

/// All hosts together, per second of simulated time.
struct LoadResult {
  double packets_per_second = 0, wire_bits_per_second = 0, payload_bits_per_second = 0;
};

struct RunStatistics {
  Verdict verdict = Verdict::undecided;
  std::string why;
  /// Everything below was measured between these two times. Before them is warm-up.
  Picoseconds measured_from{}, measured_until{};
  LoadResult offered, accepted;
  std::optional<double> accepted_half_width_bits_per_second;  ///< on the wire, 95 % confidence
  LatencyResult network_latency;                              ///< of a packet, from its injection
  LatencyResult packet_latency;                               ///< from the time its message was offered
  LatencyResult message_latency;                              ///< from then to the message's last byte
  std::int64_t source_backlog_bytes = 0;  ///< offered, not yet injected, at the end; on the wire
  std::int64_t in_network_bytes = 0;      ///< injected, not yet delivered, at the end
};

}  // namespace ebb::inline results
