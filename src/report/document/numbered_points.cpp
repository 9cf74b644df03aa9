#include "report/document/numbered_points.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ebb::inline report {
namespace {

/// The size of the figure in characters, horizontally and vertically.
constexpr double figure_columns = 86, figure_rows = 20;

struct Place {
  double x = 0, y = 0;
};

/// Converts between values of an axis and positions from 0 to `room`, in characters.
struct Ruler {
  const Axis& axis;
  double from, to, room;

  Ruler(const Axis& a, const std::vector<double>& values, double width)
      : axis(a),
        from(on_scale(a, range_around(a, values).from)),
        to(on_scale(a, range_around(a, values).to)),
        room(width) {}
  double place(double value) const { return room * (on_scale(axis, value) - from) / (to - from); }
  double value(double place) const { return from_scale(axis, from + place / room * (to - from)); }
};

/// Returns the distance in line heights: a character is about half as wide as it is high.
double distance(Place a, Place b) { return std::hypot((a.x - b.x) / 2, a.y - b.y); }
/// A number this near to its point needs no line to it, unless another point is as near.
constexpr double beside = 1.2;

/// True when two numbers of two digits, or a number and a point, overlap.
bool too_near(Place a, Place b, double across) {
  return std::abs(a.x - b.x) < across && std::abs(a.y - b.y) < 0.9;
}

/// Candidate offsets: all around the point, then farther away.
std::vector<Place> offsets() {
  constexpr std::array<Place, 8> around{
      {{1.6, 0}, {-1.6, 0}, {0, 1}, {0, -1}, {1.5, 0.9}, {-1.5, 0.9}, {1.5, -0.9}, {-1.5, -0.9}}};
  std::vector<Place> all;
  for (const double far : {1.0, 1.8, 2.6, 3.4, 4.2})
    for (const Place& p : around) all.push_back({p.x * far, p.y * far});
  return all;
}

}  // namespace

AxisRange range_around(const Axis& axis, const std::vector<double>& values) {
  double least = INFINITY, most = -INFINITY;
  for (const double v : values)
    if (std::isfinite(v) && (axis.scale != Scale::log || v > 0))
      least = std::min(least, on_scale(axis, v)), most = std::max(most, on_scale(axis, v));
  if (!std::isfinite(least)) return axis.scale == Scale::log ? AxisRange{1, 10} : AxisRange{0, 1};
  const double span = most > least ? most - least : std::max(1.0, std::abs(most));
  AxisRange range{from_scale(axis, least - 0.05 * span), from_scale(axis, most + 0.06 * span)};
  if (axis.least && axis.scale == Scale::linear) range.from = std::min(*axis.least, range.to - 0.5 * span);
  return range;
}

std::vector<PointNumber> numbered_points(const Chart& chart, const Curve& curve) {
  const Ruler across(chart.x, curve.x, figure_columns), upward(chart.y, curve.y, figure_rows);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < curve.x.size(); ++i)
    if (std::isfinite(curve.x[i]) && std::isfinite(curve.y[i])) order.push_back(i);
  const auto best = [&](std::size_t i) { return i < curve.marks.size() && curve.marks[i] == "best"; };
  std::stable_partition(order.begin(), order.end(), best);
  const auto point = [&](std::size_t i) { return Place{across.place(curve.x[i]), upward.place(curve.y[i])}; };
  std::vector<Place> taken;
  std::vector<PointNumber> numbers;
  for (const std::size_t i : order) {
    const auto misleads = [&](Place at) {
      return std::any_of(order.begin(), order.end(), [&](std::size_t k) {
        return k != i && distance(at, point(k)) < 1.3 * distance(at, point(i));
      });
    };
    const auto clashes = [&](Place at) {
      std::ptrdiff_t count = at.x < 1 || at.x > figure_columns || at.y < 0.5 || at.y > figure_rows ? 1000 : 0;
      for (const Place& other : taken) count += 10 * too_near(at, other, 2);
      for (const std::size_t k : order) count += 10 * too_near(at, point(k), 1.4);
      return count + misleads(at);
    };
    // Without a free position, takes the one that covers least.
    Place chosen{}, free = point(i);
    std::ptrdiff_t least = std::numeric_limits<std::ptrdiff_t>::max();
    for (const Place& offset : offsets()) {
      const Place at{free.x + offset.x, free.y + offset.y};
      if (const auto count = clashes(at); count < least) least = count, chosen = at;
    }
    taken.push_back(chosen);
    const bool far = distance(chosen, free) > beside || misleads(chosen);
    numbers.push_back({i + 1, curve.x[i], curve.y[i], across.value(chosen.x), upward.value(chosen.y), far});
  }
  return numbers;
}

}  // namespace ebb::inline report
