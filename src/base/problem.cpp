#include "base/problem.hpp"

#include <fmt/core.h>

namespace ebb {

std::string to_text(const Problems& problems) {
  std::string text;
  for (const Problem& p : problems) {
    text += p.where.empty() ? p.what : fmt::format("{}: {}", p.where, p.what);
    text += '\n';
    if (!p.hint.empty()) text += fmt::format("    hint: {}\n", p.hint);
  }
  return text;
}

}  // namespace ebb
