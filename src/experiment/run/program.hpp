// Says which ebb this is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ebb::inline experiment {

/// The digest of the sources and device files that decide what a run gives. The build writes it
/// (cmake/program_build.cmake).
std::string_view program_build();

/// The release and the build, such as "0.1.0+3f2a81c0d9e4", and the plugins that are loaded, as in
/// "0.1.0+3f2a81c0d9e4.plugin-9a41c07be2d3". It goes into the ids of points, because results of another
/// program are other results.
std::string program_version();

/// The same without plugins: what a plugin must be made for.
std::string program_release();

/// From now on a plugin is a part of the program; the digest is that of its file.
void count_plugin(std::uint64_t digest);

}  // namespace ebb::inline experiment
