// Jobs with the communication of well-known parallel programs: the patterns and volumes follow from their
// published algorithms, one file for each, with its formulas. Computing times are measured where a paper
// gives them, and otherwise estimated; `compute_source` tells which.
#pragma once

#include <array>
#include <string_view>

#include "base/units.hpp"
#include "traffic/job/job_maker.hpp"

namespace ebb::inline traffic {

struct KernelSettings {
  std::uint32_t processes = 64;
  std::uint32_t per_host = 1;
  std::uint32_t iterations = 0;  ///< of the program's; 0: the kernel's default
  char size = 'C';               ///< the class of the NAS benchmarks (kernel_sizes.hpp)
  Picoseconds software{};        ///< of a process's processor, for each byte sent or received
  double jitter = 0;             ///< computing times vary by this fraction, sampled from the seed
  std::uint64_t seed = 1;
};

struct Kernel {
  std::string_view name, summary, compute_source;
  std::uint32_t iterations = 0;  ///< by default
  /// Of the whole program in the classes S, A and C (NAS Parallel Benchmarks 3); panels of HPL.
  std::array<std::uint32_t, 3> whole_iterations{};
  /// Describes the valid numbers of processes; null when the number is valid.
  const char* (*refusal)(std::uint32_t processes) = nullptr;
  void (*make)(JobMaker& job, const KernelSettings& settings) = nullptr;
};

}  // namespace ebb::inline traffic
