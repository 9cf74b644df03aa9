// Line solves in three directions, as NAS BT: five coupled unknowns at each point of a box diffuse, and each
// step solves the lines along x, y and z in turn. The box is divided into c^3 cells for c^2 processes. Each
// process has one cell in every slab, and works in every stage of a line solve.
//
// The initial field is a sum of waves that vanish at the box's walls. Each step multiplies each wave by a
// known factor, so the exact solution is known.
#include <fmt/core.h>

#include <numbers>

#include "programs/block_lines.hpp"
#include "programs/nas_programs.hpp"
#include "programs/processes.hpp"
#include "traffic/kernels/kernel_sizes.hpp"

namespace ebb::inline programs {
namespace {

constexpr double step = 0.8, coupling = 0.2, smoothing = 0.02;

struct Wave {
  std::array<int, 3> half_waves;  ///< along x, y, z
  Point of_unknowns;
  double spread;  ///< diffusivity of this mixture of unknowns
};
/// The coupling does not act on unknowns that add up to 0.
constexpr Wave waves[] = {{{1, 1, 1}, {1, 1, 1, 1, 1}, 1 + unknowns* coupling},
                          {{2, 1, 3}, {1, -1, 0, 0, 0}, 1},
                          {{1, 4, 2}, {0, 1, 1, -2, 0}, 1}};

/// Returns the factor by which a step multiplies a wave.
double left_of(const Wave& wave, int points) {
  double driven = 0, solved = 1;
  for (const int k : wave.half_waves) {
    const double curvature = 2 - 2 * std::cos(std::numbers::pi * k / (points + 1));
    driven += wave.spread * curvature + smoothing * curvature * curvature;
    solved *= 1 + step * wave.spread * curvature;
  }
  return 1 - step * driven / solved;
}

/// Returns the matrix that couples the unknowns, times a factor, with another factor on the diagonal.
Block coupled(double factor, double diagonal) {
  Block block{};
  for (std::size_t i = 0; i < unknowns; ++i)
    for (std::size_t j = 0; j < unknowns; ++j)
      block[i][j] = factor * (coupling + (i == j)) + (i == j) * diagonal;
  return block;
}

/// Returns the explicit change of the field at a point in a step, before the lines are solved.
Point driven(const Field& u, int x, int y, int z) {
  const Point &own = u.at(x, y, z), near = u.around(x, y, z, 1), far = u.around(x, y, z, 2);
  Point second{}, result{};
  for (std::size_t m = 0; m < unknowns; ++m) second[m] = near[m] - 6 * own[m];
  for (std::size_t m = 0; m < unknowns; ++m)
    result[m] =
        step * (second[m] + coupling * sum_of(second) - smoothing * (far[m] - 4 * near[m] + 18 * own[m]));
  return result;
}

/// The positions of a process's cells in the box of cells: on a diagonal, one in each slab.
struct Cells {
  int side, row, column;
  /// Returns the slab of a cell across an axis. The mapping is its own inverse, so it also returns the cell
  /// of a slab.
  int coordinate(int cell, std::size_t axis) const {
    return axis == 2 ? cell : ((axis == 0 ? column : row) - cell + side) % side;
  }
  int neighbour(std::size_t axis, int by) const {
    const int other_row = axis == 0 ? row : (row + by + side) % side,
              other_column = axis == 1 ? column : (column + by + side) % side;
    return other_row * side + other_column;
  }
};

class Steps {
 public:
  Steps(const Processes& all, int points) : points_(points) {
    const int side = static_cast<int>(std::lround(std::sqrt(all.count)));
    cells_ = {side, all.rank / side, all.rank % side}, m_ = points / side;
    u_.assign(static_cast<std::size_t>(side), Field(m_, m_, m_)), change_ = u_;
    for (int c = 0; c < side; ++c)
      field(c).each_point([&](int x, int y, int z) { field(c).at(x, y, z) = exact(c, x, y, z, 0); });
  }

  void iterate() {
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const int way : {1, -1}) exchange_faces(axis, way);
    for (std::size_t c = 0; c < u_.size(); ++c)
      u_[c].each_point([&](int x, int y, int z) { change_[c].at(x, y, z) = driven(u_[c], x, y, z); });
    for (std::size_t axis = 0; axis < 3; ++axis) solve_lines(axis);
    for (std::size_t c = 0; c < u_.size(); ++c)
      u_[c].each_point([&](int x, int y, int z) {
        for (std::size_t m = 0; m < unknowns; ++m) u_[c].at(x, y, z)[m] += change_[c].at(x, y, z)[m];
      });
  }
  double error(int steps) {
    double worst = 0;
    for (int c = 0; c < cells_.side; ++c)
      field(c).each_point([&](int x, int y, int z) {
        const Point wanted = exact(c, x, y, z, steps);
        for (std::size_t m = 0; m < unknowns; ++m)
          note_error(worst, std::abs(field(c).at(x, y, z)[m] - wanted[m]));
      });
    return worst;
  }

 private:
  Field& field(int cell) { return u_[static_cast<std::size_t>(cell)]; }

