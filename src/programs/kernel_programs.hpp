// Small MPI programs that compute and send as the NAS benchmarks do, and check their own results. They are
// the real counterparts of the jobs that traffic/kernels makes by formulas: recorded, they send the same
// messages.
#pragma once

#include "base/result.hpp"
#include "traffic/kernels/kernel.hpp"
#include "traffic/kernels/kernel_sizes.hpp"

namespace ebb::inline programs {

/// Joins the processes that mpirun has started. Returns whether the result is correct; the first process
/// prints it. 0 iterations: the kernel's default.
Result<bool> run_kernel_program(const Kernel& kernel, const KernelSize& size, int iterations);

}  // namespace ebb::inline programs
