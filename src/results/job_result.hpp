// The result of a job: a program whose messages wait for each other, so that its run time depends on the
// network.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/units.hpp"

namespace ebb::inline results {

struct JobResult {
  std::uint64_t operations = 0, done = 0;  ///< messages and computations
  Picoseconds run_time{};                  ///< until the last completed one
  std::uint64_t ranks = 0;                 ///< that have something to do
  std::uint64_t steps = 0;                 ///< of training that it repeats; 0: unknown
  Picoseconds without_network{};           ///< its run time if every message arrived at once
  double computing_ps = 0;                 ///< of all ranks together

  bool finished() const { return done == operations; }
  /// What the network costs: the communication that no computation hides.
  Picoseconds exposed() const { return std::max(run_time - without_network, Picoseconds{}); }
  /// The share of the run time in which a rank computes, on average.
  double computing_share() const {
    const double all = static_cast<double>(run_time.v) * static_cast<double>(ranks);
    return all > 0 ? computing_ps / all : 0;
  }
};

}  // namespace ebb::inline results
