// Loads a plugin: a shared object with topologies, routings, traffic or policies of somebody else, for the
// catalogues of this program (docs/howto/plugins.md).
#pragma once

#include <string>

#include "base/problem.hpp"

namespace ebb::inline experiment {

/// Loads the plugin in this file and adds what it brings to the catalogues, or says why not. Before any code
/// of it runs, it is held to the build that it was made for: classes of two builds may have the same names
/// and other members.
Problems load_plugin(const std::string& path);

/// What a plugin of this program says that it was made for, such as "0.1.0+3f2a81c0d9e4 gcc 12".
std::string plugin_build();

/// What the bytes of a plugin say that it was made for; empty if they are no plugin's.
std::string plugin_made_for(std::string_view bytes);

}  // namespace ebb::inline experiment
