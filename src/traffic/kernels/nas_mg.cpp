// NAS MG: V-cycles over a cube of n^3 points (class S 32, A 256, C 512), cut into boxes for a grid of
// processes. On each level, from n points down to 2 along a side, processes exchange the faces of their boxes
// three times: after restriction, residual and smoothing; on the finest one after residual, smoothing and the
// residual at the end of the cycle. The coarsest level has no residual, so two times. Dimension by dimension,
// with both neighbours, the ends joined. A face has (a + 2)(b + 2) numbers of 8 bytes; a box that is thinner
// than a point is counted as one point thick.
#include <array>

#include "base/units.hpp"
#include "traffic/kernels/benchmarks.hpp"
#include "traffic/kernels/kernel_parts.hpp"

namespace ebb::inline traffic {
namespace {

using Sides = std::array<std::uint32_t, 3>;

/// The powers of two are given to the sides in turn: 4 x 4 x 4 for 64, 8 x 4 x 4 for 128.
Sides grid_of(std::uint32_t processes) {
  Sides grid{1, 1, 1};
  for (int bit = 0; bit < std::countr_zero(processes); ++bit) grid[static_cast<std::size_t>(bit) % 3] *= 2;
  return grid;
}

ProcessId neighbour(ProcessId p, const Sides& grid, std::size_t side, std::uint32_t forward) {
  std::uint32_t unit = 1;
  for (std::size_t d = 0; d < side; ++d) unit *= grid[d];
  const std::uint32_t place = p / unit % grid[side];
  return p + ((place + forward) % grid[side]) * unit - place * unit;
}

void exchange_faces(JobMaker& job, const Sides& grid, std::int64_t points) {
  const auto thick = [&](std::size_t d) { return std::max<std::int64_t>(1, points / grid[d]) + 2; };
  for (std::size_t side = 0; side < 3; ++side) {
    if (grid[side] == 1) continue;
    const Bytes face{8 * thick((side + 1) % 3) * thick((side + 2) % 3)};
    for (const std::uint32_t forward : {1u, grid[side] - 1}) {
      std::vector<std::uint32_t> sent(job.processes());
      for (ProcessId p = 0; p < job.processes(); ++p)
        sent[p] = job.send(p, neighbour(p, grid, side, forward), face);
      for (ProcessId p = 0; p < job.processes(); ++p) job.receive(neighbour(p, grid, side, forward), sent[p]);
    }
  }
}

}  // namespace

void make_nas_mg(JobMaker& job, const KernelSettings& settings) {
  const Sides grid = grid_of(settings.processes);
  const std::int64_t finest = size_of(settings).mg_points;
  const double share = std::pow(static_cast<double>(finest) / 512, 3);
  // An estimate: 155.7 G operations in 20 iterations, at the rate of FT.
  const double work = 155.7 / 390 * 5.145 * 128 / settings.processes / 20 * share;
  for (std::uint32_t i = 0; i < settings.iterations; ++i)
    for (std::int64_t points = finest; points >= 2; points /= 2) {
      const int exchanges = points == 2 ? 2 : 3;
      // Each level has an eighth of the points of the one before: 7 parts in 8 are on the finest.
      const double part = 7.0 / 8 * std::pow(static_cast<double>(points) / static_cast<double>(finest), 3);
      for (int e = 0; e < exchanges; ++e) {
        compute_all(job, seconds_of(work * part / exchanges));
        exchange_faces(job, grid, points);
      }
    }
}

}  // namespace ebb::inline traffic
