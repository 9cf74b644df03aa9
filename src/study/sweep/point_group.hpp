// Points that run in one child process, and what the process writes about them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/process/child_process.hpp"
#include "store/stored_run.hpp"
#include "study/sweep/sweep_point.hpp"

namespace ebb::inline study {

/// Runs each point in a thread of its own. Together they may use `memory` bytes. Returns a JSON array with a
/// text for each: its record as JSON, or why it has none.
std::string run_points(const std::string& path, const std::vector<const SweepPoint*>& points,
                       std::uint64_t memory);

/// Returns the records of the points, from the end of the process. The records of points that failed say why.
/// The process's own use of processors and memory is that of all its points together.
std::vector<StoredRun> records_of(const std::string& path, const std::vector<const SweepPoint*>& points,
                                  const ChildProcess::Ended& how);

}  // namespace ebb::inline study
