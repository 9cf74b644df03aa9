// Exact time in state of one channel. The states are its rate levels, and the changes of rate by the faster
// of their two levels: 2 * levels numbers, stored by the driver. Their sum is always the time that has been
// booked, to the picosecond.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace ebb::inline power {

struct StateMeter {
  std::int64_t since = 0;          ///< booked until; in the future while a change is under way
  std::int64_t change_from = 0;    ///< when the last change began: the packet on the wire finishes before
  std::int64_t in_transition = 0;  ///< all changes so far, the one under way to its end
  std::uint32_t before = 0, change = 0;  ///< the states before and during the last change

  /// The channel has level `from` until `begin`, then changes until `end`, and has level `to` from then on.
  void book_change(std::span<std::int64_t> time_in, std::size_t from, std::size_t to, std::int64_t begin,
                   std::int64_t end) {
    const std::size_t level_count = time_in.size() / 2;
    before = static_cast<std::uint32_t>(from);
    change = static_cast<std::uint32_t>(level_count + std::max(from, to));
    time_in[from] += begin - since;
    time_in[change] += end - begin;
    change_from = begin, since = end;
    in_transition += end - begin;
  }

  /// Returns the part of all booked transition time that lies before `now`.
  std::int64_t transition_until(std::int64_t now) const {
    return in_transition - std::max<std::int64_t>(0, since - std::max(now, change_from));
  }

  /// Adds the time in each state up to `now` to `sum`. The current state, `level`, is not booked yet, and a
  /// change under way is already booked to its end.
  void add_times(std::span<const std::int64_t> time_in, std::size_t level, std::int64_t now,
                 std::span<std::int64_t> sum) const {
    for (std::size_t i = 0; i < time_in.size(); ++i) sum[i] += time_in[i];
    if (now >= since) {
      sum[level] += now - since;
    } else {
      sum[change] -= since - std::max(now, change_from);
      sum[before] -= std::max<std::int64_t>(0, change_from - now);
    }
  }
};

}  // namespace ebb::inline power
