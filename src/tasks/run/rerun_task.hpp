// What `ebb rerun` does: a stored run is simulated again, and must give the same bits.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "store/stored_run.hpp"

namespace ebb::inline tasks {

struct RepeatedRun {
  StoredRun again;       ///< with the summary and the figures of the new run
  bool is_same = false;  ///< both have the same digest
  std::string verdict;   ///< a sentence on that; where they differ, the likely reason
};

/// Refuses what cannot be repeated: a search over several runs, or a damaged configuration. `id` is the run's
/// id as the user wrote it.
Problems check_repeatable(const StoredRun& stored, const std::string& id);

/// Repeats a run from its stored configuration. Files that it names, and that are gone or have changed, are
/// taken from `stores`. Returns the problems of check_repeatable(), or those of the run.
Result<RepeatedRun> repeat_run(const StoredRun& stored, const std::vector<std::string>& stores);

}  // namespace ebb::inline tasks
