#include "traffic/kernels/kernel_list.hpp"

#include <fmt/core.h>

#include "base/problem.hpp"
#include "base/spelling.hpp"
#include "traffic/kernels/benchmarks.hpp"
#include "traffic/kernels/kernel_parts.hpp"
#include "traffic/kernels/kernel_sizes.hpp"

namespace ebb::inline traffic {
namespace {

constexpr const char *measured = "measured (Koibuchi et al., Table 4)", *estimated = "estimated";

const char* any_pair(std::uint32_t processes) {
  return processes >= 2 && processes % 2 == 0 ? nullptr : "an even number";
}

constexpr Kernel all[] = {
    {"hpl",
     "HPL: panels of a dense matrix along rows, rows of it along columns",
     "85 % of the peak of a core at 2.3 GHz (assumed)",
     6,
     {11, 54, 1'068},
     any_pair,
     make_hpl},
    {"nas-bt",
     "NAS BT: faces of cells, and sweeps in three directions",
     measured,
     2,
     {60, 200, 200},
     square,
     make_nas_bt},
    {"nas-cg",
     "NAS CG: sums along rows of processes, and a transpose",
     measured,
     1,
     {15, 15, 75},
     power_of_two,
     make_nas_cg},
    {"nas-ft", "NAS FT: each process to each, much", measured, 2, {6, 6, 20}, power_of_two, make_nas_ft},
    {"nas-is", "NAS IS: each process to each, less", estimated, 2, {10, 10, 10}, power_of_two, make_nas_is},
    {"nas-lu",
     "NAS LU: wavefronts of many small messages",
     estimated,
     2,
     {50, 250, 250},
     power_of_two,
     make_nas_lu},
    {"nas-mg", "NAS MG: faces of boxes on many levels", estimated, 2, {4, 4, 20}, power_of_two, make_nas_mg},
    {"nas-sp",
     "NAS SP: faces of cells, and more, smaller sweeps than BT",
     estimated,
     2,
     {100, 400, 400},
     square,
     make_nas_sp}};

}  // namespace

std::span<const Kernel> kernels() { return all; }

Result<const Kernel*> find_kernel(const std::string& name) {
  std::vector<std::string> names;
  for (const Kernel& kernel : all) {
    if (kernel.name == name) return &kernel;
    names.emplace_back(kernel.name);
  }
  return Problem{"KERNEL", "is \"" + name + "\", which is unknown", name_hint(name, names)};
}

std::uint32_t whole_iterations(const Kernel& kernel, char size) {
  for (std::size_t i = 0; i < kernel_sizes.size(); ++i)
    if (kernel_sizes[i].name == size) return kernel.whole_iterations[i];
  return 0;
}

Result<JobMaker> make_job(const Kernel& kernel, KernelSettings settings) {
  constexpr std::uint32_t most_processes = 4'096, most_iterations = 10'000;
  if (settings.processes < 2 || settings.processes > most_processes)
    return Problem{"--processes",
                   fmt::format("is {}, but must be between 2 and {}", settings.processes, most_processes),
                   ""};
  if (const char* allowed = kernel.refusal(settings.processes))
    return Problem{"--processes",
                   fmt::format("is {}, but {} runs with {}", settings.processes, kernel.name, allowed),
                   "change --processes"};
  if (settings.per_host < 1 || settings.per_host >= settings.processes)
    return Problem{"--per-host",
                   fmt::format("is {}, but there are {} processes", settings.per_host, settings.processes),
                   "put fewer processes on each host: on a single host there is no traffic"};
  if (!kernel_size(settings.size))
    return Problem{"--class", fmt::format("is '{}', but must be {}", settings.size, kernel_size_names),
                   "for example: --class C"};
  if (settings.iterations == 0) settings.iterations = kernel.iterations;
  if (settings.iterations > most_iterations)
    return Problem{"--iterations",
                   fmt::format("is {}, but must be at most {}", settings.iterations, most_iterations),
                   "for example: --iterations 2"};
  if (!(settings.jitter >= 0 && settings.jitter < 1))
    return Problem{"--jitter", fmt::format("is {}, but must be a share from 0 to below 1", settings.jitter),
                   "for example: --jitter 0.02"};
  JobMaker job(settings.processes, settings.per_host);
  job.set_software(settings.software);
  job.set_jitter(settings.jitter, settings.seed);
  kernel.make(job, settings);
  return job;
}

}  // namespace ebb::inline traffic
