// The rates of the channels in the measured time: of all channels, and of each kind.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "report/document/table.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline report {

std::vector<Column> rate_columns();
/// Sets the decimals of the column of rates so that each is exact: 25 Mb/s are 0.025 Gb/s.
void show_rates_whole(Table& rates);
/// Shares of the time over all channels. Empty without rate control.
Table rate_table(const RunResult& result);

/// The same for each kind of channel, and the exact time of all its channels together. The times of a kind
/// add up to its number of channels times the measured time. Empty without rate control.
nlohmann::ordered_json rates_by_kind(const RunResult& result);

}  // namespace ebb::inline report
