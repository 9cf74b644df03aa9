// Multigrid V-cycles, as NAS MG: Poisson's equation in a periodic box, with 1 and -1 at a few points on the
// right-hand side. Processes have boxes with one ghost layer, which they exchange after each step. On the
// coarsest grid each process still has a point.
//
// The weights of the equation, the smoother and the restriction are those of the benchmark's report (Bailey
// et al., 1991), by how many coordinates of a neighbour differ. The right-hand side is made of waves, for
// which the solution is known; each cycle must leave at most a third of the error.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numbers>

#include "programs/nas_programs.hpp"
#include "programs/processes.hpp"
#include "traffic/kernels/kernel_sizes.hpp"

namespace ebb::inline programs {
namespace {

using Weights = std::array<double, 4>;
constexpr Weights equation{-8.0 / 3, 0, 1.0 / 6, 1.0 / 12}, smoother{-3.0 / 8, 1.0 / 32, -1.0 / 64, 0},
    coarser{1.0 / 2, 1.0 / 4, 1.0 / 8, 1.0 / 16};
constexpr double most_left = 1.0 / 3;
using Sides = std::array<int, 3>;
/// The number of periods of each wave along x, y and z.
constexpr std::array<Sides, 3> waves{{{1, 2, 1}, {3, 0, 2}, {2, 5, 4}}};

/// Distributes the powers of two over the sides in turn.
Sides grid_of(int processes) {
  Sides grid{1, 1, 1};
  for (int bit = 0; bit < std::countr_zero(static_cast<unsigned>(processes)); ++bit)
    grid[static_cast<std::size_t>(bit) % 3] *= 2;
  return grid;
}

/// A box of values with one ghost layer.
struct Box {
  explicit Box(Sides own) : side(own) {
    numbers.resize(static_cast<std::size_t>((own[0] + 2) * (own[1] + 2) * (own[2] + 2)));
  }
  double& at(int x, int y, int z) { return numbers[place(x, y, z)]; }
  double at(int x, int y, int z) const { return numbers[place(x, y, z)]; }
  std::size_t place(int x, int y, int z) const {
    return static_cast<std::size_t>(((z + 1) * (side[1] + 2) + y + 1) * (side[0] + 2) + x + 1);
  }
  template <class Each>
  void each_point(const Each& each) const {
    for (int z = 0; z < side[2]; ++z)
      for (int y = 0; y < side[1]; ++y)
        for (int x = 0; x < side[0]; ++x) each(x, y, z);
  }
  Sides side;
  std::vector<double> numbers;
};

double weighed(const Box& box, const Weights& weights, int x, int y, int z) {
  double sum = 0;
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        sum +=
            weights[static_cast<std::size_t>(dx * dx + dy * dy + dz * dz)] * box.at(x + dx, y + dy, z + dz);
  return sum;
}

class Cycles {
 public:
  Cycles(const Processes& all, int points)
      : rank_(all.rank), grid_(grid_of(all.count)), right_(own_side(points)) {
    const int coarsest = std::max(2, grid_[0]);
    for (int p = points; p >= coarsest; p /= 2) u_.emplace_back(own_side(p)), r_.emplace_back(own_side(p));
    right_.each_point([&](int x, int y, int z) {
      for (const Sides& wave : waves) right_.at(x, y, z) += weight_of(wave) * height(wave, x, y, z);
    });
    r_[0] = right_;
    exchange_faces(r_[0]);
  }

  void cycle() {
    const std::size_t last = u_.size() - 1;
    for (std::size_t level = 1; level <= last; ++level) restrict_to(level);
    std::fill(u_[last].numbers.begin(), u_[last].numbers.end(), 0.0);
    smooth(last);
    for (std::size_t level = last; level-- > 0;) {
      if (level > 0) std::fill(u_[level].numbers.begin(), u_[level].numbers.end(), 0.0);
      interpolate_to(level);
      residual(level);
      smooth(level);
    }
    residual(0);
  }
  double error() const {
    double worst = 0;
    u_[0].each_point([&](int x, int y, int z) {
      double wanted = 0;
      for (const Sides& wave : waves) wanted += height(wave, x, y, z);
      note_error(worst, std::abs(u_[0].at(x, y, z) - wanted));
    });
    return worst;
  }

