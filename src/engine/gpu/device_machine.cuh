// The machine of an accelerator, for one routing. Each .cu file compiles it for the routings of a topology.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <memory>

#include "base/accelerator/lookup_table.hpp"
#include "engine/gpu/device_kernel.cuh"
#include "engine/gpu/device_launcher.cuh"
#include "engine/gpu/device_machine.hpp"
#include "engine/gpu/device_memory.cuh"

namespace ebb::inline engine {

template <class Routing>
class DeviceMachine final : public WarpMachine {
 public:
  explicit DeviceMachine(const Routing& routing) : routing_(bytes_of(routing)) {}

  void* allocate(std::size_t bytes) override { return memory_.allocate(bytes); }
  void release(void* memory) override { memory_.release(memory); }
  void write(void* there, const void* here, std::size_t bytes) override {
    check_cuda(cudaMemcpyAsync(there, here, bytes, cudaMemcpyHostToDevice, stream()), "take data");
  }
  void read(void* here, const void* there, std::size_t bytes) override {
    check_cuda(cudaMemcpyAsync(here, there, bytes, cudaMemcpyDeviceToHost, stream()), "return data");
    memory_.wait();
  }
  void copy(void* to, const void* from, std::size_t bytes) override {
    check_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream()), "copy data");
  }
  void clear(void* there, std::size_t bytes) override {
    check_cuda(cudaMemsetAsync(there, 0, bytes, stream()), "clear memory");
  }

  WindowClock run(const WarpRun& run, std::int64_t windows) override {
    if (DeviceMemory::users() == 1) return run_here(run, windows);
    memory_.wait();  // launches have a stream of their own
    typename DeviceLauncher<Routing>::Request request{&run, &routing_, {}};
    launches_of_device<Routing>().run(request);
    return request.clock;
  }

 private:
  cudaStream_t stream() const { return memory_.stream(); }

  WindowClock run_here(const WarpRun& run, std::int64_t windows) {
    const LaunchShape shape(run_alone<Routing>, run.state.network.switches(), run.queues.sizes.window, 0);
    const std::uint32_t blocks = std::min(shape.blocks_for(run.state.network.switches()), shape.resident);
    auto width = shape.width, count = static_cast<std::uint32_t>(windows);
    void* arguments[] = {const_cast<WarpRun*>(&run), &routing_, &width, &count};
    check_cuda(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(run_alone<Routing>), blocks,
                                           threads_of_block, arguments, shape.shared, stream()),
               "run windows");
    WindowClock clock;
    read(&clock, run.clock, sizeof clock);
    return clock;
  }
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

  DeviceMemory memory_;  // before the routing, whose tables are in it
  RoutingBytes<Routing> routing_;
};

template <class Routing>
std::unique_ptr<WarpMachine> device_machine(const Routing& routing) {
  return std::make_unique<DeviceMachine<Routing>>(routing);
}

}  // namespace ebb::inline engine
