// All kernels, and jobs of them.
#pragma once

#include <span>

#include "base/result.hpp"
#include "traffic/kernels/kernel.hpp"

namespace ebb::inline traffic {

std::span<const Kernel> kernels();

/// Returns the kernel of that name, or a problem with the valid names.
Result<const Kernel*> find_kernel(const std::string& name);

/// Returns the job of a kernel, or why there is none.
Result<JobMaker> make_job(const Kernel& kernel, KernelSettings settings);

/// Iterations of the whole program in a class; 0 where there is no such class.
std::uint32_t whole_iterations(const Kernel& kernel, char size);

}  // namespace ebb::inline traffic
