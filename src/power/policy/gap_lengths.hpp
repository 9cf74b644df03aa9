// The lengths of gaps that a channel has seen again and again, shortest first: what a repeating program, such
// as a training step, leaves of its links. It fits into a channel's memory.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "base/units.hpp"
#include "power/policy/channel_view.hpp"

namespace ebb::inline power {

/// A length in twelve bits: six for the power of two and six behind the leading one. It is exact to 1.6 %,
/// and never above the gap.
inline unsigned gap_code(Picoseconds gap) {
  const auto value = static_cast<std::uint64_t>(std::max<std::int64_t>(gap.v, 64));
  const auto power = static_cast<unsigned>(std::bit_width(value)) - 1;
  return power << 6 | static_cast<unsigned>(value >> (power - 6) & 63);
}
inline Picoseconds gap_length(unsigned code) {
  return {static_cast<std::int64_t>(std::uint64_t{64 + (code & 63)} << ((code >> 6) - 6))};
}
/// The code of what is remembered of `code` and a new gap of its kind: the shortest lately.
inline unsigned shortest_lately(unsigned code, Picoseconds gap) {
  const Picoseconds old = gap_length(code);
  return gap_code(gap < old ? gap : old + Picoseconds{(gap - old).v / 4});
}

class GapLengths {
 public:
  static constexpr std::size_t most = 7;

  /// Takes the lengths out of a channel's memory: lengths in `bits` and `level`, a flag in `trend`.
  static GapLengths of(const ChannelMemory& memory) {
    GapLengths lengths;
    for (std::size_t i = 0; i < 4; ++i) lengths.seen_[i] = Seen::of(memory.bits >> (16 * i));
    const auto more = static_cast<std::uint64_t>(memory.level);  // a whole number below 2^48
    for (std::size_t i = 0; i < 3; ++i) lengths.seen_[4 + i] = Seen::of(more >> (16 * i));
    lengths.has_learned = memory.trend != 0;
    return lengths;
  }
  ChannelMemory memory() const {
    std::uint64_t more = 0;
    ChannelMemory memory;
    for (std::size_t i = 0; i < 4; ++i) memory.bits |= seen_[i].word() << (16 * i);
    for (std::size_t i = 0; i < 3; ++i) more |= seen_[4 + i].word() << (16 * i);
    memory.level = static_cast<double>(more), memory.trend = has_learned ? 1 : 0;
    return memory;
  }

  /// Takes a gap that has ended. Lengths within `tolerance` of each other are one; it is that of the shortest
  /// lately. The one that was not seen for longest makes place for a new one.
  void learn(Picoseconds gap, double tolerance) {
    Seen* found = nullptr;
    for (Seen& one : seen_)
      if (one.code > 0 && is_near(gap_length(one.code), gap, tolerance) &&
          (!found || distance(one, gap) < distance(*found, gap)))
        found = &one;
    if (found) {
      found->code = shortest_lately(found->code, gap);
      found->is_known = true;
    } else {
      found = &*std::max_element(seen_.begin(), seen_.end(),
                                 [](const Seen& a, const Seen& b) { return a.rank() < b.rank(); });
      *found = {gap_code(gap), 0, false};
    }
    for (Seen& one : seen_)
      if (&one != found && one.code > 0) one.age = std::min(one.age + 1, 7u);
    found->age = 0;
  }

  /// The shortest length above `from` that was seen twice or more.
  std::optional<Picoseconds> next(Picoseconds from) const { return shortest(from, true); }
  /// Says whether a length above `from` was seen, even once.
  bool has_longer(Picoseconds from) const { return shortest(from, false) || shortest(from, true); }

  bool has_learned = false;  ///< the present gap has been taken

 private:
  struct Seen {
    unsigned code = 0;  ///< of its length; 0: none
    unsigned age = 0;   ///< since it was last seen
    bool is_known = false;

    static Seen of(std::uint64_t word) {
      return {static_cast<unsigned>(word & 0xfff), static_cast<unsigned>(word >> 12 & 7),
              (word >> 15 & 1) != 0};
    }
    std::uint64_t word() const { return code | age << 12 | (is_known ? 1u << 15 : 0u); }
    /// What goes first where there is no place: none, then those seen once, then the oldest.
    unsigned rank() const { return code == 0 ? 100 : age + (is_known ? 0 : 10); }
  };

  static bool is_near(Picoseconds a, Picoseconds b, double tolerance) {
    const auto most_apart = static_cast<double>(std::max(a, b).v) * tolerance;
    return static_cast<double>(std::max(a, b).v - std::min(a, b).v) <= most_apart;
  }
  static std::int64_t distance(const Seen& one, Picoseconds gap) {
    const std::int64_t apart = gap_length(one.code).v - gap.v;
    return apart < 0 ? -apart : apart;
  }
  std::optional<Picoseconds> shortest(Picoseconds from, bool known) const {
    std::optional<Picoseconds> found;
    for (const Seen& one : seen_)
      if (one.code > 0 && one.is_known == known && gap_length(one.code) > from &&
          (!found || gap_length(one.code) < *found))
        found = gap_length(one.code);
    return found;
  }

  std::array<Seen, most> seen_{};
};

}  // namespace ebb::inline power
