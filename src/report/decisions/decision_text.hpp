// One decision as readable text, and as a row of a table.
#pragma once

#include <string>
#include <vector>

#include "base/units.hpp"
#include "report/decisions/decision_file.hpp"
#include "report/document/table.hpp"
#include "results/cell.hpp"
#include "results/decisions.hpp"

namespace ebb::inline report {

/// "40 Gb/s", "off"
std::string rate_text(BitsPerSecond rate);
/// "40 -> 20 Gb/s", "off -> 2.5 Gb/s"
std::string change_text(const DecisionsAbout& about, const DecisionRecord& record);
/// "evaluated by time:", "12.3 % busy", "and 6,170 B sent in 10 us,", "0 B queued,", "idle for 1.2 us"
std::vector<std::string> observation_pieces(const DecisionRecord& record);

/// All data of decisions at full precision, one row each.
Table decision_table(std::string title);
std::vector<Cell> decision_row(const DecisionsAbout& about, const DecisionRecord& record);

}  // namespace ebb::inline report
