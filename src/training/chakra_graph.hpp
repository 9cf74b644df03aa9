// What waits for what in Chakra's nodes, over all ranks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "training/chakra_match.hpp"

namespace ebb::inline training {

/// A node, or the nodes of a collective on its ranks, which begin together.
struct ChakraUnit {
  std::vector<NodePlace> members;
  std::vector<std::uint32_t> followers;  ///< units, one for each dependency
  std::uint32_t waits = 0;               ///< number of dependencies on other units
};

struct ChakraGraph {
  std::vector<ChakraUnit> units;
  std::vector<std::uint32_t> order;  ///< the units, each after all that it waits for
  /// Of each node of each rank: nodes of the rank that it waits for, and the send of a receive.
  std::vector<std::vector<std::vector<std::uint32_t>>> before;
  std::vector<std::vector<NodePlace>> send_of;
  std::uint64_t missing = 0;  ///< dependencies on nodes that the files do not hold
  std::uint64_t dropped = 0;  ///< dependencies in cycles within a rank
};
Result<ChakraGraph> chakra_graph(const ChakraRanks& ranks);

}  // namespace ebb::inline training
