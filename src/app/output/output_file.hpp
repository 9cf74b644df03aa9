// What a command that takes no --force may replace: what it would have made itself. Whoever makes a report or
// a figure again wants the new one in its place; but a slip of names must not cost a configuration or a
// store.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "base/problem.hpp"

namespace ebb::inline app {

/// Refuses a file that cannot be written, or is there already without one of `marks` within its first few
/// hundred bytes; to be asked before the work. `what` it is to be, with its article: "a report of ebb's".
Problems check_output_file(const std::string& file, std::initializer_list<std::string_view> marks,
                           std::string_view what);

}  // namespace ebb::inline app
