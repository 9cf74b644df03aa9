// NAS CG: the smallest eigenvalue of a sparse matrix of order n (class S 1,400, A 14,000, C 150,000) by
// conjugate gradients, on a grid of R rows and C columns of processes, C = R or 2 R. An iteration is 26
// products of the matrix and a vector (25 steps and the residual). Each product sends, per process:
//   log2 C exchanges of n / R numbers in its row (the sum), one of n / C with its transpose partner, and
//   2 log2 C exchanges of one number (two dot products). A number has 8 bytes.
// Left out: log2 C exchanges of two numbers at the end of an iteration, for the eigenvalue.
#include "base/units.hpp"
#include "traffic/kernels/benchmarks.hpp"
#include "traffic/kernels/kernel_parts.hpp"

namespace ebb::inline traffic {

void make_nas_cg(JobMaker& job, const KernelSettings& settings) {
  const std::uint32_t processes = settings.processes;
  const std::uint32_t rows = 1u << (std::countr_zero(processes) / 2), columns = processes / rows;
  const std::int64_t order = size_of(settings).cg_order;
  const Bytes sum{8 * order / rows}, swapped{8 * order / columns}, number{8};
  // Class C on 64 processes computes for 7.858 s in 75 iterations of 26 products.
  const Picoseconds work =
      seconds_of(7.858 / 75 / 26 * 64 / processes * static_cast<double>(order) / 150'000);
  const auto along_rows = [&](Bytes size) {
    for (std::uint32_t step = 1; step < columns; step *= 2)
      for (ProcessId p = 0; p < processes; ++p)
        if ((p % columns & step) == 0) exchange(job, p, p + step, size);
  };
  const auto partner = [&](ProcessId p) {
    if (rows == columns) return p % rows * rows + p / rows;
    const std::uint32_t half = p / 2;  // with twice as many columns, pairs of processes change places
    return 2 * (half % rows * rows + half / rows) + p % 2;
  };
  for (std::uint32_t i = 0; i < settings.iterations * 26; ++i) {
    compute_all(job, work);
    along_rows(sum);
    for (ProcessId p = 0; p < processes; ++p)
      if (p < partner(p)) exchange(job, p, partner(p), swapped);
    along_rows(number), along_rows(number);
  }
}

}  // namespace ebb::inline traffic
