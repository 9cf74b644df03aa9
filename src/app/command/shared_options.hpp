// Options that are the same for every command, added to the whole tree in one place: no command can be
// without them because somebody forgot.
#pragma once

#include <string>
#include <vector>

#include "app/output/printed_file.hpp"

namespace CLI {
class App;
}

namespace ebb::inline app {

/// -o and -q for every command that prints a result and makes nothing else by that name; --seed for those
/// whose traffic is drawn.
void add_shared_options(CLI::App& program, PrintedFile& printed);

/// "--seed 7" is "--set run.seed=7".
void turn_seed_into_setting(std::vector<std::string>& args);

/// Whether the command of this path ("lab up") does something instead of printing a result.
bool acts_only(const std::string& path);
/// Whether the command of this path draws random numbers by run.seed.
bool draws_by_seed(const std::string& path);

/// Why the command of this path is without an option that others have; empty when it is no such option.
std::string why_without(const std::string& path, const std::string& option);

}  // namespace ebb::inline app
