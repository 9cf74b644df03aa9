// Jobs that send what well-known parallel programs send: the patterns and volumes follow from their published
// algorithms, one file for each, with its formulas. How long they compute is measured where a paper says so,
// and estimated else; `compute_source` says which.
#pragma once

#include <array>
#include <string_view>

#include "traffic/job/job_maker.hpp"

namespace ebb::inline traffic {

struct KernelSettings {
  std::uint32_t processes = 64;
  std::uint32_t per_host = 1;
  std::uint32_t iterations = 0;  ///< of the program's; 0: as many as the kernel has by default
  char size = 'C';               ///< the class of the NAS benchmarks (kernel_sizes.hpp)
  Picoseconds software{};        ///< of a process's processor, for each byte sent or received
  double jitter = 0;             ///< times of computing vary by this share, drawn from the seed
  std::uint64_t seed = 1;
};

struct Kernel {
  std::string_view name, summary, compute_source;
  std::uint32_t iterations = 0;  ///< by default
  /// Of the whole program in the classes S, A and C (NAS Parallel Benchmarks 3); panels of HPL.
  std::array<std::uint32_t, 3> whole_iterations{};
  /// The numbers of processes that it runs with, in words; null when a number is fine.
  const char* (*refusal)(std::uint32_t processes) = nullptr;
  void (*make)(JobMaker& job, const KernelSettings& settings) = nullptr;
};

}  // namespace ebb::inline traffic
