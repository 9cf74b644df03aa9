// The messages of a collective call in training, by the algorithms of accelerators' libraries.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "record/recorded_call.hpp"
#include "record/rounds.hpp"

namespace ebb::inline training {

enum class TrainingCollectives : std::uint8_t {
  ring,              ///< each to its neighbour, in as many rounds as there are others; all-to-all: direct
  direct,            ///< each to each at once
  halving_doubling,  ///< halves, quarters, … with the member 1, 2, 4, … places away
  open_mpi,          ///< as Open MPI chooses by size and members
  tree,              ///< along a binomial tree to the first member and back; all-to-all: direct
  hierarchical       ///< inside servers, then between those of the same place in their servers
};
constexpr auto names_of(TrainingCollectives) {
  return std::array<std::string_view, 6>{"ring",     "direct", "halving_doubling",
                                         "open_mpi", "tree",   "hierarchical"};
}

/// A message whose data nobody asks for.
inline RoundMessage bare_message(std::uint32_t from, std::uint32_t to, std::int64_t bytes) {
  RoundMessage m;
  m.from = from, m.to = to, m.bare = bytes;
  return m;
}

struct CollectiveStyle {
  TrainingCollectives how = TrainingCollectives::ring;
  std::uint32_t per_server = 8;  ///< of hierarchical: consecutive members in a server
  /// Of direct all-to-all: the first member gets 1 + skew times the mean, the last one 1 - skew times, and
  /// those between them evenly less. Experts of a model are not equally popular.
  double skew = 0;

  CollectiveStyle() = default;
  CollectiveStyle(TrainingCollectives h) : how(h) {}  // NOLINT: a style is little else
};

/// `bytes` is what Chakra calls comm_size: of an all-gather what each member has at first, of other calls
/// what each has before or after.
void training_rounds(const CollectiveStyle& style, Call call, std::uint32_t members, std::int64_t bytes,
                     const RoundSink& sink);

/// The hierarchical ones of the four calls that all members begin and end with data of one size: all_reduce,
/// all_gather, reduce_scatter, all_to_all. The members are a multiple of `per_server`, and more.
void hierarchical_rounds(Call call, std::uint32_t members, std::uint32_t per_server, std::int64_t bytes,
                         const RoundSink& sink);

}  // namespace ebb::inline training
