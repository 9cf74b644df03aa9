// Prefetches memory.
#pragma once

#include <cstddef>

#include "base/accelerator/device.hpp"

namespace ebb::inline engine {

/// Prefetches all cache lines of an object for writing. The compiler removes a function whose only effect is
/// a prefetch. The empty asm statement is an effect that it must keep, wherever this is inlined.
template <class T>
[[gnu::always_inline]] EBB_DEVICE_INLINE void prefetch(const T* object) {
#if !defined(__CUDA_ARCH__)
  for (std::size_t i = 0; i < sizeof(T); i += 64)
    __builtin_prefetch(reinterpret_cast<const char*>(object) + i, 1);
  asm volatile("");
#endif
}

}  // namespace ebb::inline engine
