// The kernel that runs windows. Its blocks stay on the accelerator, and each group of lanes keeps its
// switches, so what only they use may stay in a multiprocessor's own cache. The last block to end a window
// turns the clock, for which the others wait.
#pragma once

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

/// The bytes of shared memory that the keys and the sums of a block's switches need.
constexpr std::size_t shared_bytes(std::uint32_t groups, std::uint32_t keys) {
  return std::size_t{groups} * (keys + counted_by_warps::own_entries) * sizeof(std::uint64_t);
}

__device__ inline unsigned long long* as_word(std::uint64_t& value) {
  return reinterpret_cast<unsigned long long*>(&value);
}

/// Says that this block is through, after all that it has written. Returns how many were before it.
__device__ inline std::uint32_t arrive(std::uint32_t& count) {
  std::uint32_t before = 0;
  asm volatile("atom.add.release.gpu.global.u32 %0, [%1], 1;" : "=r"(before) : "l"(&count) : "memory");
  return before;
}

/// The part of a launch that one block is: of which blocks of its run, with how many lanes for each switch.
struct BlockOfRun {
  std::uint32_t number = 0, blocks = 1;
  std::uint32_t width = lanes_of_warp;
  std::uint32_t windows = ~0u;        ///< after so many the block ends
  std::uint64_t pause_at = UINT64_MAX;  ///< nanoseconds of the accelerator: the run pauses after that
};

