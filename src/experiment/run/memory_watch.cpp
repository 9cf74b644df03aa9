#include "experiment/run/memory_watch.hpp"

#include <fmt/core.h>
#include <pthread.h>

#include <chrono>
#include <csignal>

#include "experiment/run/memory_limit.hpp"

namespace ebb::inline experiment {
namespace {

/// The rest is needed to build the result.
constexpr double full_share = 0.92;
/// Below this fraction of the limit the machine is short of memory, whichever process uses it.
constexpr double scarce_share = 0.02, large_share = 0.25;
constexpr std::chrono::milliseconds often(20);

double gigabytes(std::uint64_t bytes) { return static_cast<double>(bytes) / 1e9; }

}  // namespace

MemoryWatch::MemoryWatch(std::uint64_t limit, std::atomic<bool>& stop) : limit_(limit), stop_(stop) {
  // Signals are handled by the thread that runs.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { watch(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

MemoryWatch::~MemoryWatch() {
  over_ = true;
  thread_.join();
}

bool MemoryWatch::is_full(std::uint64_t used) const {
  const auto limit = static_cast<double>(limit_), now = static_cast<double>(used);
  if (now > full_share * limit) return true;
  return now > large_share * limit && static_cast<double>(memory_available()) < scarce_share * limit;
}

void MemoryWatch::watch() {
  while (!over_) {
    if (const std::uint64_t used = memory_in_use(); is_full(used)) {
      stopped_at_ = used;
      stop_ = true;
      return;
    }
    std::this_thread::sleep_for(often);
  }
}

std::string MemoryWatch::why() const {
  if (stopped_at_ == 0) return "";
  return fmt::format(
      "stopped, as it would not have fitted into memory: it had {:.2f} GB in use, and may have {:.2f}; more "
      "waits at "
      "hosts and in switches than they can send: lower the load, simulate less time, or use a larger machine",
      gigabytes(stopped_at_), gigabytes(limit_));
}

}  // namespace ebb::inline experiment
