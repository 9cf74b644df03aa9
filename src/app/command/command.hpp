// What every command needs: its place in the tree, and one way to report problems. A command NAME has the
// function
//   void add_NAME_command(Command& app, int& exit_code);
// in a file of its own; its work runs in the callback and sets `exit_code`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/command/command_tree.hpp"
#include "base/counted.hpp"
#include "base/problem.hpp"
#include "tasks/run/run_options.hpp"

namespace ebb::inline app {

/// Exit codes of the process. Scripts may rely on these.
inline constexpr int succeeded = 0, failed = 1, bad_input = 2;

/// Prints the problems to stderr, those of a file in the order of its lines, and returns `bad_input`.
int refuse(Problems problems);
/// The same for failures other than bad input: returns `failed`.
int report_failure(Problems problems);

/// Lines to copy, shown at the end of the command's help.
void add_examples(Command& command, const std::vector<std::string>& lines);

/// Changes a file's keys. Problems of such a setting have "--set key=value" as their place.
inline constexpr const char* set_option = "--set";

/// Adds --set, for every command that reads a file. Notices on the file and the settings are printed.
void add_set_option(Command& command, Settings& settings);

}  // namespace ebb::inline app
