#include "tasks/lab/kernel_task.hpp"

#include "base/problem.hpp"
#include "programs/kernel_programs.hpp"
#include "traffic/kernels/kernel_list.hpp"
#include "traffic/kernels/kernel_sizes.hpp"

namespace ebb::inline tasks {

Result<bool> run_lab_kernel(const LabKernelOptions& options) {
  const auto kernel = find_kernel(options.kernel);
  if (!kernel) return kernel.problems();
  const KernelSize* size = options.size.size() == 1 ? kernel_size(options.size[0]) : nullptr;
  if (!size)
    return Problem{"--class", "is \"" + options.size + "\", but must be " + kernel_size_names,
                   "S is the smallest problem, C the largest"};
  return run_kernel_program(**kernel, *size, options.iterations);
}

}  // namespace ebb::inline tasks
