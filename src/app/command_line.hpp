// The command line: one function per command, each in a file of its own.
#pragma once

#include <CLI/CLI.hpp>

namespace ebb {

// A command has a function `void add_NAME_command(CLI::App& app, int& exit_code)` in a file of its own: its
// work runs in the callback and sets `exit_code`.

int run_command_line(int argc, const char* const* argv);

}  // namespace ebb
