// The gaps between the packets of channels, by length: how long links that could sleep have nothing to send.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/units.hpp"

namespace ebb::inline results {

/// Lengths at which a class of gaps begins. The next one ends it.
inline constexpr std::array<Picoseconds, 9> gap_classes{0_ns,  1_us,   10_us,    100_us,   1_ms,
                                                        10_ms, 100_ms, 1'000_ms, 10'000_ms};

/// Gaps of several channels, by class.
struct GapCount {
  std::array<std::uint64_t, gap_classes.size()> gaps{};
  std::array<std::int64_t, gap_classes.size()> time{};  ///< of all of them together, in picoseconds

  void add(Picoseconds length) {
    const auto longer = std::upper_bound(gap_classes.begin() + 1, gap_classes.end(), length);
    const auto i = static_cast<std::size_t>(longer - gap_classes.begin()) - 1;
    ++gaps[i], time[i] += length.v;
  }
  void add(const GapCount& other) {
    for (std::size_t i = 0; i < gaps.size(); ++i) gaps[i] += other.gaps[i], time[i] += other.time[i];
  }
  /// Returns how long channels sleep at most that take as long as the shortest gap of a class to wake, and
  /// are awake again for every packet.
  Picoseconds asleep_at_most(std::size_t from) const {
    Picoseconds sum{};
    for (std::size_t i = from; i < gaps.size(); ++i)
      sum.v += time[i] - static_cast<std::int64_t>(gaps[i]) * gap_classes[from].v;
    return sum;
  }
};

/// The gaps of all channels of a kind in a job, from its begin to its end. In a run without a policy, they
/// and the time in which the channels send add up to the channels times the time.
struct GapResult {
  std::string kind;
  std::uint64_t channels = 0;
  Picoseconds time{};  ///< that the job took
  GapCount count;
};

}  // namespace ebb::inline results
