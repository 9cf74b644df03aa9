// A run as a time series in JSON and CSV: the file series.json of a results folder and the series of a stored
// run.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "network/network.hpp"
#include "report/decisions/decision_history.hpp"
#include "results/rank_history.hpp"
#include "results/run_outcome.hpp"
#include "results/run_time_series.hpp"

namespace ebb::inline report {

inline constexpr std::string_view series_format = "ebb series";
inline constexpr int series_version = 1;

/// Loads, latencies, power, states and backlog of each span.
nlohmann::ordered_json time_series_json(const RunResult& result);

/// A line per span, with the same names.
std::string time_series_csv(const RunResult& result);

/// The positions of the switches, and the ends of each channel.
nlohmann::ordered_json network_json(const Network& network);

/// The history of each channel; `decisions` may be null.
nlohmann::ordered_json history_json(const ChannelHistory& history, const DecisionHistory* decisions);

/// What the hosts of a job did; null where there is none, or none to draw.
nlohmann::ordered_json ranks_json(const RankHistory& ranks);

/// The whole text of series.json. `program` is the version of ebb.
std::string series_text(const RunResult& result, const Network& network, const DecisionHistory* decisions,
                        const RankHistory& ranks, const std::string& program);

}  // namespace ebb::inline report
