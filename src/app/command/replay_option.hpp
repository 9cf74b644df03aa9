// The option --replay: what an agent recorded goes before the file's own traffic, and the run lasts as long.
#pragma once

#include <string>
#include <vector>

#include "app/command/command.hpp"
#include "base/result.hpp"

namespace ebb::inline app {

void add_replay_option(Command& command, std::string& trace);

/// The settings with others before them, which put the trace in the place of the whole section and let the
/// run last from its first moment to its last. Who sets the run's times by hand keeps them. An empty trace
/// changes nothing. It may be beside the run's file.
Result<std::vector<std::string>> with_replay(std::vector<std::string> settings, const std::string& trace,
                                             const std::string& run_file);

}  // namespace ebb::inline app
