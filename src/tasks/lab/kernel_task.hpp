// The MPI programs of labs as functions: `ebb lab rounds` (run_rounds), and `ebb lab kernel`, which computes
// and sends as a NAS benchmark does.
#pragma once

#include <string>

#include "base/result.hpp"
#include "programs/mpi_rounds.hpp"

namespace ebb::inline tasks {

struct LabKernelOptions {
  std::string kernel;      ///< nas-bt, nas-cg, nas-ft, nas-is, nas-lu, nas-mg
  std::string size = "S";  ///< of the problem: S, A or C
  int iterations = 0;      ///< 0: the kernel's default
};

/// Joins the processes that mpirun has started. Returns whether the result is correct; the first process
/// prints it.
Result<bool> run_lab_kernel(const LabKernelOptions& options);

}  // namespace ebb::inline tasks
