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

/// More registers for each thread, or more warps at a time: 4 blocks leave 128 registers.
inline constexpr unsigned threads_of_block = 128, blocks_of_processor = 4;

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

/// Takes the next switches for a warp.
__device__ inline SwitchId take_switches(const WarpRun& run, unsigned count) {
  SwitchId first = 0;
  if (threadIdx.x % lanes_of_warp == 0) first = atomicAdd(&run.clock->next_switch, count);
  return __shfl_sync(~0u, first, 0);
}

/// The lanes of each switch are `width` of a warp's threads. A warp takes switches until there are none left,
/// so none waits for a neighbour with more to do. The sums of the switches of a block are in its dynamic
/// shared memory.
template <class Routing>
__global__ void __launch_bounds__(threads_of_block, blocks_of_processor)
    pass_window(const __grid_constant__ WarpRun run, const __grid_constant__ RoutingBytes<Routing> routing,
                unsigned width) {
  extern __shared__ WarpSums sums_of_block[];
  __shared__ long long next_of_block;
  if (run.clock->over) return;
  if (threadIdx.x == 0) next_of_block = INT64_MAX;
  __syncthreads();
  const WindowSpan span = run.clock->span;
  const DeviceLanes lanes{width, threadIdx.x % width};
  const unsigned of_warp = lanes_of_warp / width, own = threadIdx.x % lanes_of_warp / width;
  WarpSums& sums = sums_of_block[threadIdx.x / width];
  std::int64_t next = INT64_MAX;
  for (;;) {
    const SwitchId first = take_switches(run, of_warp);
    if (first >= run.state.network.switches()) break;
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
