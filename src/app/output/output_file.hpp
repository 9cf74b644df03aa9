// The files that a command without --force may replace: only its own earlier output. A report or a figure may
// be made again, but a typing error must not destroy a configuration or a store.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "base/problem.hpp"

namespace ebb::inline app {

/// Refuses a file that cannot be written, or that exists without one of `marks` in its first few hundred
/// bytes. To be called before the work. `what` it will be, with its article: "a report of ebb's".
Problems check_output_file(const std::string& file, std::initializer_list<std::string_view> marks,
                           std::string_view what);

}  // namespace ebb::inline app
