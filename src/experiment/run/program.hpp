// Identifies this build of ebb.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ebb::inline experiment {

/// Returns the digest of the sources and device files that determine results. The build writes it
/// (cmake/program_build.cmake).
std::string_view program_build();

/// Returns release and build, such as "0.1.0+3f2a81c0d9e4", with the loaded plugins, as in
/// "0.1.0+3f2a81c0d9e4.plugin-9a41c07be2d3". It goes into the ids of points, because another program may give
/// other results.
std::string program_version();

/// Returns the same without plugins: a plugin must be made for it.
std::string program_release();

/// Counts a plugin as a part of the program from now on. The digest is that of its file.
void count_plugin(std::uint64_t digest, const std::string& file);

/// The files of the plugins, as they were named, for commands that repeat a result.
const std::vector<std::string>& plugin_files();

}  // namespace ebb::inline experiment
