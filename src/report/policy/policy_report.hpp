// Comparisons of power policies as one table: energy against latency, or against other requested figures.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/document/render.hpp"
#include "report/policy/policy_columns.hpp"
#include "results/policy_comparison.hpp"

namespace ebb::inline report {

/// Returns the value of a point under a column's key, or of the requested figure of this name.
std::optional<double> policy_value(const PolicyComparison& comparison, const PolicyPoint& point,
                                   std::string_view key);
/// True when every table has this column, or one for each power table may.
bool is_policy_column(std::string_view key);
/// The keys of the columns with numbers.
std::vector<std::string> policy_column_keys(const PolicyComparison& comparison);

/// A row for each policy of each network. The varied parameters come before the policy. Where the network's
/// own devices are named, other power tables are shown only on request.
Table policy_table(const std::vector<ComparedNetwork>& networks, const std::string& title,
                   const JudgedAxes& axes = {});

/// The table as JSON, and the figures of the comparison. A page is made from it.
nlohmann::ordered_json policies_json(const std::vector<ComparedNetwork>& networks, const std::string& title,
                                     const JudgedAxes& axes = {});

/// Removes the columns that are shown only on request, and the rows that have nothing else.
Table narrow_policies(Table table);

}  // namespace ebb::inline report
