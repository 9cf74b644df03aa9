// Five unknowns at each point of a subdomain of a box, with two ghost layers of the neighbours' points around
// it. The flow benchmarks (LU, BT) compute on it.
#pragma once

#include <array>
#include <vector>

namespace ebb::inline programs {

inline constexpr std::size_t unknowns = 5;
using Point = std::array<double, unknowns>;

inline double sum_of(const Point& point) {
  double sum = 0;
  for (const double value : point) sum += value;
  return sum;
}

class Field {
 public:
  static constexpr int layers = 2;

  Field(int x, int y, int z)
      : side_{x, y, z},
        all_(static_cast<std::size_t>((x + 2 * layers) * (y + 2 * layers) * (z + 2 * layers))) {}

  Point& at(int x, int y, int z) { return all_[place(x, y, z)]; }
  const Point& at(int x, int y, int z) const { return all_[place(x, y, z)]; }
  int side(std::size_t axis) const { return side_[axis]; }

  /// Returns the sum of the six points at distance `far` along an axis.
  Point around(int x, int y, int z, int far) const {
    Point sum{};
    for (const Point* p : {&at(x - far, y, z), &at(x + far, y, z), &at(x, y - far, z), &at(x, y + far, z),
                           &at(x, y, z - far), &at(x, y, z + far)})
      for (std::size_t m = 0; m < unknowns; ++m) sum[m] += (*p)[m];
    return sum;
  }

  /// Calls each(x, y, z) for the points of the subdomain itself.
  template <class Each>
  void each_point(const Each& each) const {
    for (int x = 0; x < side_[0]; ++x)
      for (int y = 0; y < side_[1]; ++y)
        for (int z = 0; z < side_[2]; ++z) each(x, y, z);
  }
  /// Calls each(point) for one layer across an axis.
  template <class Each>
  void each_in_layer(std::size_t axis, int layer, const Each& each) {
    const std::size_t a = axis == 0 ? 1 : 0, b = axis == 2 ? 1 : 2;
    std::array<int, 3> p{};
    p[axis] = layer;
    for (p[a] = 0; p[a] < side_[a]; ++p[a])
      for (p[b] = 0; p[b] < side_[b]; ++p[b]) each(at(p[0], p[1], p[2]));
  }
  /// The two layers inside one end of an axis (towards 1 or -1), and the ghost layers outside it. Both
  /// subdomains that meet there visit them in the same order.
  template <class Each>
  void each_inside(std::size_t axis, int end, const Each& each) {
    for (int i = 0; i < layers; ++i) each_in_layer(axis, (end > 0 ? side_[axis] - layers : 0) + i, each);
  }
  template <class Each>
  void each_outside(std::size_t axis, int end, const Each& each) {
    for (int i = 0; i < layers; ++i) each_in_layer(axis, (end > 0 ? side_[axis] : -layers) + i, each);
  }

 private:
  std::size_t place(int x, int y, int z) const {
    return static_cast<std::size_t>(
        ((x + layers) * (side_[1] + 2 * layers) + y + layers) * (side_[2] + 2 * layers) + z + layers);
  }
  std::array<int, 3> side_;
  std::vector<Point> all_;
};

}  // namespace ebb::inline programs
