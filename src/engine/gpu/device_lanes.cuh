// The lanes of a warp that share a switch: `count` neighbours, a power of two. All lanes of the warp call
// each function together (warp_pass.hpp), so its other switches take the same steps.
#pragma once

#include <cstdint>

#include "base/accelerator/device.hpp"

namespace ebb::inline engine {

inline constexpr unsigned lanes_of_warp = 32;

struct DeviceLanes {
  unsigned count = lanes_of_warp;
  unsigned self = 0;  ///< among those of the switch

#if defined(__CUDA_ARCH__)
  static constexpr unsigned all = ~0u;
  __device__ std::uint64_t least(std::uint64_t key) const {
    for (unsigned distance = count / 2; distance > 0; distance /= 2) {
      const std::uint64_t other = __shfl_xor_sync(all, key, static_cast<int>(distance));
      key = other < key ? other : key;
    }
    return key;
  }
  __device__ unsigned of_first(unsigned value) const {
    return __shfl_sync(all, value, 0, static_cast<int>(count));
  }
  __device__ static bool any(bool one) { return __any_sync(all, one) != 0; }
  __device__ static bool more(bool one, bool other) {
    return __popc(__ballot_sync(all, one)) >= __popc(__ballot_sync(all, other));
  }
  __device__ static void meet() { __syncwarp(all); }
#else  // this machine only compiles the functions that call these
  EBB_DEVICE static std::uint64_t least(std::uint64_t key) { return key; }
  EBB_DEVICE static unsigned of_first(unsigned value) { return value; }
  EBB_DEVICE static bool any(bool one) { return one; }
  EBB_DEVICE static bool more(bool one, bool) { return one; }
  EBB_DEVICE static void meet() {}
#endif
};

}  // namespace ebb::inline engine
