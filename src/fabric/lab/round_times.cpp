#include "fabric/lab/round_times.hpp"

#include <cinttypes>
#include <cstdio>

namespace ebb::inline fabric {

std::vector<RoundEnd> read_rounds(const std::string& log) {
  std::vector<RoundEnd> rounds;
  for (std::size_t begin = 0, end = 0; (end = log.find('\n', begin)) != std::string::npos; begin = end + 1) {
    RoundEnd round;
    if (std::sscanf(log.c_str() + begin, "round %*d %lf wrong %" SCNd64, &round.at_s, &round.wrong) == 2)
      rounds.push_back(round);
  }
  return rounds;
}

MeanRound mean_round(const std::vector<RoundEnd>& rounds, double begin_s, double end_s) {
  MeanRound mean;
  for (std::size_t i = 1; i < rounds.size(); ++i) {
    if (rounds[i].at_s <= begin_s || rounds[i].at_s > end_s) continue;
    ++mean.rounds, mean.ms += 1000 * (rounds[i].at_s - rounds[i - 1].at_s);
  }
  if (mean.rounds > 0) mean.ms /= static_cast<double>(mean.rounds);
  return mean;
}

}  // namespace ebb::inline fabric
