// A parameter study: runs every point of a file's [sweep] section that its store does not hold yet. A study
// that was stopped resumes where it was.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "report/document/document.hpp"
#include "store/stored_run.hpp"
#include "study/sweep/sweep_progress.hpp"
#include "study/sweep/sweep_runner.hpp"
#include "tasks/results/results_tables.hpp"
#include "tasks/study/study_options.hpp"

namespace ebb::inline tasks {

/// What a sweep consists of. It is known, and every point is checked, before the first run.
struct SweepContents {
  std::size_t points = 0, searches = 0;  ///< searches for saturation
  std::size_t left_out = 0;              ///< points that the conditions skip
  std::size_t duplicates = 0;            ///< described more than once; they run once
  std::vector<std::string> notes;        ///< remarks on the file
};

/// What the store holds before the first run.
struct SweepStock {
  std::vector<StoredRun> runs;      ///< of this sweep, without time series and summaries
  std::size_t others = 0;           ///< runs of this build that are not in the file as it is now
  std::size_t of_other_builds = 0;  ///< runs of other builds, whose points run again
  std::size_t taken = 0;            ///< runs of other builds that count (SweepOptions::any_build)
  std::set<std::string> versions;   ///< those other builds
  Problems damaged;                 ///< runs that run again
};

/// Called in this order. Any may be empty.
struct SweepHooks {
  std::function<void(const SweepContents&)> planned;
  std::function<Problems(const SweepStock&)> opened;  ///< problems stop the sweep before its first run
  SweepWatcher* watcher = nullptr;                    ///< progress; only run_sweep() uses it
};

struct SweepResult {
  SweepOutcome outcome;
  /// All points that ended, with the parameters that this sweep varies. Empty without SweepOptions::wait: of
  /// several processes, one reads the results.
  std::vector<StoredRun> runs;
  Problems problems;  ///< why the runs cannot be read back
};

/// Checks every point and runs none.
Result<SweepContents> check_sweep(const StudyOptions& options);

/// Runs until everything is done, Ctrl-C or SIGTERM arrives, or nothing can be stored any more. Problems of
/// the file and of the store are found before the first run.
Result<SweepResult> run_sweep(const StudyOptions& options, const SweepHooks& hooks);

/// The page of a sweep, from the runs so far.
Document sweep_report(const StudyOptions& options, const std::vector<StoredRun>& runs, Seeds seeds);

/// Removes what reports of many runs do not show: the time series and the text.
StoredRun without_bulk(StoredRun run);

}  // namespace ebb::inline tasks
