// How long a channel remembers the step in which it goes up and down. A channel whose load lies between two
// rates goes up at one question and down at the next. Where all channels began together they keep step: the
// number of the rung plus that of the question stays even, or odd, as long as each question moves the channel
// by one rung. A question that leaves it where it is turns its step round. How often that happens after a
// move says how long channels that move all the time stay together.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ebb::inline power {

struct Swings {
  std::uint32_t moves = 0;  ///< questions by the clock right after one that moved the channel
  std::uint32_t rests = 0;  ///< of these, the ones that left it where it was

  /// Takes in what a question by the clock has changed: the wish before, and now.
  void note(std::size_t before, std::size_t requested) {
    if (moved_) ++moves, rests += requested == before;
    moved_ = requested != before;
  }

 private:
  bool moved_ = false;
};

}  // namespace ebb::inline power
