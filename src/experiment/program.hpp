// Which ebb this is.
#pragma once

#include <string>
#include <string_view>

namespace ebb::inline experiment {

/// Digest of the sources and device files that decide what a run gives; written while building
/// (cmake/program_build.cmake).
std::string_view program_build();

/// "0.1.0+3f2a81c0d9e4": the release and the build. Goes into ids: results of another one are other results.
std::string program_version();

}  // namespace ebb::inline experiment
