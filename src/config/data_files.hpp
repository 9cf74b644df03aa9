// Finds the files that ship with ebb: message sizes, devices, the papers' figures. No path is compiled in: an
// installed program finds them beside itself, wherever it was installed, and needs no source tree.
#pragma once

#include <string>
#include <string_view>

namespace ebb::inline config {

/// Returns the path of a shipped file, for example data_file("data/sizes/web_search.toml"). The first
/// existing folder is used: $EBB_HOME, when that is set; the one given to use_data_of(); the folder share/ebb
/// beside the program, of a build folder; and ../share/ebb from it, of an installation.
std::string data_file(std::string_view name);

/// Sets the folder of the files, unless $EBB_HOME is set. For other programs that use the library.
void use_data_of(std::string folder);

/// Returns the real path of the running program, with links resolved.
std::string program_path();

/// Returns the path of a library that ships with ebb for other programs to load: beside the program, in a
/// build folder, or in ../lib/ebb from it, of an installation. Empty when it is in neither.
std::string library_file(std::string_view name);

/// Returns where the files were looked up and what to do, when they are not found; empty when they are.
std::string missing_data_hint();

}  // namespace ebb::inline config
