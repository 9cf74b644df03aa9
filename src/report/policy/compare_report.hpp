// Several plans side by side, each set against the first. Plans are what plan_json() gives, or a file holds.
#pragma once

#include <string>
#include <vector>

#include "report/document/render.hpp"
#include "report/document/table.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline report {

/// Rows named for people ("hosts") or for programs, by a key that ends in its unit ("total_power_w").
enum class RowNames : std::uint8_t { words, keys };

/// One row per figure: the first plan's value, then for each other plan its value, the difference and the
/// difference in percent of the first.
Table comparison_table(const std::vector<PageJson>& plans, RowNames names);

/// What each plan but the first saves against the first; negative where it costs more.
Table savings_table(const std::vector<PageJson>& plans);

/// What people read: both.
std::vector<Table> comparison_tables(const std::vector<PageJson>& plans);

std::string render_comparison(const std::vector<PageJson>& plans, Format format);

}  // namespace ebb::inline report
