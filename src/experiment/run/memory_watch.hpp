// Watches the memory of this process while a run goes on. Source queues and standing packets can grow without
// a bound that is known before; a run that will not fit is told to stop, so that it ends with a valid partial
// result instead of being killed with nothing.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

namespace ebb::inline experiment {

class MemoryWatch {
 public:
  /// Sets `stop` when this process uses most of `limit` bytes, or when the machine has next to nothing left
  /// and this process has much of it.
  MemoryWatch(std::uint64_t limit, std::atomic<bool>& stop);
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;
  ~MemoryWatch();

  /// Why it told the run to stop; empty when it did not.
  std::string why() const;

 private:
  void watch();
  bool is_full(std::uint64_t used) const;

  const std::uint64_t limit_;
  std::atomic<bool>& stop_;
  std::atomic<bool> over_{false};
  std::atomic<std::uint64_t> stopped_at_{0};  ///< bytes in use
  std::thread thread_;
};

}  // namespace ebb::inline experiment
