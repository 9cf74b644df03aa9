// What our MPI programs share: rank and size, and how two processes exchange numbers.
#pragma once

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/random.hpp"

namespace ebb::inline programs {

struct Processes {
  Processes() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
  }
  int rank = 0, count = 1;
};

/// Sends numbers to one process while receiving as many from another one.
inline void exchange(const double* out, int to, double* in, int from, int numbers) {
  MPI_Sendrecv(out, numbers, MPI_DOUBLE, to, 0, in, numbers, MPI_DOUBLE, from, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

/// A pseudo-random number from 0 to 1, the same on every process for the same place of a problem.
inline double drawn(std::uint64_t what, std::uint64_t place) {
  return Random(what, traffic_stream, place).unit();
}

/// Keeps the larger error. NaN counts as the largest.
inline void note_error(double& error, double found) {
  if (!(found <= error)) error = std::isfinite(found) ? found : std::numeric_limits<double>::infinity();
}

}  // namespace ebb::inline programs
