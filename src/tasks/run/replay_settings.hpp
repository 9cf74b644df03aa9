// Replays a recorded trace: it replaces the file's traffic, and the run lasts as long.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "experiment/read/settings.hpp"

namespace ebb::inline tasks {

/// Prepends settings that replace the whole [traffic] section by the trace and set the run's length to the
/// trace's. Times that the user sets take precedence. An empty trace changes nothing. The path may be
/// relative to the run's file.
Result<Settings> with_replay(Settings settings, const std::string& trace, const std::string& run_file);

}  // namespace ebb::inline tasks
