// Symmetric successive over-relaxation by wavefronts, as NAS LU: five unknowns at each point of a box,
// coupled with each other and with their neighbours. Each iteration computes the residual, for which it needs
// two ghost layers. Then it sweeps through the planes from one corner of the processes to the other and back,
// with the edges received from the previous processes.
//
// The right-hand side is computed from a random solution; each iteration must come nearer to it.
#include <fmt/core.h>

#include <algorithm>
#include <bit>

#include "programs/five_unknowns.hpp"
#include "programs/nas_programs.hpp"
#include "programs/processes.hpp"
#include "traffic/kernels/kernel_sizes.hpp"

namespace ebb::inline programs {
namespace {

constexpr double coupling = 0.1, smoothing = 0.02;
/// The weights of an unknown and of its neighbours in its equation.
constexpr double own_weight = 6.9 + 18 * smoothing, beside = 1 + 4 * smoothing;
/// Each iteration leaves at most this fraction of the error.
constexpr double most_left = 0.5;

/// The equations at a point: its own unknowns, its six neighbours, and a smoothing across two points.
Point equations(const Field& u, int x, int y, int z) {
  const Point &own = u.at(x, y, z), near = u.around(x, y, z, 1), far = u.around(x, y, z, 2);
  Point result{};
  for (std::size_t m = 0; m < unknowns; ++m)
    result[m] = own_weight * own[m] + coupling * sum_of(own) - beside * near[m] + smoothing * far[m];
  return result;
}
/// Solves for the unknowns of one point alone, without its neighbours.
Point solved(const Point& p) {
  const double shared = coupling / (own_weight + unknowns * coupling) * sum_of(p);
  Point result{};
  for (std::size_t m = 0; m < unknowns; ++m) result[m] = (p[m] - shared) / own_weight;
  return result;
}

class Relaxation {
 public:
  Relaxation(const Processes& all, int points)
      : rows_(1 << std::countr_zero(static_cast<unsigned>(all.count)) / 2),
        columns_(all.count / rows_),
        row_(all.rank / columns_),
        column_(all.rank % columns_),
        points_(points),
        x_(points / rows_),
        y_(points / columns_),
        planes_(points - 2),
        u_(x_, y_, planes_),
        right_(u_),
        change_(u_) {
    Field solution = u_;
    for (int x = -Field::layers; x < x_ + Field::layers; ++x)
      for (int y = -Field::layers; y < y_ + Field::layers; ++y)
        for (int z = 0; z < planes_; ++z) solution.at(x, y, z) = exact(x, y, z);
    u_.each_point([&](int x, int y, int z) { right_.at(x, y, z) = equations(solution, x, y, z); });
  }

  void iterate() {
    for (const std::size_t axis : {0, 1})
      for (const int way : {1, -1}) exchange_faces(axis, way);
    u_.each_point([&](int x, int y, int z) {
      const Point is = equations(u_, x, y, z);
      for (std::size_t m = 0; m < unknowns; ++m) change_.at(x, y, z)[m] = right_.at(x, y, z)[m] - is[m];
    });
    for (int z = 0; z < planes_; ++z) sweep_plane(z, -1);
    clear_edges();
    for (int z = planes_ - 1; z >= 0; --z) sweep_plane(z, 1);
    clear_edges();
    u_.each_point([&](int x, int y, int z) {
      for (std::size_t m = 0; m < unknowns; ++m) u_.at(x, y, z)[m] += change_.at(x, y, z)[m];
    });
  }
  double error() const {
    double worst = 0;
    u_.each_point([&](int x, int y, int z) {
      const Point wanted = exact(x, y, z);
      for (std::size_t m = 0; m < unknowns; ++m) note_error(worst, std::abs(u_.at(x, y, z)[m] - wanted[m]));
    });
    return worst;
  }

 private:
  /// The exact solution, from -1 to 1; 0 outside the box.
  Point exact(int x, int y, int z) const {
    const int gx = row_ * x_ + x, gy = column_ * y_ + y;
    Point point{};
    if (gx < 0 || gy < 0 || gx >= points_ || gy >= points_) return point;
    for (std::size_t m = 0; m < unknowns; ++m)
      point[m] = 2 * drawn(9 + m, static_cast<std::uint64_t>((gx * points_ + gy) * points_ + z)) - 1;
    return point;
  }
  /// Returns the next process along an axis; none beyond the edge.
  int neighbour(std::size_t axis, int by) const {
    const int row = row_ + (axis == 0 ? by : 0), column = column_ + (axis == 1 ? by : 0);
    const bool there = row >= 0 && column >= 0 && row < rows_ && column < columns_;
    return there ? row * columns_ + column : MPI_PROC_NULL;
  }