__device__ inline std::uint64_t nanoseconds() {
  std::uint64_t now = 0;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

/// Ends the window for this block. The last one turns the clock; the others wait until it has. What they read
/// after it that others have written, they read with read_far(): so their own cache stays valid.
__device__ inline void end_block(const WarpRun& run, const BlockOfRun& block, std::uint64_t coming,
                                 std::uint32_t turns) {
  WindowClock& clock = *run.clock;
  auto& now = reinterpret_cast<volatile std::uint32_t&>(clock.turns);
  if (coming != 0) atomicOr(as_word(clock.gathered), coming);
  if (arrive(clock.blocks_done) + 1 != block.blocks) {
    while (now == turns) __nanosleep(20);
    return;
  }
  WindowClock next = read_far(clock);
  next.gathered = atomicOr(as_word(clock.gathered), 0);
  next.blocks_done = 0;
  end_window(next, run.counters, atomicOr(&run.queues.full[0], 0u));
  next.paused = block.pause_at != UINT64_MAX && nanoseconds() >= block.pause_at;
  clock = next;
  __threadfence();
  now = turns + 1;
}

/// Adds the sums of a block's switches to the counters: each warp adds some of the entries.
__device__ inline void add_sums(const WarpRun& run, const BlockOfRun& block, const std::uint64_t* sums,
                                std::uint32_t groups, std::uint32_t slot) {
  for (unsigned entry = threadIdx.x / lanes_of_warp; entry < counted_by_warps::own_entries;
       entry += threads_of_block / lanes_of_warp) {
    unsigned long long sum = counted_by_warps::own_start(entry);
    for (unsigned i = threadIdx.x % lanes_of_warp; i < groups; i += lanes_of_warp)
      sum = counted_by_warps::own_merged(entry, sum, sums[entry * groups + i]);
    for (int distance = lanes_of_warp / 2; distance > 0; distance /= 2)
      sum = counted_by_warps::own_merged(entry, sum, __shfl_xor_sync(~0u, sum, distance));
    if (threadIdx.x % lanes_of_warp == 0)
      run.counters.add_own(slot, block.number % counted_by_warps::copies, entry, sum);
  }
}

__device__ inline void clear_sums(std::uint64_t* sums, std::uint32_t groups) {
  for (unsigned i = threadIdx.x; i < groups * counted_by_warps::own_entries; i += threads_of_block)
    sums[i] = counted_by_warps::own_start(i / groups);
}

/// Looks for rings that were written over, after the last window of a batch.
__device__ inline void check_rings(const WarpRun& run, const BlockOfRun& block) {
  for (PortId port = block.number * threads_of_block + threadIdx.x; port < run.state.network.switch_ports();
       port += block.blocks * threads_of_block)
    if (ring_is_full(run.queues, port)) run.queues.full[0] = static_cast<std::uint32_t>(FullQueue::packets);
}

/// Runs windows of a run until its batch is over or the run pauses. `memory` is shared by the block. The lanes
/// of each switch are `width` of a warp's threads.
template <class Routing>
__device__ __forceinline__ void run_block(const WarpRun& run, const Routing& routing, const BlockOfRun& block,
                                          std::uint64_t* memory) {
  __shared__ WindowSpan span;
  __shared__ unsigned long long coming;
  __shared__ bool over, paused;
  const std::uint32_t width = block.width;
  const std::uint32_t groups = threads_of_block / width, group = threadIdx.x / width;
  const std::uint32_t room = run.queues.sizes.window, switches = run.state.network.switches();
  std::uint64_t* const sums = memory + groups * room;
  const DeviceLanes lanes{width, threadIdx.x % width};
  const std::uint32_t first_of_warp =
      block.number * groups + (threadIdx.x & ~(lanes_of_warp - 1)) / width;
  const std::uint32_t own = group % (lanes_of_warp / width);
  clear_sums(sums, groups);
  if (threadIdx.x == 0) {
    span = run.clock->span, over = run.clock->over, paused = false;
    coming = 0;
  }
  __syncthreads();
  std::uint32_t turns = run.clock->turns;
  for (std::uint32_t window = 0; window < block.windows && !over && !paused; ++window, ++turns) {
    std::uint64_t of_thread = 0;
    for (SwitchId first = first_of_warp; first < switches; first += block.blocks * groups) {
      WarpContext context(run.state, run.queues, run.counters, span, {sums + group, groups},
                          {memory + group, groups, room});
      pass_over(lanes, context, routing, first + own);
      of_thread |= context.coming();
      __syncwarp();
    }
    const std::uint32_t low = __reduce_or_sync(~0u, static_cast<std::uint32_t>(of_thread)),
                        high = __reduce_or_sync(~0u, static_cast<std::uint32_t>(of_thread >> 32));
    if (threadIdx.x % lanes_of_warp == 0 && (low | high) != 0)
      atomicOr(&coming, static_cast<unsigned long long>(high) << 32 | low);
    const std::uint32_t slot = span.slot;  // before one thread writes the next span
    __syncthreads();
    if (threadIdx.x == 0) {
      end_block(run, block, coming, turns);
      const WindowClock next = read_far(*run.clock);
      span = next.span, over = next.over, paused = next.paused;
      coming = 0;
    }
    __syncthreads();
    if (over || paused || window + 1 == block.windows || span.slot != slot) {
      add_sums(run, block, sums, groups, slot);
      __syncthreads();
      clear_sums(sums, groups);
      __syncthreads();
    }
  }
  if (over) check_rings(run, block);
}

/// A run that has the accelerator for itself.
template <class Routing>
__global__ void __launch_bounds__(threads_of_block, blocks_of_processor)
    run_alone(const __grid_constant__ WarpRun run, const __grid_constant__ RoutingBytes<Routing> routing,
              std::uint32_t width, std::uint32_t windows) {
  extern __shared__ std::uint64_t memory[];
  run_block(run, routing.get(), {blockIdx.x, gridDim.x, width, windows, UINT64_MAX}, memory);
}

/// One of the runs of a launch, in the memory of the accelerator.
template <class Routing>
struct LaunchedRun {
  WarpRun run;
  RoutingBytes<Routing> routing;
  std::uint32_t first_block = 0, blocks = 0;
};

/// Several runs at the same time: each block works for one of them, whose description it keeps beside its
/// switches. They pause after `slice` nanoseconds, and leave their clocks in `clocks`.
template <class Routing>
__global__ void __launch_bounds__(threads_of_block, blocks_of_processor)
    run_together(const LaunchedRun<Routing>* runs, const std::uint32_t* run_of_block, WindowClock* clocks,
                 std::uint32_t width, std::uint64_t slice) {
  extern __shared__ std::uint64_t memory[];
  constexpr std::uint32_t words = sizeof(LaunchedRun<Routing>) / sizeof(std::uint64_t);
  static_assert(words * sizeof(std::uint64_t) == sizeof(LaunchedRun<Routing>));
  __shared__ alignas(16) std::uint64_t copy[words];
  const std::uint64_t began = nanoseconds();
  const std::uint32_t number = run_of_block[blockIdx.x];
  const auto* there = reinterpret_cast<const std::uint64_t*>(runs + number);
  for (std::uint32_t i = threadIdx.x; i < words; i += threads_of_block) copy[i] = there[i];
  __syncthreads();
  const auto& own = *reinterpret_cast<const LaunchedRun<Routing>*>(copy);
  const std::uint32_t block = blockIdx.x - own.first_block;
  run_block(own.run, own.routing.get(), {block, own.blocks, width, ~0u, began + slice}, memory);
  if (block == 0 && threadIdx.x == 0) clocks[number] = read_far(*own.run.clock);
}

}  // namespace ebb::inline engine
