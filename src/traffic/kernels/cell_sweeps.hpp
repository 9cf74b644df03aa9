// The communication of NAS BT and SP: a cube of n^3 points (class S 12, A 64, C 162) cut into c^3 cells for
// P = c^2 processes, each with c cells on a diagonal, so that all of them work in every stage of a sweep. A
// face of a cell has f = (n / c)^2 points. An iteration sends, per process:
//   two layers of the faces of its cells to the neighbours in six directions (2 x 5 f (c - 1) numbers each:
//   one of its cells is at the wall), and in each of three sweeps c - 1 messages forward and c - 1 back, with
//   some numbers for each point of a face.
// A number has 8 bytes.
#pragma once

#include "base/units.hpp"
#include "traffic/kernels/kernel_parts.hpp"

namespace ebb::inline traffic {

struct CellSweeps {
  double forward, back;  ///< numbers for each point of a face
  double work;           ///< computing time of an iteration, in seconds; a tenth of it before the sweeps
};

/// The process that has the next cells along x, along y, or along the diagonal, which stands for z.
inline ProcessId next_process(ProcessId p, std::uint32_t side, int axis, bool forward) {
  std::uint32_t row = p / side, column = p % side;
  const std::uint32_t by = forward ? 1 : side - 1;
  if (axis != 1) column = (column + by) % side;
  if (axis != 0) row = (row + by) % side;
  return row * side + column;
}

inline void send_all(JobMaker& job, std::uint32_t side, int axis, bool forward, Bytes size) {
  std::vector<std::uint32_t> sent(job.processes());
  for (ProcessId p = 0; p < job.processes(); ++p)
    sent[p] = job.send(p, next_process(p, side, axis, forward), size);
  for (ProcessId p = 0; p < job.processes(); ++p) job.receive(next_process(p, side, axis, forward), sent[p]);
}

inline void make_cell_sweeps(JobMaker& job, const KernelSettings& settings, const CellSweeps& sweeps) {
  const auto side = static_cast<std::uint32_t>(std::lround(std::sqrt(settings.processes)));
  const double points = size_of(settings).bt_points, face = points / side * points / side;
  const auto bytes = [&](double numbers) { return Bytes{static_cast<std::int64_t>(8 * numbers * face)}; };
  for (std::uint32_t i = 0; i < settings.iterations; ++i) {
    compute_all(job, seconds_of(sweeps.work / 10));
    for (int axis = 0; axis < 3; ++axis)
      for (const bool forward : {true, false})
        send_all(job, side, axis, forward, bytes(2 * 5.0 * (side - 1)));
    const Picoseconds stage = seconds_of(sweeps.work * 0.9 / 3 / (2.0 * side));
    for (int axis = 0; axis < 3; ++axis)
      for (const bool forward : {true, false})
        for (std::uint32_t cell = 0; cell < side; ++cell) {
          compute_all(job, stage);
          if (cell + 1 < side)
            send_all(job, side, axis, forward, bytes(forward ? sweeps.forward : sweeps.back));
        }
  }
}

/// The computing time of an iteration of BT: class C on 64 processes computes for 51.705 s in 200 iterations.
inline double bt_work(const KernelSettings& settings) {
  return 51.705 / 200 * 64 / settings.processes * std::pow(size_of(settings).bt_points / 162.0, 3);
}

}  // namespace ebb::inline traffic
