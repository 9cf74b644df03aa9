// How long a rank computed in each of equal spans from the start of its job. Spans are added up in pairs when
// there are too many, so a job of any length has `most_spans` at most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/units.hpp"

namespace ebb::inline traffic {

class RankActivity {
 public:
  static constexpr std::size_t most_spans = 512;

  /// The rank computes from one time until another. Computations of one rank may overlap; a span is never
  /// more than full.
  void add(Picoseconds from, Picoseconds until);

  Picoseconds length() const { return length_; }
  /// Time spent computing in a span, at most its length.
  Picoseconds computing(std::size_t span) const;
  /// Makes spans longer, by doubling them, until they have at least this length.
  void widen(Picoseconds length);

 private:
  void fold();
  Picoseconds length_{1'000'000};  // a microsecond
  std::vector<std::int64_t> time_;
};

}  // namespace ebb::inline traffic
