#include "programs/kernel_programs.hpp"

#include <fmt/core.h>

#include <cstdio>

#include "base/problem.hpp"

#ifdef EBB_MPI
#include <algorithm>

#include "programs/nas_programs.hpp"
#include "programs/processes.hpp"
#endif

namespace ebb::inline programs {

#ifdef EBB_MPI
namespace {

constexpr KernelProgram programs[] = {{"nas-bt", 4, bt_misfit, run_bt}, {"nas-cg", 3, cg_misfit, run_cg},
                                      {"nas-ft", 3, ft_misfit, run_ft}, {"nas-is", 4, is_misfit, run_is},
                                      {"nas-lu", 8, lu_misfit, run_lu}, {"nas-mg", 4, mg_misfit, run_mg}};

/// Returns why the program cannot run with this many processes.
Problems obstacles(const Kernel& kernel, const KernelProgram& program, const KernelSize& size,
                   int processes) {
  if (const char* allowed = kernel.refusal(static_cast<std::uint32_t>(processes)))
    return {{"mpirun",
             fmt::format("has started {} processes, but {} runs with {}", processes, kernel.name, allowed),
             "for example: mpirun -np 4 ebb lab kernel " + std::string(kernel.name)}};
  if (const std::string why = program.misfit(processes, size); !why.empty())
    return {{"mpirun",
             fmt::format("has started {} processes, but {} of class {} has {}", processes, kernel.name,
                         size.name, why),
             "take fewer processes, or a larger class"}};
  return {};
}

/// Only the first process reports, and it does so before mpirun notices that others have ended.
Result<bool> run_program(const Kernel& kernel, const KernelProgram& program, const KernelSize& size,
                         int iterations) {
  const Processes all;
  const bool first = all.rank == 0;
  if (Problems problems = obstacles(kernel, program, size, all.count); !problems.empty())
    return first ? Result<bool>(std::move(problems)) : Result<bool>(true);
  if (iterations == 0) iterations = program.iterations;
  const KernelOutcome mine = program.run(all, size, iterations);
  double worst = 0;
  MPI_Allreduce(&mine.error, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  const bool right = worst <= mine.allowed;
  if (first) {
    fmt::print("{} {}, {} processes, {} iterations: {}; error {:.1e} of at most {:.1e}: {}\n", kernel.name,
               size.name, all.count, iterations, mine.value, worst, mine.allowed, right ? "right" : "wrong");
    std::fflush(stdout);
  }
  return right;
}

}  // namespace

Result<bool> run_kernel_program(const Kernel& kernel, const KernelSize& size, int iterations) {
  const auto program = std::find_if(std::begin(programs), std::end(programs),
                                    [&](const KernelProgram& p) { return p.name == kernel.name; });
  if (program == std::end(programs))
    return Problem{"KERNEL", fmt::format("is {}, which there is no program of", kernel.name),
                   "`ebb trace make` makes its job; hpcc runs the real HPL"};
  MPI_Init(nullptr, nullptr);
  auto right = run_program(kernel, *program, size, iterations);
  MPI_Finalize();
  return right;
}

#else

Result<bool> run_kernel_program(const Kernel&, const KernelSize&, int) {
  return Problem{"ebb lab kernel", "is a program for MPI, but this ebb was built without it",
                 "install libopenmpi-dev and build again"};
}

#endif

}  // namespace ebb::inline programs
