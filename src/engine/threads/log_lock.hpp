// A spin lock in one bit of an input lane. It guards a credit log that two threads may access at the same
// time. Inside a block only one thread accesses the logs, and no lock is needed.
#pragma once

#include <atomic>

#include "engine/model/ports.hpp"
#include "engine/threads/barrier.hpp"

namespace ebb::inline engine {

class LogLock {
 public:
  explicit LogLock(InLane& lane) : bit_(lane.locked) {
    while (bit_.exchange(1, std::memory_order_acquire)) pause_briefly();
  }
  ~LogLock() { bit_.store(0, std::memory_order_release); }
  LogLock(const LogLock&) = delete;
  LogLock& operator=(const LogLock&) = delete;

 private:
  std::atomic_ref<std::uint8_t> bit_;
};

}  // namespace ebb::inline engine
