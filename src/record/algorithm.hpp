// The algorithms of MPI libraries for collective calls, by their names in the literature.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ebb::inline record {

enum class Algorithm : std::uint8_t {
  linear,  ///< between the root and each other member directly; all-to-all: all pairs at once
  chain,   ///< from each member to the next
  binary_tree,
  binomial_tree,
  knomial_tree,        ///< with a radix of 4
  recursive_doubling,  ///< with the member 1, 2, 4, … places away
  ring,                ///< parts pass from neighbour to neighbour
  rabenseifner,        ///< recursive halving of the data, then recursive doubling
  reduce_broadcast,    ///< a reduction, then a broadcast, each by its own rule
  scatter_all_gather,  ///< parts along a binomial tree, then recursive doubling
  bruck,               ///< log2 rounds for any number of members
  neighbour_exchange,  ///< pairs of parts with both neighbours in turn
  pairwise             ///< in round k with the members k places away
};
constexpr auto names_of(Algorithm) {
  return std::array<std::string_view, 13>{"linear",
                                          "chain",

                                          "binary_tree",
                                          "binomial_tree",
                                          "knomial_tree",
                                          "recursive_doubling",
                                          "ring",
                                          "rabenseifner",
                                          "reduce_broadcast",
                                          "scatter_all_gather",
                                          "bruck",
                                          "neighbour_exchange",
                                          "pairwise"};
}
constexpr std::string_view name_of(Algorithm algorithm) {
  return names_of(algorithm)[static_cast<std::size_t>(algorithm)];
}

}  // namespace ebb::inline record
