// The numeric columns of a comparison of policies. The table and the lookup by key use the same list.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/document/figures.hpp"
#include "report/document/table.hpp"
#include "results/named_figure.hpp"
#include "results/policy_comparison.hpp"

namespace ebb::inline report {

/// One network and workload of a study.
struct ComparedNetwork {
  std::vector<NamedFigure> parameters;  ///< how it differs from the others; may be empty
  PolicyComparison comparison;
};

/// The keys of the two columns by which policies are compared; empty: energy, and mean latency.
struct JudgedAxes {
  std::string x, y;
};

/// The default key of the cost, beside energy: the growth of latency, or of a job's run time.
inline constexpr std::string_view default_cost = "mean_increase_us",
                                  cost_of_job = "run_time_increase_percent";
bool is_of_job(const PolicyComparison& comparison);
std::string default_cost_of(const PolicyComparison& comparison);

struct PolicyColumn {
  Column column;
  std::optional<double> (*value)(const PolicyPoint&);
  std::optional<double> (*half_width)(const PolicyPoint&) = nullptr;  ///< over the seeds; null: none
};

/// Latency and load, of every comparison.
const std::vector<PolicyColumn>& latency_columns();
/// Run time and energy of a job, as shares of full rate.
const std::vector<PolicyColumn>& job_columns();
/// Power and cost, where the devices are named; with the same names as in a store.
const std::vector<PolicyColumn>& power_columns();

/// The default key of the gain: a job's energy, or the network's power where its devices are named, else the
/// energy under the first power table. Empty: neither.
std::string default_gain(const PolicyComparison& comparison);

/// The share of full rate under one power table.
Column energy_column(const std::string& table);
/// "+/- 95 %", beside a column.
Column spread_column(const Column& of);

}  // namespace ebb::inline report