 private:
  Sides own_side(int points) const { return {points / grid_[0], points / grid_[1], points / grid_[2]}; }
  double angle(int times) const { return 2 * std::numbers::pi * times / (right_.side[0] * grid_[0]); }
  /// Returns the value of a wave at a point of this box.
  double height(const Sides& wave, int x, int y, int z) const {
    const Sides at{x, y, z};
    int phase = 0;
    for (std::size_t d = 0; d < 3; ++d) phase += wave[d] * (place_in_grid(d) * right_.side[d] + at[d]);
    return std::sin(angle(phase));
  }
  /// Returns the eigenvalue of the equation for a wave.
  double weight_of(const Sides& wave) const {
    const double a = std::cos(angle(wave[0])), b = std::cos(angle(wave[1])), c = std::cos(angle(wave[2]));
    return equation[0] + equation[1] * 2 * (a + b + c) + equation[2] * 4 * (a * b + a * c + b * c) +
           equation[3] * 8 * a * b * c;
  }
  int unit(std::size_t d) const { return d == 0 ? 1 : d == 1 ? grid_[0] : grid_[0] * grid_[1]; }
  int place_in_grid(std::size_t d) const { return rank_ / unit(d) % grid_[d]; }
  int neighbour(std::size_t d, int by) const {
    const int place = place_in_grid(d), other = (place + by + grid_[d]) % grid_[d];
    return rank_ + (other - place) * unit(d);
  }

  /// Goes dimension by dimension, so that edges and corners come with the faces of the next one.
  void exchange_faces(Box& box) const {
    for (std::size_t d = 0; d < 3; ++d)
      for (const int by : {1, -1}) {
        std::vector<double> out = layer(box, d, by > 0 ? box.side[d] - 1 : 0), in(out.size());
        if (grid_[d] == 1)
          in = out;
        else
          exchange(out.data(), neighbour(d, by), in.data(), neighbour(d, -by), static_cast<int>(out.size()));
        std::size_t i = 0;
        each_in_layer(box, d, by > 0 ? -1 : box.side[d],
                      [&](std::size_t place) { box.numbers[place] = in[i++]; });
      }
  }
  static std::vector<double> layer(const Box& box, std::size_t d, int at) {
    std::vector<double> found;
    each_in_layer(box, d, at, [&](std::size_t place) { found.push_back(box.numbers[place]); });
    return found;
  }
  template <class Each>
  static void each_in_layer(const Box& box, std::size_t d, int at, const Each& each) {
    const std::size_t a = d == 0 ? 1 : 0, b = d == 2 ? 1 : 2;
    Sides p{};
    p[d] = at;
    for (p[b] = -1; p[b] <= box.side[b]; ++p[b])
      for (p[a] = -1; p[a] <= box.side[a]; ++p[a]) each(box.place(p[0], p[1], p[2]));
  }

  /// A coarse point lies on every second fine one.
  void restrict_to(std::size_t level) {
    Box& to = r_[level];
    to.each_point(
        [&](int x, int y, int z) { to.at(x, y, z) = weighed(r_[level - 1], coarser, 2 * x, 2 * y, 2 * z); });
    exchange_faces(to);
  }
  /// Interpolates fine points between coarse ones, including those of the ghost layer.
  void interpolate_to(std::size_t level) {
    Box& to = u_[level];
    const Box& from = u_[level + 1];
    const auto below = [](int i) { return (i + 2) / 2 - 1; };  // rounds down, from -1 on
    for (int z = -1; z <= to.side[2]; ++z)
      for (int y = -1; y <= to.side[1]; ++y)
        for (int x = -1; x <= to.side[0]; ++x) {
          double sum = 0;
          for (const int cz : {below(z), below(z + 1)})
            for (const int cy : {below(y), below(y + 1)})
              for (const int cx : {below(x), below(x + 1)}) sum += from.at(cx, cy, cz);
          to.at(x, y, z) += sum / 8;
        }
  }
  /// Computes the residual: of the right-hand side or, on coarser grids, of the restricted residual.
  void residual(std::size_t level) {
    Box& r = r_[level];
    const Box& wanted = level == 0 ? right_ : r;
    r.each_point([&](int x, int y, int z) {
      r.at(x, y, z) = wanted.at(x, y, z) - weighed(u_[level], equation, x, y, z);
    });
    exchange_faces(r);
  }
  void smooth(std::size_t level) {
    Box& u = u_[level];
    u.each_point([&](int x, int y, int z) { u.at(x, y, z) += weighed(r_[level], smoother, x, y, z); });
    exchange_faces(u);
  }

  const int rank_;
  const Sides grid_;
  Box right_;
  std::vector<Box> u_, r_;  ///< by level, the finest first
};

}  // namespace

std::string mg_misfit(int processes, const KernelSize& size) {
  return 2 * grid_of(processes)[0] <= size.mg_points ? "" : fmt::format("{} points a side", size.mg_points);
}

KernelOutcome run_mg(const Processes& all, const KernelSize& size, int iterations) {
  Cycles cycles(all, size.mg_points);
  for (int i = 0; i < iterations; ++i) cycles.cycle();
  return {cycles.error(),
          std::max(1e-12, static_cast<double>(waves.size()) * std::pow(most_left, iterations)),
          fmt::format("Poisson's equation on {}^3 points", size.mg_points)};
}

}  // namespace ebb::inline programs
