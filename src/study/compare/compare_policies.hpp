// Stored runs of one network and workload under many power policies, put together: what each saves, and what
// it costs against always full rate with the same seed.
#pragma once

#include <string>
#include <vector>

#include "results/policy_comparison.hpp"
#include "study/compare/compare_plan.hpp"

namespace ebb::inline study {

/// The two figures by which policies are judged, and figures to show besides. A name is that of a column of
/// the table or of a stored figure; empty: mean latency added, and what default_gain() says.
struct JudgedBy {
  std::string x, y;
  std::vector<std::string> columns;
};

/// As far as the runs are there. Always full rate with at least one seed must be; else there are no points.
PolicyComparison put_together(const ComparedCase& one, const CaseIds& ids, const RunsById& runs,
                              const JudgedBy& judged_by);

/// The names of `judged_by` that no point has.
Problems unknown_names(const JudgedBy& judged_by, const std::vector<PolicyComparison>& comparisons,
                       const RunsById& runs);

/// Marks the points that nothing beats in both figures; saturated ones cannot be among them, nor those that
/// do not keep up. Of undecided ones nobody knows: they are no best, and what they seem to beat is none
/// either.
void mark_best(std::vector<PolicyPoint>& points);

}  // namespace ebb::inline study
