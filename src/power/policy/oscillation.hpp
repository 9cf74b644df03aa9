// Counts how a channel's rate oscillates. A channel whose load lies between two rates goes up at one
// evaluation and down at the next. Channels that began together keep the same phase: the number of the level
// plus that of the evaluation stays even, or odd, as long as each evaluation moves the channel by one level.
// An evaluation without a change inverts the phase. How often that happens after a change shows how long
// channels that change all the time stay in phase.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ebb::inline power {

struct Oscillation {
  std::uint32_t after_change = 0;  ///< evaluations by time right after one that changed the level
  std::uint32_t unchanged = 0;     ///< of these, the ones that kept it

  /// Counts an evaluation by time: the requested level before, and now.
  void count(std::size_t before, std::size_t requested) {
    if (changed_) ++after_change, unchanged += requested == before;
    changed_ = requested != before;
  }

 private:
  bool changed_ = false;
};

}  // namespace ebb::inline power
