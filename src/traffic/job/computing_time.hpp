// How long a rank computes in all. Computations of one rank may overlap, and count once.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "base/units.hpp"

namespace ebb::inline traffic {

class ComputingTime {
 public:
  /// Adds a computation that may begin later than others which are added afterwards.
  void foresee(Picoseconds from, Picoseconds until) {
    if (from >= until) return;
    ahead_.push_back({from, until});
    std::push_heap(ahead_.begin(), ahead_.end(), std::greater<>{});
  }
  /// Adds a computation. None of those that follow begins before it.
  void add(Picoseconds from, Picoseconds until) {
    foresee(from, until);
    count_until(from);
  }
  Picoseconds total() const {
    ComputingTime all = *this;
    all.count_until(Picoseconds{INT64_MAX});
    return all.sum_;
  }

 private:
  void count_until(Picoseconds from) {
    while (!ahead_.empty() && ahead_.front().first <= from) {
      const auto [begin, end] = ahead_.front();
      std::pop_heap(ahead_.begin(), ahead_.end(), std::greater<>{});
      ahead_.pop_back();
      if (end <= busy_until_) continue;
      sum_ += end - std::max(begin, busy_until_);
      busy_until_ = end;
    }
  }
  std::vector<std::pair<Picoseconds, Picoseconds>> ahead_;  ///< a heap, the earliest in front
  Picoseconds busy_until_{}, sum_{};
};

}  // namespace ebb::inline traffic
