// A small parallel program that checks its own results: in each round every process sends a block to every
// other one and checks every received word. It prints when each round ended, which shows the effect of a
// changing network. It is a part of ebb, so that an installation includes it.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"

namespace ebb::inline programs {

struct MpiRounds {
  int rounds = 10;        ///< 0: only reports whether this ebb was built with MPI
  int bytes = 4'000;      ///< from each process to each other one, in each round
  std::string stop = {};  ///< the program ends early when there is a file of this name
  std::string log = {};   ///< where the first process writes its lines; empty: standard output
};

/// Joins the processes that mpirun has started. Returns the words that arrived wrong, of all processes.
Result<std::int64_t> run_rounds(const MpiRounds& wanted);

}  // namespace ebb::inline programs
