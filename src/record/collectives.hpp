// Collective calls: which algorithm, and its messages.
#pragma once

#include <array>
#include <string_view>

#include "record/algorithm.hpp"
#include "record/recorded_call.hpp"
#include "record/rounds.hpp"

namespace ebb::inline record {

/// Who chooses the algorithms.
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
  std::int64_t bytes = 0;               ///< as recorded_call.hpp says
  std::int64_t element = 1;             ///< bytes that a reduction cannot divide
};

/// The algorithm, or what stands in for it where it needs more elements or another number of members: with
/// fewer elements than members a ring is recursive doubling; with fewer than the largest power of two that is
/// no more than the members, Rabenseifner's algorithm is linear; recursive doubling of an all-gather is
/// Bruck's algorithm unless the members are a power of two, and an exchange with neighbours is a ring of an
/// odd number.
Algorithm feasible(Algorithm how, const CollectiveCall& call);

/// What the rules say, as far as it is feasible.
Algorithm choose(CollectiveRules rules, const CollectiveCall& call);

/// The messages of a call by an algorithm that is one for it. Calls in which each member or pair has
/// a size of its own ask `size`, by places in the communicator.
using SizeOf = std::function<std::int64_t(std::uint32_t from, std::uint32_t to)>;
void run_collective(const CollectiveCall& call, Algorithm wanted, CollectiveRules rules, const SizeOf& size,
                    const RoundSink& sink);

}  // namespace ebb::inline record
