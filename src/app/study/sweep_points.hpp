// Stored runs as the points of a page: sorted as lists are, and runs with other seeds as one point.
#pragma once

#include <vector>

#include "app/results/results_tables.hpp"
#include "report/page/study_documents.hpp"

namespace ebb::inline app {

report::SweepPoint as_point(const StoredRun& run);
/// Searches are left out: their runs are points of their own.
std::vector<report::SweepPoint> sweep_points(const std::vector<StoredRun>& runs, Seeds seeds);

}  // namespace ebb::inline app
