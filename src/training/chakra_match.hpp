// Which nodes of different ranks belong together: those of one collective, and both ends of a message.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "training/chakra_node.hpp"

namespace ebb::inline training {

using ChakraRanks = std::vector<std::vector<ChakraNode>>;

struct NodePlace {
  std::uint32_t rank = 0, node = 0;
};
inline const ChakraNode& node_at(const ChakraRanks& ranks, const NodePlace& place) {
  return ranks[place.rank][place.node];
}
Problem problem_at(const ChakraRanks& ranks, const NodePlace& place, std::string what, std::string hint);

/// The n-th collective of a process group is the same call on each rank that has nodes of the group.
Result<std::vector<std::vector<NodePlace>>> match_collectives(const ChakraRanks& ranks);

/// Messages between two ranks with one tag are received in the order in which they are sent.
struct MatchedMessage {
  NodePlace send, receive;
};
Result<std::vector<MatchedMessage>> match_messages(const ChakraRanks& ranks);

}  // namespace ebb::inline training
