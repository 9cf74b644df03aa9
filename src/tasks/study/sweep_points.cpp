#include "tasks/study/sweep_points.hpp"

#include "study/compare/over_seeds.hpp"

namespace ebb::inline tasks {

StoredPoint as_point(const StoredRun& run) {
  return {run.id, run.verdict, run.why, run.parameters, run.figures};
}

std::vector<StoredPoint> sweep_points(const std::vector<StoredRun>& runs, Seeds seeds) {
  std::vector<StoredRun> sorted = seeds == Seeds::each ? runs : over_seeds(runs);
  sort_runs(sorted);
  std::vector<StoredPoint> points;
  for (const StoredRun& run : sorted)
    if (run.kind == "run") points.push_back(as_point(run));
  return points;
}

}  // namespace ebb::inline tasks
