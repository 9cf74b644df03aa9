// Stored runs as the points of a page: sorted like lists, with the seeds of a point combined.
#pragma once

#include <vector>

#include "report/page/study_documents.hpp"
#include "store/stored_run.hpp"
#include "tasks/results/results_tables.hpp"

namespace ebb::inline tasks {

StoredPoint as_point(const StoredRun& run);
/// Searches are omitted: their runs are points.
std::vector<StoredPoint> sweep_points(const std::vector<StoredRun>& runs, Seeds seeds);

}  // namespace ebb::inline tasks
