// NAS BT: sweeps (cell_sweeps.hpp) that solve lines of blocks of 5 x 5. Forward go the block and the right
// side of each point of a face, 5 x 5 + 5 numbers; back come its 5 unknowns.
#include "traffic/kernels/benchmarks.hpp"
#include "traffic/kernels/cell_sweeps.hpp"

namespace ebb::inline traffic {

void make_nas_bt(JobMaker& job, const KernelSettings& settings) {
  make_cell_sweeps(job, settings, {.forward = 30, .back = 5, .work = bt_work(settings)});
}

}  // namespace ebb::inline traffic
