// `ebb --plugin FILE … COMMAND`: plugins come first, because they add to what commands, help and hints know.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"

namespace ebb::inline app {

inline constexpr const char* plugin_option = "--plugin";

/// Takes every --plugin from the front of the arguments and loads it; returns why one could not be.
Problems load_plugins(std::vector<std::string>& args);

}  // namespace ebb::inline app
