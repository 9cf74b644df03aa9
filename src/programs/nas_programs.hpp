// The kernel programs, each in its own file.
#pragma once

#include <string>

#include "traffic/kernels/kernel_sizes.hpp"

namespace ebb::inline programs {

struct Processes;

/// The result of one process: the largest relative error that it found.
struct KernelOutcome {
  double error = 0, allowed = 0;
  std::string value;  ///< what was computed, to be printed
};

struct KernelProgram {
  std::string_view name;  ///< of its kernel in traffic/kernels
  int iterations;         ///< by default
  /// Returns why a problem of this size cannot be divided among this many processes; empty when it can.
  std::string (*misfit)(int processes, const KernelSize& size);
  KernelOutcome (*run)(const Processes& all, const KernelSize& size, int iterations);
};

std::string bt_misfit(int processes, const KernelSize& size);
std::string cg_misfit(int processes, const KernelSize& size);
std::string ft_misfit(int processes, const KernelSize& size);
std::string is_misfit(int processes, const KernelSize& size);
std::string lu_misfit(int processes, const KernelSize& size);
std::string mg_misfit(int processes, const KernelSize& size);

KernelOutcome run_bt(const Processes& all, const KernelSize& size, int iterations);
KernelOutcome run_cg(const Processes& all, const KernelSize& size, int iterations);
KernelOutcome run_ft(const Processes& all, const KernelSize& size, int iterations);
KernelOutcome run_is(const Processes& all, const KernelSize& size, int iterations);
KernelOutcome run_lu(const Processes& all, const KernelSize& size, int iterations);
KernelOutcome run_mg(const Processes& all, const KernelSize& size, int iterations);

}  // namespace ebb::inline programs
