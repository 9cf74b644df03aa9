// A small parallel program that checks its own results: in each round every process sends a block to each
// other one and looks at every word that it got. It tells when each round ended, so that one sees what a
// network that changes does to it. It is a part of ebb so that an installed one brings it along.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"

namespace ebb::inline ranks {

struct MpiRounds {
  int rounds = 10;        ///< 0: only says whether this ebb was built with MPI
  int bytes = 4'000;      ///< from each process to each other one, in each round
  std::string stop = {};  ///< the program ends early when there is a file of this name
  std::string log = {};   ///< where the first process writes its lines; empty: standard output
};

/// Joins the processes that mpirun has started. Returns the words that arrived wrong, of all processes.
Result<std::int64_t> run_rounds(const MpiRounds& wanted);

}  // namespace ebb::inline ranks
