// A user's mistake as data: where it is, what is wrong, what to do. All of a file's problems are collected
// and shown together. Only `app` decides to exit.
#pragma once

#include <string>
#include <vector>

namespace ebb::inline base {

struct Problem {
  std::string where;  ///< "file:line:column: key" for a file, the option's name for a command line
  std::string what;
  std::string hint;  ///< what to do; may be empty
};

using Problems = std::vector<Problem>;

/// Sorts the problems of each file by line. Files, and problems without a position, keep their order.
void sort_by_place(Problems& problems);

/// One problem per paragraph, the hint indented below it. Safe to print whatever bytes a file held: overlong
/// text loses its middle, control characters are replaced, and after `most_shown` problems only their number
/// is given.
std::string to_text(const Problems& problems);
inline constexpr std::size_t most_shown = 50;

}  // namespace ebb::inline base
