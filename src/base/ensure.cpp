#include "base/ensure.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>

namespace ebb::inline base {

void ensure_failed(std::string_view condition, std::string_view file, int line) {
  fmt::print(stderr, "ebb: internal error at {}:{}: {} does not hold. Please report this.\n", file, line,
             condition);
  std::abort();
}

}  // namespace ebb::inline base
