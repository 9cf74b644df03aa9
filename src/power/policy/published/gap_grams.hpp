// The kinds of gaps that followed each other on a channel, and the kind that is likely to come next: n-grams
// of gaps. It fits into a channel's memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/units.hpp"
#include "power/policy/channel_view.hpp"
#include "power/policy/gap_lengths.hpp"

namespace ebb::inline power {

class GapGrams {
 public:
  static constexpr unsigned kinds = 4, sure = 2, surest = 3;

  /// A gap's kind: below twice the time that it should at least have, below 8 times, below 32 times, longer.
  static unsigned kind_of(Picoseconds gap, Picoseconds least) {
    return gap < least * 2 ? 0 : gap < least * 8 ? 1 : gap < least * 32 ? 2 : 3;
  }
  /// What is expected to follow, and how sure that is: 0 to 3.
  struct Expected {
    unsigned kind = 0, certainty = 0;
  };

  /// Takes the table out of a channel's memory: a half byte for each pair of kinds in `bits`; the last two
  /// kinds, a flag and the shortest length of each kind but the first in `level`.
  static GapGrams of(const ChannelMemory& memory) {
    GapGrams grams;
    const auto more = static_cast<std::uint64_t>(memory.level);  // a whole number below 2^41
    grams.table_ = memory.bits;
    grams.last_ = static_cast<unsigned>(more & 15);
    grams.has_learned = (more >> 4 & 1) != 0;
    for (std::size_t i = 0; i < 3; ++i)
      grams.shortest_[i] = static_cast<unsigned>(more >> (5 + 12 * i) & 0xfff);
    return grams;
  }
  ChannelMemory memory() const {
    std::uint64_t more = last_ | (has_learned ? 16u : 0u);
    for (std::size_t i = 0; i < 3; ++i) more |= std::uint64_t{shortest_[i]} << (5 + 12 * i);
    return {.level = static_cast<double>(more), .trend = 0, .bits = table_};
  }

  /// What follows the last `before` gaps: 1 or 2 of them.
  Expected next(std::int64_t before) const {
    const auto entry = static_cast<unsigned>(table_ >> (4 * at(before)) & 15);
    return {entry & 3, entry >> 2};
  }
  /// Takes a gap that has ended. An entry that was wrong becomes less sure before it changes.
  void learn(Picoseconds gap, Picoseconds least, std::int64_t before) {
    const unsigned kind = kind_of(gap, least);
    Expected entry = next(before);
    if (entry.kind == kind)
      entry.certainty = std::min(entry.certainty + 1, surest);
    else if (entry.certainty > 0)
      --entry.certainty;
    else
      entry = {kind, 1};
    const int place = 4 * at(before);
    table_ = (table_ & ~(std::uint64_t{15} << place)) | std::uint64_t{entry.kind | entry.certainty << 2}
                                                            << place;
    if (kind > 0) {
      unsigned& code = shortest_[kind - 1];
      code = code == 0 ? gap_code(gap) : shortest_lately(code, gap);
    }
    last_ = (last_ << 2 | kind) & 15;
  }
  /// The shortest gap of a kind lately; 0: none of it was seen.
  Picoseconds shortest(unsigned kind) const {
    const unsigned code = kind > 0 ? shortest_[kind - 1] : 0;
    return code > 0 ? gap_length(code) : Picoseconds{0};
  }

  bool has_learned = false;  ///< the present gap has been taken

 private:
  int at(std::int64_t before) const { return static_cast<int>(before > 1 ? last_ : last_ & 3); }

  std::uint64_t table_ = 0;
  unsigned last_ = 0;
  std::array<unsigned, 3> shortest_{};
};

}  // namespace ebb::inline power
