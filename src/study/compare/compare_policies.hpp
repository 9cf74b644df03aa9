// Combines stored runs of one network and workload under several power policies: what each saves, and what it
// costs compared with full rate and the same seed.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "results/policy_comparison.hpp"
#include "study/compare/compare_plan.hpp"

namespace ebb::inline study {

/// The two figures by which policies are judged, and figures to show besides. A name is that of a column of
/// the table or of a stored figure. Empty means mean added latency, and default_gain().
struct JudgedBy {
  std::string x, y;
  std::vector<std::string> columns;
};

/// Uses the runs that are stored. Without a run at full rate with at least one seed, there are no points.
PolicyComparison put_together(const ComparedCase& one, const CaseIds& ids, const RunsById& runs,
                              const JudgedBy& judged_by);

/// Reports the names of `judged_by` that no point has.
Problems unknown_names(const JudgedBy& judged_by, const std::vector<PolicyComparison>& comparisons,
                       const RunsById& runs);

/// Marks the points that no other point beats in both figures. Saturated points and those that do not keep up
/// are never best. An undecided point is not best either, nor is a point that it seems to beat.
void mark_best(std::vector<PolicyPoint>& points);

}  // namespace ebb::inline study
