// Conjugate gradients, as NAS CG: the smallest eigenvalue of a sparse matrix by inverse iteration. Each
// iteration solves a system by 25 steps and computes the residual.
//
// The matrix has 17 numbers in each row, at seemingly random places: 16.1 on the diagonal and -1 at eight
// cyclic distances to both sides; rows and columns of some places change their sign. Its eigenvalues are
// known: 0.1 + sum over the distances d of 2 - 2 cos(2 pi j d / n), for j = 0 … n - 1; the signs are the
// eigenvector of the smallest. The convergence rate of the iteration is known too (exactly: below), and so
// are the messages: processes form a grid, each with a block of the matrix, as in traffic/kernels/nas_cg.cpp.
#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "programs/nas_programs.hpp"
#include "programs/processes.hpp"
#include "traffic/kernels/kernel_sizes.hpp"

namespace ebb::inline programs {
namespace {

constexpr double smallest = 0.1;
constexpr int steps = 25;
using Numbers = std::vector<double>;

double sign_of(int place) { return drawn(2, static_cast<std::uint64_t>(place)) < 0.25 ? -1 : 1; }

std::vector<int> distances(int order) {
  std::vector<int> found;
  for (std::uint64_t i = 0; found.size() < 8; ++i) {
    const int d = 1 + static_cast<int>(drawn(1, i) * (order / 2 - 1));
    if (std::find(found.begin(), found.end(), d) == found.end()) found.push_back(d);
  }
  return found;
}

/// Returns the second smallest eigenvalue.
double second_smallest(int order) {
  const std::vector<int> all = distances(order);
  double least = 1e9;
  for (int j = 1; j < order; ++j) {
    double value = smallest;
    for (const int d : all) value += 2 - 2 * std::cos(2 * std::numbers::pi * j * d / order);
    least = std::min(least, value);
  }
  return least;
}

/// Returns the squared tangent of the angle between the first vector (all ones) and the eigenvector (the
/// signs).
double first_angle(int order) {
  double sum = 0;
  for (int i = 0; i < order; ++i) sum += sign_of(i);
  const double cosine = sum / order;
  return 1 / (cosine * cosine) - 1;
}

class Solver {
 public:
  Solver(const Processes& all, int order)
      : rank_(all.rank),
        rows_(1 << std::countr_zero(static_cast<unsigned>(all.count)) / 2),
        columns_(all.count / rows_),
        tall_(order / rows_),
        wide_(order / columns_),
        sums_(static_cast<std::size_t>(tall_)),
        theirs_(sums_.size()) {
    const int first_row = rank_ / columns_ * tall_, first_column = rank_ % columns_ * wide_;
    const auto enter = [&](int row, int column, double value) {
      const int at = (column % order + order) % order - first_column;
      if (at >= 0 && at < wide_)
        entries_.push_back({row - first_row, at, value * sign_of(row) * sign_of(at + first_column)});
    };
    const std::vector<int> around = distances(order);
    for (int row = first_row; row < first_row + tall_; ++row) {
      enter(row, row, smallest + 2.0 * static_cast<double>(around.size()));
      for (const int d : around) enter(row, row - d, -1), enter(row, row + d, -1);
    }
  }

  std::size_t own() const { return static_cast<std::size_t>(wide_); }

  /// Finds z such that the matrix times z is nearly x; returns the norm of the residual.
  double solve(const Numbers& x, Numbers& z) {
    Numbers r = x, p = x, q(x.size());
    z.assign(x.size(), 0);
    double rho = dot(r, r);
    for (int step = 0; step < steps; ++step) {
      product(p, q);
      const double alpha = rho / dot(p, q), before = rho;
      for (std::size_t i = 0; i < x.size(); ++i) z[i] += alpha * p[i], r[i] -= alpha * q[i];
      rho = dot(r, r);
      for (std::size_t i = 0; i < x.size(); ++i) p[i] = r[i] + rho / before * p[i];
    }
    product(z, q);
    for (std::size_t i = 0; i < x.size(); ++i) q[i] -= x[i];
    return std::sqrt(dot(q, q));
  }

  /// Returns the dot products of x with z, and of z with itself, from one message.
  std::pair<double, double> both_dots(const Numbers& x, const Numbers& z) {
    double sums[2] = {0, 0};
    for (std::size_t i = 0; i < x.size(); ++i) sums[0] += x[i] * z[i], sums[1] += z[i] * z[i];
    sum_along_row(sums, 2);
    return {sums[0], sums[1]};
  }

 private:
  struct Entry {
    int row, column;  ///< in this block
    double value;
  };

  void sum_along_row(double* numbers, int count) {
    for (int step = 1; step < columns_; step *= 2) {
      const int peer = rank_ ^ step;
      exchange(numbers, peer, theirs_.data(), peer, count);
      for (int i = 0; i < count; ++i) numbers[i] += theirs_[static_cast<std::size_t>(i)];
    }
  }
  double dot(const Numbers& a, const Numbers& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    sum_along_row(&sum, 1);
    return sum;
  }
  /// Sums over a row of processes are for the rows of its block, but the next product needs those of its
  /// columns. The process mirrored at the diagonal has them.
  void product(const Numbers& in, Numbers& out) {
    std::fill(sums_.begin(), sums_.end(), 0.0);
    for (const Entry& e : entries_)
      sums_[static_cast<std::size_t>(e.row)] += e.value * in[static_cast<std::size_t>(e.column)];
    sum_along_row(sums_.data(), tall_);
    const int half = rank_ / 2;
    const bool square = rows_ == columns_;
    const int peer = square ? rank_ % rows_ * rows_ + rank_ / rows_
                            : 2 * (half % rows_ * rows_ + half / rows_) + rank_ % 2;
    exchange(sums_.data() + (square ? 0 : rank_ % 2 * wide_), peer, out.data(), peer, wide_);
  }

  const int rank_, rows_, columns_, tall_, wide_;
  std::vector<Entry> entries_;
  Numbers sums_, theirs_;
};

}  // namespace

std::string cg_misfit(int processes, const KernelSize& size) {
  const int rows = 1 << std::countr_zero(static_cast<unsigned>(processes)) / 2;
  if (size.cg_order % (processes / rows) == 0) return "";
  return fmt::format("{} rows, which {} columns of processes do not divide", size.cg_order, processes / rows);
}

/// With an angle t to the eigenvector, the relative error of the estimate is at most tan^2 t. Each iteration
/// divides the tangent by the ratio of the second eigenvalue to the smallest.
KernelOutcome run_cg(const Processes& all, const KernelSize& size, int iterations) {
  Solver solver(all, size.cg_order);
  Numbers x(solver.own(), 1 / std::sqrt(size.cg_order)), z(x.size());
  const double ratio = smallest / second_smallest(size.cg_order);
  double tangent = first_angle(size.cg_order), error = 0, estimate = 0;
  for (int i = 0; i < iterations; ++i, tangent *= ratio * ratio) {
    note_error(error, solver.solve(x, z));
    const auto [with_x, with_itself] = solver.both_dots(x, z);
    estimate = 1 / with_x;
    note_error(error, 1 - estimate / smallest);
    note_error(error, estimate / smallest - 1 - tangent);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = z[k] / std::sqrt(with_itself);
  }
  return {error, 1e-3, fmt::format("eigenvalue {:.9f}, exactly {}", estimate, smallest)};
}

}  // namespace ebb::inline programs
