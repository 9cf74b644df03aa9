// From the logs of all processes to a job.
#pragma once

#include <string>

#include "record/recorded_call.hpp"
#include "traffic/job_maker.hpp"

namespace ebb::inline record {

/// Adds what the processes did to `job`, which has as many. Collective calls become the messages of the usual
/// algorithms for them (collectives.hpp). Returns what could not be understood, for people: empty when all of
/// it was.
std::string log_to_job(const std::vector<ProcessLog>& logs, const std::vector<Group>& groups, JobMaker& job);

}  // namespace ebb::inline record
