// How fast the power of a fabric changes, which utilities limit, as plain numbers.
#pragma once

#include <optional>
#include <vector>

namespace ebb::inline results {

struct PowerAt {
  double hz = 0, watts = 0;  ///< amplitude
};

struct PowerRamp {
  double span_s = 0;        ///< between two values; what changes within one is not seen
  double largest_w = 0;     ///< change between any two values at most a second apart, or between neighbours
  double largest_at_s = 0;  ///< the later of the two
  std::vector<PowerAt> spectrum;     ///< from 0.1 to 20 Hz; empty where the series is too short or too coarse
  std::optional<PowerAt> strongest;  ///< of the spectrum
};

}  // namespace ebb::inline results
