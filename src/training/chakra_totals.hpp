// What Chakra traces hold, added up over all ranks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "training/chakra_match.hpp"

namespace ebb::inline training {

struct ChakraTotal {
  std::string what;  ///< "computing", "computing on the host", "all_reduce", "send", …
  std::uint64_t nodes = 0;
  std::int64_t bytes = 0;  ///< as the trace states them, each rank's part of a collective by itself
  Picoseconds time{};
};

/// In the order of the names, without what does not occur.
std::vector<ChakraTotal> chakra_totals(const ChakraRanks& ranks);

}  // namespace ebb::inline training
