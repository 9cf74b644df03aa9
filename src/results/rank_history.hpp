// What the ranks of a job did over time: computing, or waiting for messages and sending them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.hpp"

namespace ebb::inline results {

/// One byte per rank and span, for a picture.
struct RankHistory {
  static constexpr unsigned whole = 200;  ///< value for all of the time

  Picoseconds length{};  ///< of a span
  std::uint32_t ranks = 0, spans = 0;
  std::vector<std::uint8_t> computing{};  ///< [rank * spans + span]: fraction of the time in 1/200
};

}  // namespace ebb::inline results
