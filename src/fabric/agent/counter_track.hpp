// A counter of a switch as a sum that never falls. When the switch's own counter jumps back, because it was
// restarted or cleared, what it has counted since is added.
#pragma once

#include <cstdint>

namespace ebb::inline fabric {

class CounterTrack {
 public:
  /// Takes a reading, and says whether the counter has jumped back.
  bool read(std::uint64_t counter) {
    const bool fell = known_ && counter < last_;
    if (known_) sum_ += fell ? counter : counter - last_;
    last_ = counter, known_ = true;
    return fell;
  }
  std::uint64_t sum() const { return sum_; }

 private:
  std::uint64_t last_ = 0, sum_ = 0;
  bool known_ = false;  ///< the first reading counts from 0 on: what was before is not ours
};

}  // namespace ebb::inline fabric
