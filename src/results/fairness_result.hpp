// How evenly the switches with hosts send, in the measured time.
#pragma once

#include <cstddef>
#include <vector>

namespace ebb::inline results {

struct FairnessResult {
  std::size_t switches = 0;       ///< with hosts
  std::vector<double> sent = {};  ///< bytes, by switch, also of those without hosts
  double jain = 1;  ///< Jain's index: (sum)^2 / (switches * sum of squares), 1 when all send the same
  double least = 1, most = 1;  ///< sent by one of them, over their mean
};

}  // namespace ebb::inline results
