// The option --replay: a recorded trace replaces the file's traffic, and the run lasts as long.
#pragma once

#include <string>
#include <vector>

#include "app/command/command.hpp"
#include "base/result.hpp"

namespace ebb::inline app {

void add_replay_option(Command& command, std::string& trace);

/// Prepends settings that replace the whole [traffic] section by the trace and set the run's length to the
/// trace's. Times that the user sets take precedence. An empty trace changes nothing. The path may be
/// relative to the run's file.
Result<std::vector<std::string>> with_replay(std::vector<std::string> settings, const std::string& trace,
                                             const std::string& run_file);

}  // namespace ebb::inline app
