// How far a sweep has come, and how long it may still take.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "store/stored_run.hpp"
#include "study/sweep/sweep_job.hpp"

namespace ebb::inline study {

struct SweepProgress {
  std::size_t points = 0, points_done = 0;
  std::size_t searches = 0, searches_done = 0;
  std::size_t runs = 0, runs_done = 0;  ///< of points and searches; how many searches need is a guess
  std::size_t running = 0, held = 0, failed = 0;
  double cost_left = 0;                ///< of all that is not over, whoever runs it
  std::optional<double> seconds_left;  ///< nothing while it is not known, or others take part
};
SweepProgress progress_of(const std::vector<SweepJob>& jobs, std::size_t running);

/// Who wants to know how a sweep gets on. Study itself prints nothing.
class SweepWatcher {
 public:
  virtual ~SweepWatcher() = default;
  /// Comes often. `cost_done` is what was done in the `seconds` that have passed, by us and by others.
  virtual void progress(const SweepProgress& progress, double seconds, double cost_done) = 0;
  /// A run has ended and is stored: a point, or one of a search.
  virtual void run_done(const StoredRun&) {}
  /// The sweep goes on with the others.
  virtual void point_failed(const std::string& id, const std::string& why) = 0;
};

}  // namespace ebb::inline study
