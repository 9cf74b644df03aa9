// Reads a run file.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/settings.hpp"
#include "experiment/run/run_input.hpp"

namespace ebb::inline experiment {

/// Reads a run file, or returns all problems that can be found before anything is built.
Result<RunInput> read_run(const std::string& path, const Settings& settings);
/// `like` is a run that was read before. If both have the same [energy], device files are not read again,
/// which would take ten times as long as the rest.
Result<RunInput> read_run(Configuration file, const RunInput* like = nullptr);
/// Reads the same for commands that send no traffic: [traffic] may be missing, but must be valid if present.
Result<RunInput> read_parts(Configuration file);

}  // namespace ebb::inline experiment
