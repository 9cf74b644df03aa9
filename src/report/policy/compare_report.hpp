// Several plans side by side, each compared with the first. Plans are the result of plan_json(), new or read
// from a file.
#pragma once

#include <string>
#include <vector>

#include "report/document/render.hpp"
#include "report/document/table.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline report {

/// Rows named by headings ("hosts"), or by keys that end in their unit ("total_power_w").
enum class RowNames : std::uint8_t { words, keys };

/// One row per figure: the first plan's value, then for each other plan its value, the difference and the
/// difference in percent of the first.
Table comparison_table(const std::vector<PageJson>& plans, RowNames names);

/// The savings of each plan but the first against the first; negative where it costs more.
Table savings_table(const std::vector<PageJson>& plans);

/// Both tables, for people.
std::vector<Table> comparison_tables(const std::vector<PageJson>& plans);

std::string render_comparison(const std::vector<PageJson>& plans, Format format);

}  // namespace ebb::inline report
