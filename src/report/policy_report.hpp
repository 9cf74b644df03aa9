// Comparisons of power policies as one table: energy against latency, or against whatever is asked for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/figures.hpp"
#include "report/render.hpp"
#include "results/policy_comparison.hpp"

namespace ebb::inline report {

/// The value of a point under a column's key, or of the figure that was asked for by this name.
std::optional<double> policy_value(const PolicyComparison& comparison, const PolicyPoint& point,
                                   std::string_view key);
/// Whether every table has this column, or one for each power table may.
bool is_policy_column(std::string_view key);
/// The keys of the columns with numbers.
std::vector<std::string> policy_column_keys(const PolicyComparison& comparison);

/// One network and workload of a study.
struct ComparedNetwork {
  std::vector<NamedFigure> parameters;  ///< what it differs from the others in; may be empty
  PolicyComparison comparison;
};

/// What policies were judged by, in words; empty: energy, and mean latency.
struct JudgedAxes {
  std::string x, y;
};

/// A row for each policy of each network; what the study varies stands before the policy.
Table policy_table(const std::vector<ComparedNetwork>& networks, const std::string& title,
                   const JudgedAxes& axes = {});

}  // namespace ebb::inline report
