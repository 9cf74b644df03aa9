// The memory of one run on an accelerator, and the stream in which the run copies and starts its work.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <stdexcept>
#include <string>
#include <unordered_set>

namespace ebb::inline engine {

inline void check_cuda(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  if (error == cudaErrorMemoryAllocation) throw std::bad_alloc();
  throw std::runtime_error(std::string("the accelerator fails to ") + what + ": " +
                           cudaGetErrorString(error));
}

class DeviceMemory {
 public:
  DeviceMemory() {
    // Threads that wait for the accelerator leave the processors to others.
    (void)cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync);  // where it is too late, they spin
    (void)cudaGetLastError();
    check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "answer");
    int device = 0, has_pools = 0;
    check_cuda(cudaGetDevice(&device), "answer");
    check_cuda(cudaDeviceGetAttribute(&has_pools, cudaDevAttrMemoryPoolsSupported, device), "answer");
    pooled_ = has_pools != 0;
    if (pooled_) keep_freed_memory(device);
    ++all_users();
  }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  ~DeviceMemory() {
    for (void* memory : memory_) free(memory);
    cudaStreamSynchronize(stream_);
    cudaStreamDestroy(stream_);
    --all_users();
  }

  /// Memory from the pool of the process: others are not stopped for it.
  void* allocate(std::size_t bytes) {
    void* memory = nullptr;
    const std::size_t some = std::max<std::size_t>(bytes, 1);
    check_cuda(pooled_ ? cudaMallocAsync(&memory, some, stream_) : cudaMalloc(&memory, some),
               "allocate memory");
    memory_.insert(memory);
    return memory;
  }
  void release(void* memory) {
    memory_.erase(memory);
    check_cuda(free(memory), "free memory");
  }
  void wait() const { check_cuda(cudaStreamSynchronize(stream_), "finish its work"); }
  cudaStream_t stream() const { return stream_; }

  /// Returns how many runs this process has on the accelerator now.
  static int users() { return all_users(); }

 private:
  static std::atomic<int>& all_users() {
    static std::atomic<int> users = 0;
    return users;
  }
  static void keep_freed_memory(int device) {
    cudaMemPool_t pool = nullptr;
    check_cuda(cudaDeviceGetDefaultMemPool(&pool, device), "answer");
    std::uint64_t all = UINT64_MAX;
    check_cuda(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all), "keep memory");
  }
  cudaError_t free(void* memory) const { return pooled_ ? cudaFreeAsync(memory, stream_) : cudaFree(memory); }

  cudaStream_t stream_ = nullptr;
  bool pooled_ = false;
  std::unordered_set<void*> memory_;
};

}  // namespace ebb::inline engine
