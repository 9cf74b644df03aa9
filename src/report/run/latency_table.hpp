// The latencies of a run and the use of its channels, as tables.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "report/document/table.hpp"
#include "results/run_outcome.hpp"
#include "results/run_result.hpp"

namespace ebb::inline report {

/// People get the interval of p99, programs those of all percentiles.
enum class IntervalsOf { p99, all_percentiles };

std::vector<Column> latency_columns(IntervalsOf shown);
/// With the intervals of all percentiles.
Table latency_table(const RunStatistics& statistics);
/// Channels that are never paused lack the last column.
std::vector<Column> channel_columns();
Table channel_table(const RunResult& result);

/// Returns for each percentile without an interval the reason.
nlohmann::ordered_json no_intervals(const RunStatistics& statistics);

}  // namespace ebb::inline report
