// A run as a time series: offered and carried traffic, latency, and channels, in equal spans from the start
// of the run. Spans are added up in pairs when there are too many, so a run of any length has 64 at most.
// Everything is a sum of integers, and so the same to the bit on any number of threads and ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "results/power_ramp.hpp"
#include "results/run_series.hpp"

namespace ebb::inline results {

struct SeriesSpan {
  std::uint64_t offered_bytes = 0, accepted_bytes = 0;  ///< on the wire
  std::uint64_t packets = 0;                            ///< delivered
  double latency_mean_ps = 0;                           ///< of packets, source queue included
  Picoseconds latency_p50{}, latency_p99{};
  std::int64_t source_backlog_bytes = 0, in_network_bytes = 0;  ///< at its end
  std::uint64_t changes = 0;                                    ///< decisions that changed a requested level
  std::vector<KindInBatch> kinds{};                             ///< in the order of RunResult::channels
};

/// The power of all channels under one power table, for each span. Empty where the table does not state it.
struct SeriesPower {
  std::string table;
  std::vector<std::optional<double>> watts, full_watts;
  std::vector<double> base_watts;  ///< of the switches without their channels
  /// Of channels and base together, in the world's time, where both are known for each span.
  std::optional<PowerRamp> ramp;
};

/// The distribution of latencies in the measured time: percentiles, in ascending order.
struct LatencyCurve {
  std::vector<double> percent{};
  std::vector<Picoseconds> network{}, packet{}, message{};  ///< empty where nothing arrived
};

struct RunTimeSeries {
  Picoseconds length{};            ///< of a span
  std::size_t first = 0, end = 0;  ///< the spans that were measured
  std::vector<SeriesSpan> spans{};
  LatencyCurve latency{};
  std::vector<SeriesPower> power{};  ///< in the order of RunResult::energy
};

/// Every channel over time, as one byte per span, because a network may have a million channels.
struct ChannelHistory {
  static constexpr unsigned whole = 200;  ///< value for all of the time, or for full rate

  Picoseconds length{};  ///< of a span; a multiple of that of the time series
  std::uint32_t channels = 0, spans = 0;
  std::vector<std::uint8_t> busy{};  ///< [channel * spans + span]: fraction of the time in 1/200
  std::vector<std::uint8_t>
      rate{};  ///< mean rate in 1/200 of the fastest; a change counts as its faster rate
  std::vector<std::uint8_t> state{};  ///< the rate level with the longest time
};

}  // namespace ebb::inline results
