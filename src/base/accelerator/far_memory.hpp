// Memory that several multiprocessors of an accelerator write to while a kernel runs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/accelerator/device.hpp"

namespace ebb::inline base {

/// Reads what another multiprocessor may have written since a kernel began, past this one's own cache. 16
/// bytes are read at once where their place allows it: eight reads of 8 bytes take four times as long.
template <class T>
EBB_DEVICE_INLINE T read_far(const T& from) {
  static_assert(sizeof(T) % sizeof(std::uint64_t) == 0);
#if defined(__CUDA_ARCH__)
  T value;
  auto* words = reinterpret_cast<std::uint64_t*>(&value);
  const auto* place = reinterpret_cast<const std::uint64_t*>(&from);
  if constexpr (alignof(T) % 16 == 0) {
    for (std::size_t i = 0; i < sizeof(T) / sizeof(std::uint64_t); i += 2)
      asm volatile("ld.volatile.global.v2.u64 {%0, %1}, [%2];"
                   : "=l"(words[i]), "=l"(words[i + 1])
                   : "l"(place + i)
                   : "memory");
  } else {
    for (std::size_t i = 0; i < sizeof(T) / sizeof(std::uint64_t); ++i)
      words[i] = reinterpret_cast<const volatile std::uint64_t*>(place)[i];
  }
  return value;
#else
  return from;
#endif
}

EBB_DEVICE_INLINE std::uint32_t read_far_word(const std::uint32_t& from) {
#if defined(__CUDA_ARCH__)
  return *static_cast<const volatile std::uint32_t*>(&from);
#else
  return from;
#endif
}

/// Writes a record, 16 bytes at a time.
template <class T>
EBB_DEVICE_INLINE void write_far(T& to, const T& value) {
  static_assert(alignof(T) % 16 == 0);
#if defined(__CUDA_ARCH__)
  const auto* words = reinterpret_cast<const std::uint64_t*>(&value);
  auto* place = reinterpret_cast<std::uint64_t*>(&to);
  for (std::size_t i = 0; i < sizeof(T) / sizeof(std::uint64_t); i += 2)
    asm volatile("st.volatile.global.v2.u64 [%0], {%1, %2};"
                 :
                 : "l"(place + i), "l"(words[i]), "l"(words[i + 1])
                 : "memory");
#else
  to = value;
#endif
}

}  // namespace ebb::inline base
