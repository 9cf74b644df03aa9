// A barrier that the threads pass many thousand times a second. A waiting thread spins first, because a
// wake-up takes longer than most windows. Then it sleeps, because the thread it waits for may need its
// processor. The spinning time adapts to how often spinning succeeded.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>

namespace ebb::inline engine {

inline void pause_briefly() {
#if defined(__aarch64__)
  asm volatile("isb" ::: "memory");  // `yield` does nothing on most of them
#elif defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

class Barrier {
 public:
  /// The spinning time of one thread. Each thread owns one and keeps it between rounds.
  struct Patience {
    std::uint32_t looks = 4096;
  };

  explicit Barrier(std::uint32_t threads)
      : threads_(threads), most_looks_(threads <= std::thread::hardware_concurrency() ? 16'384 : 0) {}

  /// Returns when all threads have arrived. The last one calls `conclude` before any thread continues.
  template <class Conclude>
  void arrive(Patience& patience, Conclude&& conclude) {
    const std::uint32_t round = round_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
      conclude();
      arrived_.store(0, std::memory_order_relaxed);
      round_.store(round + 1);  // sequentially consistent with sleepers_
      if (sleepers_.load() > 0) futex(FUTEX_WAKE_PRIVATE, INT32_MAX);
      return;
    }
    for (std::uint32_t i = 0; i < std::min(patience.looks, most_looks_); ++i) {
      if (round_.load(std::memory_order_acquire) != round) {
        patience.looks = std::min(most_looks_, 2 * patience.looks);
        return;
      }
      pause_briefly();
    }
    patience.looks = std::max(least_looks, patience.looks / 2);
    sleepers_.fetch_add(1);
    while (round_.load() == round) futex(FUTEX_WAIT_PRIVATE, round);
    sleepers_.fetch_sub(1);
  }
  void arrive(Patience& patience) {
    arrive(patience, [] {});
  }

 private:
  /// Does not use std::atomic::wait(), which yields first: on a busy machine a yield takes longer than a
  /// sleep and a wake-up.
  void futex(int what, std::uint32_t value) {
    static_assert(sizeof round_ == sizeof value);
    syscall(SYS_futex, &round_, what, value, nullptr, nullptr, 0);
  }

  static constexpr std::uint32_t least_looks = 256;
  const std::uint32_t threads_, most_looks_;
  alignas(64) std::atomic<std::uint32_t> arrived_{0};
  alignas(64) std::atomic<std::uint32_t> round_{0};
  alignas(64) std::atomic<std::uint32_t> sleepers_{0};
};

}  // namespace ebb::inline engine
