// Comparisons of power policies as one table: energy against latency, or against whatever is asked for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/document/render.hpp"
#include "report/policy/policy_columns.hpp"

namespace ebb::inline report {

/// The value of a point under a column's key, or of the figure that was asked for by this name.
std::optional<double> policy_value(const PolicyComparison& comparison, const PolicyPoint& point,
                                   std::string_view key);
/// Whether every table has this column, or one for each power table may.
bool is_policy_column(std::string_view key);
/// The keys of the columns with numbers.
std::vector<std::string> policy_column_keys(const PolicyComparison& comparison);

/// A row for each policy of each network; what the study varies stands before the policy. Where the network's
/// own devices are named, other power tables are for those who ask for everything.
Table policy_table(const std::vector<ComparedNetwork>& networks, const std::string& title,
                   const JudgedAxes& axes = {});

/// The table as JSON, and what policies were judged by: a page is made from it.
nlohmann::ordered_json policies_json(const std::vector<ComparedNetwork>& networks, const std::string& title,
                                     const JudgedAxes& axes = {});

/// Without the columns that are for those who ask for everything, and the rows that have nothing else.
Table narrow_policies(Table table);

}  // namespace ebb::inline report
