// Compresses what channels did from span to span into three bytes each. All sums are integers, so the bytes
// are the same on any number of threads and ranks.
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.hpp"
#include "engine/simulation.hpp"
#include "results/run_time_series.hpp"

namespace ebb::inline engine {

class HistoryMaker {
 public:
  /// The limit on spans of all channels together: a million channels take a few megabytes.
  static constexpr std::int64_t most_cells = 16'000'000;

  /// Takes spans of this length, or of a multiple where these are too many; only whole ones up to `until`.
  HistoryMaker(const Simulation& simulation, Picoseconds span, Picoseconds until);

  /// Whether a span ends at this time.
  bool ends(Picoseconds time) const { return time.v > 0 && time.v % length_.v == 0; }
  /// Adds what this rank's channels did in the next span. Each channel has `width` numbers: the first is the
  /// busy time, and those from the third on are the times in each state.
  void add(const std::vector<std::int64_t>& numbers, std::size_t width);

  /// Returns the history of all channels, on rank 0. All ranks.
  ChannelHistory take() const;

 private:
  struct Cell {
    std::uint8_t busy = 0, rate = 0, state = 0;
  };
  Cell cell_of(const std::int64_t* numbers) const;

  const Simulation& sim_;
  Picoseconds length_;
  std::size_t level_count_;
  std::vector<std::vector<Cell>> spans_;  ///< [span][channel of this rank]
};

}  // namespace ebb::inline engine
