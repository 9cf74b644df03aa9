// Where threads wait for each other, many thousand times a second. Who waits looks again and again for a
// while, because waking a sleeper takes longer than most windows; then it sleeps, because the one it waits
// for may need this very processor. How long it looks follows from how often that was worth it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>

namespace ebb {

inline void pause_briefly() {
#if defined(__aarch64__)
  asm volatile("isb" ::: "memory");  // `yield` does nothing on most of them
#elif defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

class Barrier {
 public:
  /// How patient one thread is: its own, kept from one time to the next.
  struct Patience {
    std::uint32_t looks = 256;
  };

  explicit Barrier(std::uint32_t threads)
      : threads_(threads), most_looks_(threads <= std::thread::hardware_concurrency() ? 4096 : 0) {}

  /// Returns when all have arrived. The last one calls `conclude` before anybody goes on.
  template <class Conclude>
  void arrive(Patience& patience, Conclude&& conclude) {
    const std::uint32_t round = round_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
      conclude();
      arrived_.store(0, std::memory_order_relaxed);
      round_.store(round + 1, std::memory_order_release);
      round_.notify_all();
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
    while (round_.load(std::memory_order_acquire) == round) round_.wait(round, std::memory_order_acquire);
  }
  void arrive(Patience& patience) {
    arrive(patience, [] {});
  }

 private:
  static constexpr std::uint32_t least_looks = 64;
  const std::uint32_t threads_, most_looks_;
  alignas(64) std::atomic<std::uint32_t> arrived_{0};
  alignas(64) std::atomic<std::uint32_t> round_{0};
};

}  // namespace ebb
