// Says which ebb this is.
#pragma once

#include <string>
#include <string_view>

namespace ebb::inline experiment {

/// The digest of the sources and device files that decide what a run gives. The build writes it
/// (cmake/program_build.cmake).
std::string_view program_build();

/// The release and the build, such as "0.1.0+3f2a81c0d9e4". It goes into the ids of points, because results
/// of another program are other results.
std::string program_version();

}  // namespace ebb::inline experiment
