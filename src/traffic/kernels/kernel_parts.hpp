// Common parts of several kernels.
#pragma once

#include <bit>
#include <cmath>

#include "base/units.hpp"
#include "traffic/job/job_maker.hpp"
#include "traffic/kernels/kernel.hpp"
#include "traffic/kernels/kernel_sizes.hpp"

namespace ebb::inline traffic {

inline Picoseconds seconds_of(double seconds) {
  return {static_cast<std::int64_t>(std::llround(seconds * 1e12))};
}

/// Two processes exchange messages of this size, and wait for them.
inline void exchange(JobMaker& job, ProcessId a, ProcessId b, Bytes size) {
  if (a == b) return;
  const std::uint32_t there = job.send(a, b, size), back = job.send(b, a, size);
  job.receive(b, there), job.receive(a, back);
}

/// An all-reduce of this size by recursive doubling. The number of processes is a power of two.
inline void all_reduce(JobMaker& job, Bytes size) {
  for (ProcessId step = 1; step < job.processes(); step *= 2)
    for (ProcessId p = 0; p < job.processes(); ++p)
      if ((p & step) == 0) exchange(job, p, p | step, size);
}

/// A reduction to the first process, along a binomial tree.
inline void reduce(JobMaker& job, Bytes size) {
  for (ProcessId step = 1; step < job.processes(); step *= 2)
    for (ProcessId p = 0; p + step < job.processes(); p += 2 * step) job.transfer(p + step, p, size);
}

/// Each process sends this size to each other one, in rounds: in round k, to the one k further on.
inline void all_to_all(JobMaker& job, Bytes each) {
  const ProcessId n = job.processes();
  std::vector<std::uint32_t> sent(n);
  for (ProcessId k = 1; k < n; ++k) {
    for (ProcessId p = 0; p < n; ++p) sent[p] = job.send(p, (p + k) % n, each);
    for (ProcessId p = 0; p < n; ++p) job.receive((p + k) % n, sent[p]);
  }
}

inline void compute_all(JobMaker& job, Picoseconds time) {
  for (ProcessId p = 0; p < job.processes(); ++p) job.compute(p, time);
}

/// make_job() has checked that the class exists.
inline const KernelSize& size_of(const KernelSettings& settings) { return *kernel_size(settings.size); }

inline const char* power_of_two(std::uint32_t processes) {
  return std::has_single_bit(processes) && processes >= 2 ? nullptr : "a power of two, from 2 on";
}
inline const char* square(std::uint32_t processes) {
  const auto side = static_cast<std::uint32_t>(std::lround(std::sqrt(processes)));
  return side * side == processes && side >= 2 ? nullptr : "a square number, from 4 on";
}

}  // namespace ebb::inline traffic
