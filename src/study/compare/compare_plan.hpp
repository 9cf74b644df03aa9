// The runs of a comparison of policies, as two sweep plans: the first finds how long to measure, the second
// has all runs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "store/stored_run.hpp"
#include "study/compare/compare_config.hpp"
#include "study/sweep/sweep_plan.hpp"

namespace ebb::inline study {

/// Ids of a case's runs: by policy, then by seed.
using CaseIds = std::vector<std::vector<std::string>>;

struct ComparePlan {
  SweepPlan sweep;
  std::vector<CaseIds> ids;  ///< by case
};

/// Stored runs by their id.
using RunsById = std::map<std::string, StoredRun>;

/// One run of each case at full rate by the file's own rules. Its length decides how long all others measure.
Result<ComparePlan> plan_lengths(const CompareConfig& config, std::uint64_t memory);

/// Every policy of every case with every seed, over the time span that `lengths` found for the case. Cases
/// whose first run failed are omitted.
Result<ComparePlan> plan_policies(const CompareConfig& config, const std::vector<CaseIds>& lengths,
                                  const RunsById& runs, std::uint64_t memory);

}  // namespace ebb::inline study
