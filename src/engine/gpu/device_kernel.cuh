// The kernel of one window: all switches are passed, each by some lanes of a warp. The last block to end
// turns the clock to the next window, so that launches can follow each other without the host.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engine/gpu/device_lanes.cuh"
#include "engine/gpu/warp_machine.hpp"
#include "engine/gpu/warp_pass.hpp"

namespace ebb::inline engine {

inline constexpr unsigned threads_of_block = 128;

/// The bytes of a routing whose tables are on the accelerator. What it has beside them stays unused there:
/// arrays of this machine.
template <class Routing>
class RoutingBytes {
 public:
  explicit RoutingBytes(const Routing& routing) {
    std::memcpy(bytes_, static_cast<const void*>(&routing), sizeof(Routing));
  }
  EBB_DEVICE const Routing& get() const { return *reinterpret_cast<const Routing*>(bytes_); }

 private:
  alignas(Routing) std::byte bytes_[sizeof(Routing)];
};

template <class T>
__device__ long long* as_signed(T& value) {
  static_assert(sizeof(T) == sizeof(long long));
  return reinterpret_cast<long long*>(&value);
}

/// Adds when this block's switches have events next, and ends the window if the other blocks are through.
/// Other blocks write to the clock, so it is read past this processor's own cache.
__device__ inline void end_block(const WarpRun& run, std::int64_t next) {
  WindowClock& clock = *run.clock;
  atomicMin(as_signed(clock.gathered), static_cast<long long>(next));
  __threadfence();
  if (atomicAdd(&clock.blocks_done, 1u) + 1 != gridDim.x) return;
  __threadfence();
  WindowClock ended = clock;
  ended.gathered = atomicMin(as_signed(clock.gathered), INT64_MAX);
  end_window(ended, run.counters, atomicOr(&run.queues.full[0], 0u));
  clock = ended;
}

/// The lanes of each switch are `width` of its block's threads. The sums of the block's switches are in its
/// dynamic shared memory.
template <class Routing>
__global__ void __launch_bounds__(threads_of_block)
    pass_window(const __grid_constant__ WarpRun run, const __grid_constant__ RoutingBytes<Routing> routing,
                unsigned width) {
  extern __shared__ WarpSums sums_of_block[];
  __shared__ long long next_of_block;
  if (run.clock->over) return;
  if (threadIdx.x == 0) next_of_block = INT64_MAX;
  __syncthreads();
  const WindowSpan span = run.clock->span;
  const DeviceLanes lanes{width, threadIdx.x % width};
  const unsigned switches_of_block = threads_of_block / width, own = threadIdx.x / width;
  const unsigned first_of_warp = own / (lanes_of_warp / width) * (lanes_of_warp / width);
  WarpSums& sums = sums_of_block[own];
  std::int64_t next = INT64_MAX;
  for (SwitchId first = blockIdx.x * switches_of_block; first + first_of_warp < run.state.network.switches();
       first += gridDim.x * switches_of_block) {
    auto* words = reinterpret_cast<std::uint32_t*>(&sums);
    for (unsigned i = lanes.self; i < sizeof(WarpSums) / sizeof *words; i += width) words[i] = 0;
    lanes.meet();
    WarpContext context(run.state, run.queues, run.counters, span, sums);
    next = std::min(next, pass_over(lanes, context, routing.get(), first + own));
    lanes.meet();
  }
  atomicMin(&next_of_block, static_cast<long long>(next));
  __syncthreads();
  if (threadIdx.x == 0) end_block(run, next_of_block);
}

}  // namespace ebb::inline engine
