// A run that was simulated, with its title and the outputs that failed.
#pragma once

#include <string>

#include "base/problem.hpp"
#include "report/run/run_report.hpp"
#include "results/run_outcome.hpp"
#include "results/run_title.hpp"

namespace ebb::inline tasks {

/// A run that was simulated. `result.partial` is true when it was stopped, or failed before its end, as
/// result.failure tells.
struct FinishedRun {
  RunTitle title;  ///< for render_run(title, result, format)
  RunResult result;
  Problems unsaved;             ///< outputs that could not be written, and where the results are instead
  std::string memory_of_ranks;  ///< a line with the memory of each rank; empty for one rank
};

}  // namespace ebb::inline tasks
