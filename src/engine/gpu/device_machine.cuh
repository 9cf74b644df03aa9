// The machine of an accelerator, for one routing. Each .cu file compiles it for the routings of a topology.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>

#include "base/accelerator/lookup_table.hpp"
#include "engine/gpu/device_kernel.cuh"
#include "engine/gpu/device_machine.hpp"

namespace ebb::inline engine {

inline void check_cuda(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  if (error == cudaErrorMemoryAllocation) throw std::bad_alloc();
  throw std::runtime_error(std::string("the accelerator fails to ") + what + ": " +
                           cudaGetErrorString(error));
}

/// Memory of the accelerator.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  ~DeviceMemory() {
    for (void* memory : memory_) cudaFree(memory);
  }

  void* allocate(std::size_t bytes) {
    void* memory = nullptr;
    check_cuda(cudaMalloc(&memory, std::max<std::size_t>(bytes, 1)), "allocate memory");
    memory_.insert(memory);
    return memory;
  }
  void release(void* memory) {
    memory_.erase(memory);
    check_cuda(cudaFree(memory), "free memory");
  }

 private:
  std::unordered_set<void*> memory_;
};

template <class Routing>
class DeviceMachine final : public WarpMachine {
 public:
  explicit DeviceMachine(const Routing& routing) : routing_(bytes_of(routing)) {
    int device = 0;
    check_cuda(cudaGetDevice(&device), "answer");
    check_cuda(cudaDeviceGetAttribute(&processors_, cudaDevAttrMultiProcessorCount, device), "answer");
  }

  void* allocate(std::size_t bytes) override { return memory_.allocate(bytes); }
  void release(void* memory) override { memory_.release(memory); }
  void write(void* there, const void* here, std::size_t bytes) override {
    check_cuda(cudaMemcpy(there, here, bytes, cudaMemcpyHostToDevice), "take data");
  }
  void read(void* here, const void* there, std::size_t bytes) override {
    check_cuda(cudaMemcpy(here, there, bytes, cudaMemcpyDeviceToHost), "return data");
  }
  void copy(void* to, const void* from, std::size_t bytes) override {
    check_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice), "copy data");
  }
  void clear(void* there, std::size_t bytes) override {
    check_cuda(cudaMemsetAsync(there, 0, bytes), "clear memory");
  }

  WindowClock run(const WarpRun& run, std::int64_t windows) override {
    auto* const kernel = run_windows<Routing>;
    std::uint32_t width = lanes_for(run.state.network.switches());
    while (width < lanes_of_warp && shared_bytes(threads_of_block / width, run.queues.sizes.window) > most_shared)
      width *= 2;
    const std::uint32_t groups = threads_of_block / width;
    const std::size_t shared = shared_bytes(groups, run.queues.sizes.window);
    check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(shared)),
               "give so much shared memory");
    int resident = 0;
    check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads_of_block, shared),
               "answer");
    const std::uint32_t blocks = std::min((run.state.network.switches() + groups - 1) / groups,
                                          static_cast<std::uint32_t>(processors_ * resident));
    auto count = static_cast<std::uint32_t>(windows);
    void* arguments[] = {const_cast<WarpRun*>(&run), &routing_, &width, &count};
    check_cuda(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(kernel), blocks, threads_of_block,
                                           arguments, shared, nullptr),
               "run windows");
    WindowClock clock;
    read(&clock, run.clock, sizeof clock);
    return clock;
  }
  void check_rings(const WarpRun& run) override {
    const std::uint32_t blocks = run.state.network.switch_ports() / threads_of_block + 1;
    engine::check_rings<<<blocks, threads_of_block>>>(run);
    check_cuda(cudaGetLastError(), "check rings");
  }

 private:
  RoutingBytes<Routing> bytes_of(const Routing& routing) {
    Routing there = routing;
    there.each_table([this]<class T>(LookupTable<T>& table) {
      const std::size_t bytes = table.size() * sizeof(T);
      T* copy = static_cast<T*>(allocate(bytes));
      write(copy, table.begin(), bytes);
      table.use(copy);
    });
    return RoutingBytes<Routing>(there);
  }

  /// Few lanes for each switch leave more switches to a warp, whose memory is read together. But there must be
  /// enough warps, so that some can run while others wait for memory.
  unsigned lanes_for(std::uint32_t switches) const {
    constexpr std::uint32_t warps_of_processor = 8;
    unsigned width = 1;
    while (width < lanes_of_warp &&
           switches * width < lanes_of_warp * warps_of_processor * static_cast<std::uint32_t>(processors_))
      width *= 2;
    return width;
  }

  static constexpr std::size_t most_shared = 96 * 1024;  ///< of a block

  DeviceMemory memory_;  // before the routing, whose tables are in it
  RoutingBytes<Routing> routing_;
  int processors_ = 1;
};

template <class Routing>
std::unique_ptr<WarpMachine> device_machine(const Routing& routing) {
  return std::make_unique<DeviceMachine<Routing>>(routing);
}

}  // namespace ebb::inline engine
