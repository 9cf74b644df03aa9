// A user's mistake as data: where it is, what is wrong, what to do. All of a file's problems are collected
// and shown together; only `app` decides to exit.
#pragma once

#include <string>
#include <vector>

namespace ebb {

struct Problem {
  std::string where;  ///< "file:line:column: key" for a file, the option's name for a command line
  std::string what;
  std::string hint;  ///< what to do; may be empty
};

using Problems = std::vector<Problem>;

/// One problem per paragraph, the hint indented below it.
std::string to_text(const Problems& problems);

}  // namespace ebb
