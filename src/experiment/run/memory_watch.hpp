// Watches the memory of this process during a run. Source queues and queued packets can grow without a known
// bound. A run that will not fit is stopped early, so that it ends with a valid partial result instead of
// being killed without one.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

namespace ebb::inline experiment {

class MemoryWatch {
 public:
  /// Sets `stop` when this process uses most of `limit` bytes, or when the machine has almost no memory left
  /// and this process uses a large part of it.
  MemoryWatch(std::uint64_t limit, std::atomic<bool>& stop);
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;
  ~MemoryWatch();

  /// Returns why it stopped the run, empty when it did not.
  std::string why() const;

 private:
  void watch();
  bool is_full(std::uint64_t used) const;

  const std::uint64_t limit_;
  std::atomic<bool>& stop_;
  std::atomic<bool> over_{false};
  std::atomic<std::uint64_t> stopped_at_{0};  ///< bytes in use when the run was stopped
  std::thread thread_;
};

}  // namespace ebb::inline experiment
