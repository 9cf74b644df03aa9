// Converts the logs of all processes into a job.
#pragma once

#include <map>
#include <string>

#include "record/collectives.hpp"
#include "record/recorded_call.hpp"
#include "traffic/job/job_maker.hpp"

namespace ebb::inline record {

/// How many collective calls used which algorithm, and of which sizes.
struct AlgorithmUse {
  long calls = 0;
  std::int64_t least = INT64_MAX, most = 0;  ///< bytes, as defined in recorded_call.hpp
};
using AlgorithmUses = std::map<std::pair<Call, Algorithm>, AlgorithmUse>;
/// Returns a line for each: "all_reduce of 1,000,000 B by ring: 12 calls".
std::string to_text(const AlgorithmUses& uses);

/// Adds the recorded calls to `job`, which has the same number of processes. Threads of a process run
/// concurrently. Collective calls become the messages of the algorithms that `rules` choose; `used` counts
/// them if it is given. Returns a message about what could not be converted, or an empty text.
std::string log_to_job(const std::vector<ProcessLog>& logs, const std::vector<Group>& groups, JobMaker& job,
                       CollectiveRules rules = CollectiveRules::open_mpi, AlgorithmUses* used = nullptr);

}  // namespace ebb::inline record
