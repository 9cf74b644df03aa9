// Jobs as GOAL text, the language of LogGOPSim and its tools: for each rank the operations calc, send and
// recv, and their dependencies. Times are whole nanoseconds there.
#pragma once

#include <iosfwd>
#include <string>

#include "base/result.hpp"
#include "traffic/job/job.hpp"
#include "traffic/job/job_maker.hpp"

namespace ebb::inline traffic {

/// Reads a job; `name` is the text's name in messages. A send is matched with the recv that names its rank,
/// its size and its tag, in their order. A send completes as soon as it is handed over.
Result<JobMaker> read_goal(std::istream& in, const std::string& name);

/// Writes a job. Each message has a unique tag.
std::string goal_text(const Job& job);

}  // namespace ebb::inline traffic
