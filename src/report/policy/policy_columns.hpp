// The columns of a comparison of policies that hold numbers: the table, and whoever asks for one by its key,
// walk the same list.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/document/figures.hpp"
#include "report/document/table.hpp"
#include "results/policy_comparison.hpp"

namespace ebb::inline report {

/// One network and workload of a study.
struct ComparedNetwork {
  std::vector<NamedFigure> parameters;  ///< what it differs from the others in; may be empty
  PolicyComparison comparison;
};

/// The keys of the columns that policies were judged by; empty: energy, and mean latency.
struct JudgedAxes {
  std::string x, y;
};

/// The key of the column that policies are judged by unless another is asked for, beside energy.
inline constexpr std::string_view default_cost = "mean_increase_us";

struct PolicyColumn {
  Column column;
  std::optional<double> (*value)(const PolicyPoint&);
  std::optional<double> (*half_width)(const PolicyPoint&) = nullptr;  ///< over the seeds; null: has none
};

/// Latency and load, of every comparison.
const std::vector<PolicyColumn>& latency_columns();
/// Watts and money, where the devices are named; by the names that the same figures have in a store.
const std::vector<PolicyColumn>& power_columns();

/// The key of the column that policies are judged by beside the cost, unless another is asked for: what the
/// network draws where its devices are named, else the energy under the first power table. Empty: neither.
std::string default_gain(const PolicyComparison& comparison);

/// Of the share of full rate under one power table.
Column energy_column(const std::string& table);
/// "+/- 95 %", beside a column.
Column spread_column(const Column& of);

}  // namespace ebb::inline report