  void exchange_faces(std::size_t axis, int way) {
    std::vector<Point> out, in;
    u_.each_inside(axis, way, [&](const Point& p) { out.push_back(p); });
    in.resize(out.size());
    exchange(out.data()->data(), neighbour(axis, way), in.data()->data(), neighbour(axis, -way),
             static_cast<int>(out.size() * unknowns));
    std::size_t i = 0;
    u_.each_outside(axis, -way, [&](Point& p) { p = in[i++]; });
  }

  /// One plane of a sweep: with behind = -1 from the points before a point in x, y and z, with 1 from those
  /// after it.
  void sweep_plane(int z, int behind) {
    receive_edge(0, behind, z), receive_edge(1, behind, z);
    for (int i = 0; i < x_; ++i)
      for (int j = 0; j < y_; ++j) {
        const int x = behind < 0 ? i : x_ - 1 - i, y = behind < 0 ? j : y_ - 1 - j;
        const Point &by_x = change_.at(x + behind, y, z), &by_y = change_.at(x, y + behind, z),
                    &by_z = change_.at(x, y, z + behind);
        Point sum{}, &own = change_.at(x, y, z);
        // The lower sweep solves for the residual together with the changes before it; the upper one adds
        // those after it.
        for (std::size_t m = 0; m < unknowns; ++m)
          sum[m] = beside * (by_x[m] + by_y[m] + by_z[m]) + (behind < 0 ? own[m] : 0);
        const Point more = solved(sum);
        for (std::size_t m = 0; m < unknowns; ++m) own[m] = more[m] + (behind < 0 ? 0 : own[m]);
      }
    send_edge(0, -behind, z), send_edge(1, -behind, z);
  }
  /// Calls each(point) for one line of a plane: the layer `at` across an axis.
  template <class Each>
  void each_on_edge(std::size_t axis, int at, int z, const Each& each) {
    for (int i = 0; i < (axis == 0 ? y_ : x_); ++i)
      each(axis == 0 ? change_.at(at, i, z) : change_.at(i, at, z));
  }
  void receive_edge(std::size_t axis, int from, int z) {
    const int peer = neighbour(axis, from);
    if (peer == MPI_PROC_NULL) return;
    std::vector<Point> edge(static_cast<std::size_t>(axis == 0 ? y_ : x_));
    MPI_Recv(edge.data(), static_cast<int>(edge.size() * unknowns), MPI_DOUBLE, peer, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    std::size_t i = 0;
    each_on_edge(axis, from < 0 ? -1 : u_.side(axis), z, [&](Point& p) { p = edge[i++]; });
  }
  void send_edge(std::size_t axis, int to, int z) {
    const int peer = neighbour(axis, to);
    if (peer == MPI_PROC_NULL) return;
    std::vector<Point> edge;
    each_on_edge(axis, to < 0 ? 0 : u_.side(axis) - 1, z, [&](const Point& p) { edge.push_back(p); });
    MPI_Send(edge.data(), static_cast<int>(edge.size() * unknowns), MPI_DOUBLE, peer, 0, MPI_COMM_WORLD);
  }
  /// The next sweep must not reuse the edges of this one.
  void clear_edges() {
    for (const std::size_t axis : {0, 1})
      for (const int end : {-1, 1}) change_.each_outside(axis, end, [](Point& p) { p = {}; });
  }

  const int rows_, columns_, row_, column_, points_, x_, y_, planes_;
  Field u_, right_, change_;
};

}  // namespace

std::string lu_misfit(int processes, const KernelSize& size) {
  const int rows = 1 << std::countr_zero(static_cast<unsigned>(processes)) / 2, columns = processes / rows;
  const bool divided = size.lu_points % columns == 0 && size.lu_points % rows == 0;
  if (divided && size.lu_points / columns >= Field::layers) return "";
  return fmt::format("{} points a side, which {} columns of processes do not divide", size.lu_points,
                     columns);
}

KernelOutcome run_lu(const Processes& all, const KernelSize& size, int iterations) {
  Relaxation relaxation(all, size.lu_points);
  for (int i = 0; i < iterations; ++i) relaxation.iterate();
  return {relaxation.error(), std::max(1e-13, std::pow(most_left, iterations)),
          fmt::format("relaxation on {}^3 points", size.lu_points)};
}

}  // namespace ebb::inline programs
