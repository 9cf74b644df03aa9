// Collective calls: the choice of the algorithm, and its messages.
#pragma once

#include <array>
#include <string_view>

#include "record/algorithm.hpp"
#include "record/recorded_call.hpp"
#include "record/rounds.hpp"

namespace ebb::inline record {

/// The rules by which algorithms are chosen.
enum class CollectiveRules : std::uint8_t {
  open_mpi,           ///< as Open MPI does, by the number of members and the size (open_mpi_rules.hpp)
  recursive_doubling  ///< the same for all sizes: recursive doubling, binomial trees, rings
};
constexpr auto names_of(CollectiveRules) {
  return std::array<std::string_view, 2>{"open_mpi", "recursive_doubling"};
}

/// A collective call without its data.
struct CollectiveCall {
  Call call = Call::barrier;
  std::uint32_t members = 0, root = 0;  ///< the root's place in the communicator
  std::int64_t bytes = 0;               ///< as defined in recorded_call.hpp
  std::int64_t element = 1;             ///< bytes that a reduction cannot divide
};

/// Returns the algorithm, or its replacement where it needs more elements or another number of members. With
/// fewer elements than members, a ring becomes recursive doubling. With fewer elements than the largest power
/// of two of members, Rabenseifner's algorithm becomes linear. Recursive doubling of an all-gather becomes
/// Bruck's algorithm unless the members are a power of two. A neighbour exchange of an odd number becomes a
/// ring.
Algorithm feasible(Algorithm how, const CollectiveCall& call);

/// Returns the algorithm that the rules choose, as far as it is feasible.
Algorithm choose(CollectiveRules rules, const CollectiveCall& call);

/// Generates the messages of a call by a feasible algorithm. Calls in which each member or pair has its own
/// size get it from `size`, by places in the communicator.
using SizeOf = std::function<std::int64_t(std::uint32_t from, std::uint32_t to)>;
void run_collective(const CollectiveCall& call, Algorithm wanted, CollectiveRules rules, const SizeOf& size,
                    const RoundSink& sink);

}  // namespace ebb::inline record
