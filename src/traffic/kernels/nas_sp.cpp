// NAS SP: the sweeps of BT (cell_sweeps.hpp) over lines that are pentadiagonal in each unknown: a point
// depends on two to either side. Forward go 22 numbers for each point of a face: of two planes, two factors
// and the right sides of three unknowns with the same matrix, and two factors and a right side of each of the
// others. Back come 10, the five unknowns of two planes.
#include "traffic/kernels/benchmarks.hpp"
#include "traffic/kernels/cell_sweeps.hpp"

namespace ebb::inline traffic {
namespace {

/// Operations of an iteration on n^3 points, as the benchmarks count them for their reports.
double sp_operations(double n) { return 881.174 * n * n * n - 4683.91 * n * n + 11'484.5 * n - 19'272.4; }
double bt_operations(double n) { return 3478.8 * n * n * n - 17'655.7 * n * n + 28'023.7 * n; }

}  // namespace

/// It computes as fast as BT, whose time was measured.
void make_nas_sp(JobMaker& job, const KernelSettings& settings) {
  const double points = size_of(settings).bt_points;
  const double work = bt_work(settings) * sp_operations(points) / bt_operations(points);
  make_cell_sweeps(job, settings, {.forward = 22, .back = 10, .work = work});
}

}  // namespace ebb::inline traffic
