// How long a channel keeps its phase of going up and down. A channel whose load lies between two rates goes
// up at one evaluation and down at the next. Channels that began together keep the same phase: the number of
// the level plus that of the evaluation stays even, or odd, as long as each evaluation moves the channel by
// one level. An evaluation without a change inverts the phase. How often that happens after a move shows how
// long channels that move all the time stay in phase.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ebb::inline power {

struct Swings {
  std::uint32_t moves = 0;  ///< evaluations by time right after one that moved the channel
  std::uint32_t rests = 0;  ///< of these, the ones that did not move it

  /// Counts an evaluation by time: the requested level before, and now.
  void note(std::size_t before, std::size_t requested) {
    if (moved_) ++moves, rests += requested == before;
    moved_ = requested != before;
  }

 private:
  bool moved_ = false;
};

}  // namespace ebb::inline power
