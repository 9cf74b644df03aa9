// End times of the rounds of `ebb lab rounds`, from its log.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ebb::inline fabric {

struct RoundEnd {
  double at_s = 0;         ///< by this machine's steady clock
  std::int64_t wrong = 0;  ///< wrong words so far, over all processes
};
/// Parses the complete lines.
std::vector<RoundEnd> read_rounds(const std::string& log);

struct MeanRound {
  std::uint64_t rounds = 0;
  double ms = 0;
};
/// Mean duration of the rounds that ended in this interval. The very first round has no start time and does
/// not count.
MeanRound mean_round(const std::vector<RoundEnd>& rounds, double begin_s, double end_s);

}  // namespace ebb::inline fabric
