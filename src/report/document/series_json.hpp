// A run over time as JSON and CSV: the file series.json of a results folder and the series of a stored run.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "network/network.hpp"
#include "report/decisions/decision_history.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline report {

inline constexpr std::string_view series_format = "ebb series";
inline constexpr int series_version = 1;

/// Loads, latencies, power, states and backlog, span by span.
nlohmann::ordered_json time_series_json(const RunResult& result);

/// A line per span, with the same names.
std::string time_series_csv(const RunResult& result);

/// Where the switches stand, and where each channel begins and ends.
nlohmann::ordered_json network_json(const Network& network);

/// What each channel did; `decisions` may be null.
nlohmann::ordered_json history_json(const ChannelHistory& history, const DecisionHistory* decisions);

/// All of it: the text of series.json. `program` is the version of ebb.
std::string series_text(const RunResult& result, const Network& network, const DecisionHistory* decisions,
                        const std::string& program);

}  // namespace ebb::inline report
