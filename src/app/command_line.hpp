// The command line: one function per command, each in a file of its own.
#pragma once

#include <CLI/CLI.hpp>

namespace ebb {

/// Each of these adds its command to `app`; the command's work runs in the callback and sets `exit_code`.
void add_topology_command(CLI::App& app, int& exit_code);

int run_command_line(int argc, const char* const* argv);

}  // namespace ebb
