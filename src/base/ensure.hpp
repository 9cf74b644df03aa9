// ENSURE: a programmer's mistake stops the program, in release builds too. Never used for a user's input.
#pragma once

#include <string_view>

namespace ebb::inline base {
[[noreturn]] void ensure_failed(std::string_view condition, std::string_view file, int line);
}

#define ENSURE(condition)                                                   \
  do {                                                                      \
    if (!(condition)) ::ebb::ensure_failed(#condition, __FILE__, __LINE__); \
  } while (false)
