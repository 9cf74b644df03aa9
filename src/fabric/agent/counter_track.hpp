// A switch counter as a sum that never decreases. When the switch's counter jumps back after a restart or a
// clear, its new value is added.
#pragma once

#include <cstdint>

namespace ebb::inline fabric {

class CounterTrack {
 public:
  /// Takes a reading. Returns whether the counter has jumped back.
  bool read(std::uint64_t counter) {
    const bool fell = known_ && counter < last_;
    if (known_) sum_ += fell ? counter : counter - last_;
    last_ = counter, known_ = true;
    return fell;
  }
  std::uint64_t sum() const { return sum_; }

 private:
  std::uint64_t last_ = 0, sum_ = 0;
  bool known_ = false;  ///< the sum starts from 0 at the first reading
};

}  // namespace ebb::inline fabric
