// Loads a plugin: a shared object with third-party topologies, routings, traffic or policies for the
// catalogues of this program (docs/howto/plugins.md).
#pragma once

#include <string>

#include "base/problem.hpp"

namespace ebb::inline experiment {

/// Loads the plugin in this file and adds its entries to the catalogues, or returns why not. The build that
/// it was made for is checked before any of its code runs: classes of two builds may have the same names and
/// other members.
Problems load_plugin(const std::string& path);

/// Returns the build that a plugin for this program must name, such as "0.1.0+3f2a81c0d9e4 gcc 12".
std::string plugin_build();

/// Returns the build named in the bytes of a plugin, empty if they are no plugin's.
std::string plugin_made_for(std::string_view bytes);

}  // namespace ebb::inline experiment
