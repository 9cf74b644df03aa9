// At which rates the channels were, in the measured time: all of them, and each kind.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "report/document/table.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline report {

std::vector<Column> rate_columns();
/// Gives the column of rates as many decimals as show each of them as it is: 25 Mb/s are 0.025 Gb/s.
void show_rates_whole(Table& rates);
/// Shares of the time over all channels. Empty when nothing is controlled.
Table rate_table(const RunResult& result);

/// The same of each kind of channel, and the exact time of all its channels together: what a kind has adds up
/// to its number of channels times the measured time. Empty when nothing is controlled.
nlohmann::ordered_json rates_by_kind(const RunResult& result);

}  // namespace ebb::inline report
