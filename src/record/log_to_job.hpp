// From the logs of all processes to a job.
#pragma once

#include <map>
#include <string>

#include "record/collectives.hpp"
#include "record/recorded_call.hpp"
#include "traffic/job/job_maker.hpp"

namespace ebb::inline record {

/// How many collective calls were done by which algorithm, and of which sizes.
struct AlgorithmUse {
  long calls = 0;
  std::int64_t least = INT64_MAX, most = 0;  ///< bytes, as recorded_call.hpp says
};
using AlgorithmUses = std::map<std::pair<Call, Algorithm>, AlgorithmUse>;
/// A line for each: "all_reduce of 1,000,000 B by ring: 12 calls".
std::string to_text(const AlgorithmUses& uses);

/// Adds what the processes did to `job`, which has as many. A process's threads go on side by side.
/// Collective calls become the messages of the algorithms that `rules` choose; they are counted in `used` if
/// it is there. Returns what could not be understood, for people: empty when all of it was.
std::string log_to_job(const std::vector<ProcessLog>& logs, const std::vector<Group>& groups, JobMaker& job,
                       CollectiveRules rules = CollectiveRules::open_mpi, AlgorithmUses* used = nullptr);

}  // namespace ebb::inline record
