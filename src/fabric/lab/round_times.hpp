// When the rounds of `ebb lab rounds` ended, as it wrote them down.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ebb::inline fabric {

struct RoundEnd {
  double at_s = 0;         ///< by this machine's steady clock
  std::int64_t wrong = 0;  ///< words so far, of all processes
};
/// The lines that are whole.
std::vector<RoundEnd> read_rounds(const std::string& log);

struct MeanRound {
  std::uint64_t rounds = 0;
  double ms = 0;
};
/// Of the rounds that ended in this time. The first of all has no beginning, and does not count.
MeanRound mean_round(const std::vector<RoundEnd>& rounds, double begin_s, double end_s);

}  // namespace ebb::inline fabric
