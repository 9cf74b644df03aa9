// A run's energy under each power table, as a table.
#pragma once

#include "report/document/table.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline report {

/// The table that pages use for watts where the network's own devices are not named: the measured chip, with
/// the network's cables.
inline constexpr std::string_view cabled_table = "infiniband-36, as cabled";

/// The columns after the table's name and the joules of each kind of channel.
std::vector<Column> energy_columns();
/// Returns the note below the table.
std::string energy_note(double ideal_percent);
/// One row per power table: joules of each kind of channel and of all, and the ratio to channels that are
/// always at full rate and to ideal ones.
Table energy_table(const RunResult& result);

}  // namespace ebb::inline report
