// The run time of a job that a reproduction replays.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/run_input.hpp"

namespace ebb::inline reproduce {

/// The settings of a run that lasts until its job ends, after those in `settings`.
std::vector<std::string> until_the_job_ends(std::vector<std::string> settings);

/// Runs the job of this configuration to its end. Returns its run time in seconds.
Result<double> job_time_s(RunInput input);

}  // namespace ebb::inline reproduce
