// Block tridiagonal line solver: the five unknowns of a point depend on those of its two neighbours on the
// line. Forward elimination with blocks of 5 x 5, then back substitution. A line crosses several cells; each
// cell passes its last equations to the next.
#pragma once

#include "programs/five_unknowns.hpp"

namespace ebb::inline programs {

using Block = std::array<Point, unknowns>;

/// The reduced equations of a point: its unknowns are `own` less `next` times those of the next point.
struct Eliminated {
  Block next{};
  Point own{};
};

/// Reduces the equations of a point: `middle` times its unknowns, less `beside` times those of the points on
/// both sides. Eliminates the previous point.
inline Eliminated eliminate(const Block& middle, const Block& beside, const Point& right,
                            const Eliminated& before) {
  std::array<std::array<double, 2 * unknowns + 1>, unknowns> rows{};
  for (std::size_t i = 0; i < unknowns; ++i) {
    for (std::size_t j = 0; j < unknowns; ++j) {
      rows[i][j] = middle[i][j], rows[i][unknowns + j] = -beside[i][j];
      for (std::size_t k = 0; k < unknowns; ++k) rows[i][j] += beside[i][k] * before.next[k][j];
    }
    rows[i][2 * unknowns] = right[i];
    for (std::size_t k = 0; k < unknowns; ++k) rows[i][2 * unknowns] += beside[i][k] * before.own[k];
  }
  for (std::size_t i = 0; i < unknowns; ++i)  // diagonally dominant: no pivoting needed
    for (std::size_t j = 0; j < unknowns; ++j) {
      if (j == i) continue;
      const double factor = rows[j][i] / rows[i][i];
      for (std::size_t k = i; k < rows[j].size(); ++k) rows[j][k] -= factor * rows[i][k];
    }
  Eliminated left;
  for (std::size_t i = 0; i < unknowns; ++i) {
    for (std::size_t j = 0; j < unknowns; ++j) left.next[i][j] = rows[i][unknowns + j] / rows[i][i];
    left.own[i] = rows[i][2 * unknowns] / rows[i][i];
  }
  return left;
}

inline Point substitute(const Eliminated& left, const Point& next) {
  Point point = left.own;
  for (std::size_t i = 0; i < unknowns; ++i)
    for (std::size_t j = 0; j < unknowns; ++j) point[i] -= left.next[i][j] * next[j];
  return point;
}

}  // namespace ebb::inline programs
