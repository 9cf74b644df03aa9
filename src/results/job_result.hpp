// The result of a job: a program whose messages wait for each other, so that its run time depends on the
// network.
#pragma once

#include <cstdint>

#include "base/units.hpp"

namespace ebb::inline results {

struct JobResult {
  std::uint64_t operations = 0, done = 0;  ///< messages and computations
  Picoseconds run_time{};                  ///< until the last completed one
  bool finished() const { return done == operations; }
};

}  // namespace ebb::inline results
