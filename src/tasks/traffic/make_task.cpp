#include "tasks/traffic/make_task.hpp"

#include <fmt/format.h>

#include "base/problem.hpp"

namespace ebb::inline tasks {

Result<TraceOutcome> make_trace(const TraceMakeOptions& options) {
  const auto found = find_kernel(options.kernel);
  if (!found) return found.problems();
  const Kernel& kernel = **found;
  const KernelSettings& settings = options.settings;
  if (Problems problems = options.target.check(); !problems.empty()) return problems;
  auto job = make_job(kernel, settings);
  if (!job) return job.problems();
  return write_job(
      *job, options.target,
      fmt::format("{}: {} of {} iterations of the whole program in class {}; its computing times are {}\n",
                  kernel.name, settings.iterations == 0 ? kernel.iterations : settings.iterations,
                  whole_iterations(kernel, settings.size), settings.size, kernel.compute_source));
}

}  // namespace ebb::inline tasks
