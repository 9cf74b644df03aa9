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
  open_mpi           ///< as Open MPI chooses by size and members
};
constexpr auto names_of(TrainingCollectives) {
  return std::array<std::string_view, 4>{"ring", "direct", "halving_doubling", "open_mpi"};
}

/// `bytes` is what Chakra calls comm_size: of an all-gather what each member has at first, of other calls
/// what each has before or after.
void training_rounds(TrainingCollectives how, Call call, std::uint32_t members, std::int64_t bytes,
                     const RoundSink& sink);

}  // namespace ebb::inline training
