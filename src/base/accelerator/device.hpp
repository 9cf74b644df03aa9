// Functions that are compiled for an accelerator as well as for the host. Without CUDA's compiler the macro
// is empty.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__CUDACC__)
#define EBB_DEVICE __host__ __device__ __forceinline__
#define EBB_DEVICE_INLINE EBB_DEVICE
#else
#define EBB_DEVICE
#define EBB_DEVICE_INLINE inline
#endif
// A function that is rarely called, kept out of its callers where that leaves these more registers. On an
// accelerator a call would force what it is given into memory.
#if defined(__CUDACC__)
#define EBB_APART
#else
#define EBB_APART [[gnu::noinline]]
#endif

namespace ebb::inline base {

/// Returns the number of zeros below the lowest bit that is set, and above the highest one. On an accelerator
/// those of the standard library are not available.
EBB_DEVICE_INLINE int zeros_below(std::uint32_t mask) {
#if defined(__CUDA_ARCH__)
  return __ffs(static_cast<int>(mask)) - 1;
#else
  return std::countr_zero(mask);
#endif
}
EBB_DEVICE_INLINE int zeros_above(std::uint64_t value) {
#if defined(__CUDA_ARCH__)
  return __clzll(static_cast<long long>(value));
#else
  return std::countl_zero(value);
#endif
}

}  // namespace ebb::inline base
