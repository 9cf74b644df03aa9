// The result of a job, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "results/job_result.hpp"

namespace ebb::inline report {

/// The run time of a job that has not finished is null.
nlohmann::ordered_json job_json(const JobResult& job);
/// As text: "finished after 1234.500 us: 88 operations"
std::string job_text(const nlohmann::ordered_json& job);

}  // namespace ebb::inline report
