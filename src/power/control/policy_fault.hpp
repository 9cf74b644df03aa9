// A policy that breaks its contract: it requested a rate that is no level of the channel. Any thread may
// report one; the earliest is kept, so the message does not depend on the order of threads.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <tuple>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/policy/policy.hpp"

namespace ebb::inline power {

struct BadRate {
  Picoseconds at{};      ///< time of the evaluation
  BitsPerSecond want{};  ///< the rate that is no level
  BitsPerSecond full{};  ///< full rate of the channel, which has the levels of the settings in proportion

  bool operator<(const BadRate& o) const { return std::tie(at, want, full) < std::tie(o.at, o.want, o.full); }
};

class PolicyFault {
 public:
  void report(const BadRate& bad) {
    const std::lock_guard lock(mutex_);
    if (!first_ || bad < *first_) first_ = bad;
    found_.store(true, std::memory_order_release);
  }
  std::optional<BadRate> first() const {
    if (!found_.load(std::memory_order_acquire)) return {};
    const std::lock_guard lock(mutex_);
    return first_;
  }

 private:
  mutable std::mutex mutex_;
  std::atomic<bool> found_ = false;
  std::optional<BadRate> first_;
};

/// Returns the fault as a problem: the policy's name, the rate, and the levels that it may request. Its place
/// is "policy".
Problem bad_rate_problem(const Policy& policy, const RateLevels& levels, const BadRate& bad);

}  // namespace ebb::inline power
