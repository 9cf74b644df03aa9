// How many gaps of each length a channel has seen, by powers of two, and in how much time. It fits into a
// channel's memory: a byte for each length. Old gaps and old time lose half of their weight together.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "base/units.hpp"
#include "power/policy/channel_view.hpp"

namespace ebb::inline power {

class GapCounts {
 public:
  static constexpr std::size_t lengths = 14;

  /// Takes the counts out of a channel's memory: in `bits`, and in `level` with the flag; the time in
  /// `trend`.
  static GapCounts of(const ChannelMemory& memory) {
    GapCounts counts;
    const auto more = static_cast<std::uint64_t>(memory.level);  // a whole number below 2^49
    for (std::size_t i = 0; i < lengths; ++i)
      counts.seen_[i] = static_cast<std::uint8_t>(i < 8 ? memory.bits >> (8 * i) : more >> (8 * (i - 8)));
    counts.has_counted = (more >> 48 & 1) != 0;
    counts.time = memory.trend;
    return counts;
  }
  ChannelMemory memory() const {
    ChannelMemory memory{.level = 0, .trend = time, .bits = 0};
    std::uint64_t more = has_counted ? std::uint64_t{1} << 48 : 0;
    for (std::size_t i = 0; i < lengths; ++i)
      (i < 8 ? memory.bits : more) |= std::uint64_t{seen_[i]} << (8 * (i < 8 ? i : i - 8));
    memory.level = static_cast<double>(more);
    return memory;
  }

  /// Counts a gap that is `times` the shortest length that counts, as one of the power of two below it.
  void add(double times) {
    std::size_t i = 0;
    for (; i + 1 < lengths && times >= 2; ++i) times /= 2;
    if (seen_[i] == 255) forget_half();
    ++seen_[i];
  }
  /// Gives everything half of its weight. One gap stays one: it is never taken for none.
  void forget_half() {
    for (std::uint8_t& one : seen_) one = static_cast<std::uint8_t>((one + 1) / 2);
    time /= 2;
  }
  /// The gaps of `length` (the shortest times two, so often) and longer.
  int at_least(std::size_t length) const {
    int sum = 0;
    for (std::size_t i = length; i < lengths; ++i) sum += seen_[i];
    return sum;
  }

  double time = 0;           ///< in which they were seen, in picoseconds
  bool has_counted = false;  ///< the present gap has been counted

 private:
  std::array<std::uint8_t, lengths> seen_{};
};

}  // namespace ebb::inline power