  Point exact(int c, int x, int y, int z, int steps) const {
    const std::array<int, 3> in_cell{x, y, z};
    Point point{};
    for (const Wave& wave : waves) {
      double value = std::pow(left_of(wave, points_), steps);
      for (std::size_t d = 0; d < 3; ++d) {
        const int at = cells_.coordinate(c, d) * m_ + in_cell[d] + 1;
        value *= std::sin(std::numbers::pi * wave.half_waves[d] * at / (points_ + 1));
      }
      for (std::size_t m = 0; m < unknowns; ++m) point[m] += value * wave.of_unknowns[m];
    }
    return point;
  }

  /// Exchanges two layers of all cells but the one at the wall; beyond a wall the field is mirrored with
  /// opposite sign.
  void exchange_faces(std::size_t axis, int way) {
    const int last = way > 0 ? cells_.side - 1 : 0, first = cells_.side - 1 - last;
    std::vector<Point> out, in;
    for (int c = 0; c < cells_.side; ++c)
      if (cells_.coordinate(c, axis) != last)
        field(c).each_inside(axis, way, [&](const Point& p) { out.push_back(p); });
    in.resize(out.size());
    exchange(out.data()->data(), cells_.neighbour(axis, way), in.data()->data(), cells_.neighbour(axis, -way),
             static_cast<int>(out.size() * unknowns));
    std::size_t i = 0;
    for (int c = 0; c < cells_.side; ++c)
      if (cells_.coordinate(c, axis) != first)
        field(c).each_outside(axis, -way, [&](Point& p) { p = in[i++]; });
      else
        put_wall(field(c), axis, -way);
  }
  /// The wall itself is 0, and the layer beyond it is the first inner one with opposite sign.
  void put_wall(Field& u, std::size_t axis, int end) const {
    std::vector<Point> inside;
    u.each_in_layer(axis, end > 0 ? m_ - 1 : 0, [&](const Point& p) { inside.push_back(p); });
    u.each_in_layer(axis, end > 0 ? m_ : -1, [](Point& p) { p = {}; });
    std::size_t i = 0;
    u.each_in_layer(axis, end > 0 ? m_ + 1 : -2, [&](Point& p) {
      for (std::size_t m = 0; m < unknowns; ++m) p[m] = -inside[i][m];
      ++i;
    });
  }

  /// Solves forward through the slabs and back, all lines of a cell at once.
  void solve_lines(std::size_t axis) {
    const Block beside = coupled(step, 0), middle = coupled(2 * step, 1);
    const auto across = static_cast<std::size_t>(m_ * m_), through = static_cast<std::size_t>(points_);
    std::vector<std::vector<Eliminated>> left(through, std::vector<Eliminated>(across));
    std::vector<Eliminated> before(across), given(across);
    for (int slab = 0; slab < cells_.side; ++slab) {
      Field& right = change_[static_cast<std::size_t>(cells_.coordinate(slab, axis))];
      for (int layer = 0; layer < m_; ++layer) {
        auto& here = left[static_cast<std::size_t>(slab * m_ + layer)];
        std::size_t i = 0;
        right.each_in_layer(axis, layer,
                            [&](const Point& p) { here[i] = eliminate(middle, beside, p, before[i]), ++i; });
        before = here;
      }
      if (slab + 1 < cells_.side) pass(before, given, axis, 1), before.swap(given);
    }
    std::vector<Point> next(across), told(across);
    for (int slab = cells_.side - 1; slab >= 0; --slab) {
      Field& result = change_[static_cast<std::size_t>(cells_.coordinate(slab, axis))];
      for (int layer = m_ - 1; layer >= 0; --layer) {
        const auto& here = left[static_cast<std::size_t>(slab * m_ + layer)];
        std::size_t i = 0;
        result.each_in_layer(axis, layer, [&](Point& p) { next[i] = p = substitute(here[i], next[i]), ++i; });
      }
      if (slab > 0) pass(next, told, axis, -1), next.swap(told);
    }
  }
  /// Passes a line's last equations to the process with the next cell.
  template <class Part>
  void pass(const std::vector<Part>& out, std::vector<Part>& in, std::size_t axis, int way) const {
    const auto numbers = static_cast<int>(out.size() * sizeof(Part) / sizeof(double));
    exchange(reinterpret_cast<const double*>(out.data()), cells_.neighbour(axis, way),
             reinterpret_cast<double*>(in.data()), cells_.neighbour(axis, -way), numbers);
  }

  int points_, m_ = 0;
  Cells cells_{};
  std::vector<Field> u_, change_;  ///< by cell
};

}  // namespace

std::string bt_misfit(int processes, const KernelSize& size) {
  const int side = static_cast<int>(std::lround(std::sqrt(processes)));
  if (size.bt_points % side == 0 && size.bt_points / side >= Field::layers) return "";
  return fmt::format("{} points a side, which {} cells do not divide", size.bt_points, side);
}

KernelOutcome run_bt(const Processes& all, const KernelSize& size, int iterations) {
  Steps steps(all, size.bt_points);
  for (int i = 0; i < iterations; ++i) steps.iterate();
  return {steps.error(iterations), 1e-12, fmt::format("diffusion on {}^3 points", size.bt_points)};
}

}  // namespace ebb::inline programs
