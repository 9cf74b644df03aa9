// Where the files that ship with ebb are: message sizes, devices, the papers' figures.
#pragma once

#include <string>
#include <string_view>

namespace ebb::inline config {

/// The path of a shipped file, for example data_file("data/sizes/web_search.toml"): below $EBB_HOME when that
/// is set, else below the source tree that ebb was built from.
std::string data_file(std::string_view name);

}  // namespace ebb::inline config
