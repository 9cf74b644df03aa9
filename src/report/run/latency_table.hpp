// The latencies of a run and the use of its channels, as tables.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "report/document/table.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline report {

/// Who reads figures wants the interval of p99; a program gets those of all percentiles.
enum class IntervalsOf { p99, all_percentiles };

std::vector<Column> latency_columns(IntervalsOf shown);
/// With the intervals of all percentiles.
Table latency_table(const RunStatistics& statistics);
/// Those of channels that are never paused lack the last one.
std::vector<Column> channel_columns();
Table channel_table(const RunResult& result);

/// Why a percentile has no interval, for each that has none.
nlohmann::ordered_json no_intervals(const RunStatistics& statistics);

}  // namespace ebb::inline report
