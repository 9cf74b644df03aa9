// Options that all commands share, added to the whole tree in one place, so that none lacks them.
#pragma once

#include <string>
#include <vector>

#include "app/output/printed_file.hpp"

namespace CLI {
class App;
}

namespace ebb::inline app {

/// Adds -o and -q to every command that prints a result and creates nothing else by that name, and --seed to
/// those with random traffic.
void add_shared_options(CLI::App& program, PrintedFile& printed);

/// Turns "--seed 7" into "--set run.seed=7".
void turn_seed_into_setting(std::vector<std::string>& args);

/// True when the command of this path ("lab up") acts and prints no result.
bool acts_only(const std::string& path);
/// True when the command of this path samples random numbers by run.seed.
bool draws_by_seed(const std::string& path);

/// Why the command of this path lacks an option that others have; empty for any other option.
std::string why_without(const std::string& path, const std::string& option);

}  // namespace ebb::inline app
