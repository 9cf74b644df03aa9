// The command line as one function. Each command is in a file of its own (app/command/command.hpp).
#pragma once

namespace ebb::inline app {

/// Runs what the arguments ask for and returns the process's exit code. Never throws.
int run_command_line(int argc, const char* const* argv);

}  // namespace ebb::inline app
