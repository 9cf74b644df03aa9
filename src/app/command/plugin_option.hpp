// `ebb --plugin FILE … COMMAND`: plugins come first, because they extend commands, help and hints.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"

namespace ebb::inline app {

inline constexpr const char* plugin_option = "--plugin";

/// Removes every --plugin from the front of the arguments and loads it. Returns the problems.
Problems load_plugins(std::vector<std::string>& args);

}  // namespace ebb::inline app
