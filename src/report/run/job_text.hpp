// The result of a job, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/units.hpp"
#include "results/job_result.hpp"

namespace ebb::inline report {

/// `simulated` is how long the job has run. The times of a job that has not finished are null; the expected
/// one is that of all operations at the mean pace so far, and null when none is done. Exposed communication
/// is what the network adds to the run time.
nlohmann::ordered_json job_json(const JobResult& job, Picoseconds simulated);
/// As text: "finished after 1234.500 us: 88 operations"
std::string job_text(const nlohmann::ordered_json& job);

}  // namespace ebb::inline report
