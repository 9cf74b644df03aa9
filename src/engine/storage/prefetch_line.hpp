// Asks the processor for memory that will be needed soon.
#pragma once

#include <cstddef>

namespace ebb::inline engine {

/// Asks for an object that is to be changed, with all its cache lines. A function that only does so has no
/// effect that the compiler knows of, and vanishes with all that it asks for. The empty statement is an
/// effect that has to be kept, wherever this is inlined.
template <class T>
[[gnu::always_inline]] inline void prefetch(const T* object) {
  for (std::size_t i = 0; i < sizeof(T); i += 64)
    __builtin_prefetch(reinterpret_cast<const char*>(object) + i, 1);
  asm volatile("");
}

}  // namespace ebb::inline engine
