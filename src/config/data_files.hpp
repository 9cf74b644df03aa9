// Where the files that ship with ebb are: message sizes, devices, the papers' figures. No path is compiled
// in: an installed program finds them beside itself, wherever it was installed, and needs no source tree.
#pragma once

#include <string>
#include <string_view>

namespace ebb::inline config {

/// Returns the path of a shipped file, for example data_file("data/sizes/web_search.toml"). The first of
/// these that is there holds them: $EBB_HOME, when that is set; what use_data_of() named; the folder
/// share/ebb beside the program, of a build folder; and ../share/ebb from it, of an installation.
std::string data_file(std::string_view name);

/// For a program of your own that uses the library: where the files are, unless $EBB_HOME says otherwise.
void use_data_of(std::string folder);

/// Where the running program really is, whatever link led to it.
std::string program_path();

/// Returns the path of a library that ships with ebb for other programs to load: beside the program, in a
/// build folder, or in ../lib/ebb from it, of an installation. Empty when it is in neither.
std::string library_file(std::string_view name);

/// Says where the files were looked for and what to do, when they are nowhere; empty when they are there.
std::string missing_data_hint();

}  // namespace ebb::inline config
