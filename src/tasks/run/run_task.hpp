// What `ebb run` does: a run file is read, checked, simulated, and its results are saved.
#pragma once

#include "base/result.hpp"
#include "tasks/run/finished_run.hpp"
#include "tasks/run/run_observer.hpp"
#include "tasks/run/run_options.hpp"

namespace ebb::inline tasks {

/// Runs a file. Returns all problems where there is no result: nothing was simulated, or, after
/// observer.starting, a trace broke or a conservation check failed. All ranks get the same problems. Only the
/// first one writes outputs, and only its result has the channels.
Result<FinishedRun> run_file(const RunOptions& options, const RunObserver& observer = {});

/// The memory that a run takes.
struct RunMemory {
  std::uint64_t predicted_bytes = 0, limit_bytes = 0;
  /// True for open-loop traffic. Where the network carries less than hosts offer, queues grow without a known
  /// limit: a pattern may exceed a routing's capacity at any load.
  bool queues_may_grow = false;
};

/// Reads and builds a run as run_file() does, and predicts its memory without simulating it.
Result<RunMemory> predict_memory(const RunOptions& options, const RunObserver& observer = {});

}  // namespace ebb::inline tasks
