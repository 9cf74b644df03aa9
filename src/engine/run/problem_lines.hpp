// A problem with details that take a line each.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/problem.hpp"

namespace ebb::inline engine {

/// Makes a problem with one line for each detail.
inline Problems with_lines(Problem first, const std::vector<std::string>& lines) {
  Problems problems{std::move(first)};
  for (const std::string& line : lines) problems.push_back({"", "      " + line, ""});
  return problems;
}

}  // namespace ebb::inline engine
