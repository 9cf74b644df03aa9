// NAS LU: a cube of n^3 points (class S 12, A 64, C 162) on a grid of R rows and C columns of processes, each
// with a column of n planes. An iteration exchanges two layers of faces with the four neighbours (2 x 5
// numbers per point), then sweeps down and up as a wavefront: plane by plane, a process waits for the edges
// of two neighbours (5 numbers per point of an edge), computes, and passes its own edges on. A number has 8
// bytes.
#include "base/units.hpp"
#include "traffic/kernels/benchmarks.hpp"
#include "traffic/kernels/kernel_parts.hpp"

namespace ebb::inline traffic {
namespace {

struct ProcessRows {
  std::uint32_t rows, columns;
  Bytes row_edge, column_edge;  ///< of one plane: to the next row, to the next column
  std::int64_t planes;
};

void exchange_faces(JobMaker& job, const ProcessRows& g) {
  for (ProcessId p = 0; p < job.processes(); ++p) {
    if (p / g.columns + 1 < g.rows) exchange(job, p, p + g.columns, {2 * g.row_edge.v * g.planes});
    if (p % g.columns + 1 < g.columns) exchange(job, p, p + 1, {2 * g.column_edge.v * g.planes});
  }
}

/// From one corner of the grid to the other: down from the first process, up from the last.
void sweep_planes(JobMaker& job, const ProcessRows& g, bool down, Picoseconds plane) {
  for (std::int64_t k = 0; k < g.planes; ++k)
    for (ProcessId i = 0; i < job.processes(); ++i) {
      const ProcessId p = down ? i : job.processes() - 1 - i;
      const std::uint32_t row = p / g.columns, column = p % g.columns;
      job.compute(p, plane);
      if (down ? row + 1 < g.rows : row > 0)
        job.transfer(p, down ? p + g.columns : p - g.columns, g.row_edge);
      if (down ? column + 1 < g.columns : column > 0) job.transfer(p, down ? p + 1 : p - 1, g.column_edge);
    }
}

}  // namespace

void make_nas_lu(JobMaker& job, const KernelSettings& settings) {
  const std::uint32_t rows = 1u << (std::countr_zero(settings.processes) / 2);
  const std::int64_t points = size_of(settings).lu_points;
  ProcessRows g{rows, settings.processes / rows, {}, {}, points - 2};
  g.row_edge = {8 * 5 * points / g.columns}, g.column_edge = {8 * 5 * points / g.rows};
  // An estimate: 2,041 G operations in 250 iterations, at the rate of BT; a third of them before the sweeps.
  const double share = std::pow(static_cast<double>(points) / 162, 3);
  const double work = 2'041.0 / 2'834 * 51.705 * 64 / settings.processes / 250 * share;
  for (std::uint32_t i = 0; i < settings.iterations; ++i) {
    compute_all(job, seconds_of(work / 3));
    exchange_faces(job, g);
    const Picoseconds plane = seconds_of(work / 3 / static_cast<double>(g.planes));
    sweep_planes(job, g, true, plane);
    sweep_planes(job, g, false, plane);
  }
}

}  // namespace ebb::inline traffic
