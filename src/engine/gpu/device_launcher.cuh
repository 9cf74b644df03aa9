// Launches kernels: their shape, and several runs in one launch.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/gpu/device_kernel.cuh"
#include "engine/gpu/device_memory.cuh"
#include "engine/gpu/shared_launches.hpp"

namespace ebb::inline engine {

/// How a kernel that passes over `switches` switches is launched.
struct LaunchShape {
  std::uint32_t width = 1;     ///< lanes for each switch
  std::uint32_t resident = 1;  ///< blocks that run at the same time
  std::size_t shared = 0;      ///< bytes of memory that each block shares

  LaunchShape() = default;
  template <class Kernel>
  LaunchShape(Kernel* kernel, std::uint32_t switches, std::uint32_t keys, std::size_t fixed) {
    int device = 0, processors = 1, blocks = 0;
    check_cuda(cudaGetDevice(&device), "answer");
    check_cuda(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device), "answer");
    width = lanes_for(switches, static_cast<std::uint32_t>(processors));
    while (width < lanes_of_warp && bytes(keys) + fixed > most_shared) width *= 2;
    shared = bytes(keys);
    check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(shared)),
               "give so much shared memory");
    check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads_of_block, shared),
               "answer");
    resident = static_cast<std::uint32_t>(processors * std::max(blocks, 1));
  }
  std::uint32_t blocks_for(std::uint32_t switches) const {
    const std::uint32_t groups = threads_of_block / width;
    return (switches + groups - 1) / groups;
  }

 private:
  static constexpr std::size_t most_shared = 96 * 1024;  ///< of a block

  std::size_t bytes(std::uint32_t keys) const { return shared_bytes(threads_of_block / width, keys); }
  /// Few lanes for each switch leave more switches to a warp, whose memory is read together. But there must be
  /// enough warps, so that some can run while others wait for memory.
  static std::uint32_t lanes_for(std::uint32_t switches, std::uint32_t processors) {
    constexpr std::uint32_t warps_of_processor = 8;
    std::uint32_t lanes = 1;
    while (lanes < lanes_of_warp && switches * lanes < lanes_of_warp * warps_of_processor * processors)
      lanes *= 2;
    return lanes;
  }
};

/// Memory of this machine that the accelerator copies by itself, and its copy there.
template <class T>
class LaunchArray {
 public:
  LaunchArray() = default;
  LaunchArray(const LaunchArray&) = delete;
  LaunchArray& operator=(const LaunchArray&) = delete;
  ~LaunchArray() { cudaFreeHost(here_), cudaFree(there_); }

  void resize(std::size_t size) {
    if (size <= room_) return;
    cudaFreeHost(here_), cudaFree(there_);
    here_ = there_ = nullptr, room_ = 0;
    check_cuda(cudaMallocHost(&here_, 2 * size * sizeof(T)), "allocate memory");
    check_cuda(cudaMalloc(&there_, 2 * size * sizeof(T)), "allocate memory");
    room_ = 2 * size;
  }
  void write(std::size_t size, cudaStream_t stream) const {
    check_cuda(cudaMemcpyAsync(there_, here_, size * sizeof(T), cudaMemcpyHostToDevice, stream), "take data");
  }
  void read(std::size_t size, cudaStream_t stream) const {
    check_cuda(cudaMemcpyAsync(here_, there_, size * sizeof(T), cudaMemcpyDeviceToHost, stream),
               "return data");
  }
  T& operator[](std::size_t i) const { return here_[i]; }
  T* there() const { return there_; }

 private:
  T *here_ = nullptr, *there_ = nullptr;
  std::size_t room_ = 0;
};

/// Launches the runs of several threads, with one routing, for a slice of time.
template <class Routing>
class DeviceLauncher {
 public:
  struct Request {
    const WarpRun* run;
    const RoutingBytes<Routing>* routing;
    WindowClock clock;  ///< after the last launch
    bool is_done() const { return clock.over; }
  };

  /// Blocks stay for the whole slice, so all of a launch must fit. One of a multiprocessor's places in 16 is
  /// left for the copies of the runs that are not in the launch.
  std::size_t plan(std::span<Request* const> waiting) {
    std::uint32_t switches = 0, keys = 0;
    for (const Request* one : waiting)
      switches += switches_of(*one), keys = std::max(keys, one->run->queues.sizes.window);
    shape_ = LaunchShape(run_together<Routing>, switches, keys, sizeof(LaunchedRun<Routing>));
    std::size_t fitting = 0;
    for (std::uint32_t blocks = 0; fitting < waiting.size(); ++fitting) {
      blocks += blocks_of(*waiting[fitting]);
      if (fitting > 0 && blocks > shape_.resident - shape_.resident / 16) break;
    }
    return fitting;
  }
  void launch(std::span<Request* const> requests) {
    if (!stream_) check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "answer");
    const std::uint32_t blocks = describe(requests);
    runs_.write(requests.size(), stream_), run_of_block_.write(blocks, stream_);
    const LaunchedRun<Routing>* runs = runs_.there();
    const std::uint32_t* run_of_block = run_of_block_.there();
    WindowClock* clocks = clocks_.there();
    std::uint64_t slice = slice_nanoseconds;
    void* arguments[] = {&runs, &run_of_block, &clocks, &shape_.width, &slice};
    check_cuda(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(run_together<Routing>), blocks,
                                           threads_of_block, arguments, shape_.shared, stream_),
               "run windows");
    clocks_.read(requests.size(), stream_);
    check_cuda(cudaStreamSynchronize(stream_), "run windows");
    for (std::size_t i = 0; i < requests.size(); ++i) requests[i]->clock = clocks_[i];
  }

 private:
  /// A run that is done waits for the end of the slice; a launch takes a twentieth of it.
  static constexpr std::uint64_t slice_nanoseconds = 2'000'000;

  static std::uint32_t switches_of(const Request& one) { return one.run->state.network.switches(); }
  std::uint32_t blocks_of(const Request& one) const {
    return std::min(shape_.blocks_for(switches_of(one)), shape_.resident);
  }
  /// Returns the number of blocks.
  std::uint32_t describe(std::span<Request* const> requests) {
    std::uint32_t blocks = 0;
    for (const Request* one : requests) blocks += blocks_of(*one);
    runs_.resize(requests.size()), clocks_.resize(requests.size()), run_of_block_.resize(blocks);
    blocks = 0;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      LaunchedRun<Routing>& launched = runs_[i];
      launched.run = *requests[i]->run, launched.routing = *requests[i]->routing;
      launched.first_block = blocks, launched.blocks = blocks_of(*requests[i]);
      for (std::uint32_t block = 0; block < launched.blocks; ++block)
        run_of_block_[blocks++] = static_cast<std::uint32_t>(i);
    }
    return blocks;
  }

  LaunchShape shape_;
  cudaStream_t stream_ = nullptr;
  LaunchArray<LaunchedRun<Routing>> runs_;
  LaunchArray<std::uint32_t> run_of_block_;
  LaunchArray<WindowClock> clocks_;
};

/// The launches of all threads of this process. They are never destroyed: at the end of the process the
/// accelerator may be gone before.
template <class Routing>
SharedLaunches<DeviceLauncher<Routing>, typename DeviceLauncher<Routing>::Request>& launches_of_device() {
  using Launches = SharedLaunches<DeviceLauncher<Routing>, typename DeviceLauncher<Routing>::Request>;
  static Launches* const launches = new Launches;
  return *launches;
}

}  // namespace ebb::inline engine
