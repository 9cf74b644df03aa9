// The rank of this process, when Slurm or mpirun started the same command several times.
#pragma once

#include <cstdint>

namespace ebb::inline study {

struct Allocation {
  std::int64_t rank = 0;
  std::int64_t on_this_machine = 1;  ///< processes that share this machine
};

/// Reads the environment that srun, mpirun (Open MPI, MPICH, Intel) and PMIx set; rank 0 of 1 without any.
Allocation allocation();

/// Cores that this process may use: those it is bound to, or its share of the machine's.
std::int64_t cores_for(const Allocation& allocation);

/// Bytes of memory that this process may use: its share of the machine's, or of the limit that a container or
/// a batch system sets (cgroups).
std::uint64_t memory_for(const Allocation& allocation);

}  // namespace ebb::inline study
