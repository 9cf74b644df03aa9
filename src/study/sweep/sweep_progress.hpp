// The progress of a sweep, and its estimated remaining time.
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
  std::size_t runs = 0, runs_done = 0;  ///< of points and searches; for searches an estimate
  std::size_t running = 0, held = 0, failed = 0;
  double cost_left = 0;                ///< of everything unfinished, in all processes
  std::optional<double> seconds_left;  ///< nothing while unknown, or when other processes take part
};
SweepProgress progress_of(const std::vector<SweepJob>& jobs, std::size_t running);

/// Observer of a sweep's progress. Study itself prints nothing.
class SweepWatcher {
 public:
  virtual ~SweepWatcher() = default;
  /// Called often. `cost_done` is what all processes did in the elapsed `seconds`.
  virtual void progress(const SweepProgress& progress, double seconds, double cost_done) = 0;
  /// A run has ended and is stored: a point, or a run of a search.
  virtual void run_done(const StoredRun&) {}
  /// The sweep continues with the other points.
  virtual void point_failed(const std::string& id, const std::string& why) = 0;
};

}  // namespace ebb::inline study
