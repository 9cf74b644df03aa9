// The file name that stands for standard input.
#pragma once

#include <string_view>

namespace ebb::inline config {

inline constexpr std::string_view standard_input = "-";

}  // namespace ebb::inline config
