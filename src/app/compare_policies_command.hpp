// `ebb compare-policies`.
#pragma once

#include <CLI/CLI.hpp>

namespace ebb::inline app {

void add_compare_policies_command(CLI::App& app, int& exit_code);

}  // namespace ebb::inline app
