#include "report/plot/gnuplot_looks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ebb::inline report {
namespace {

/// Okabe and Ito's colours, which work in print and for colour-blind readers.
constexpr std::array many = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                             "#e69f00", "#56b4e9", "#000000", "#999999"};

/// A scale from dark blue to yellow for rates.
std::string rate_colour(std::size_t index, std::size_t count) {
  constexpr std::array<std::array<double, 3>, 6> stops = {
      {{44, 30, 92}, {58, 82, 139}, {44, 123, 142}, {52, 168, 124}, {143, 206, 77}, {250, 222, 50}}};
  const double at = count > 1 ? 5.0 * static_cast<double>(index) / static_cast<double>(count - 1) : 5;
  const auto low = std::min<std::size_t>(4, static_cast<std::size_t>(at));
  std::array<int, 3> colour{};
  for (std::size_t i = 0; i < 3; ++i)
    colour[i] = static_cast<int>(
        std::lround(stops[low][i] + (stops[low + 1][i] - stops[low][i]) * (at - static_cast<double>(low))));
  return fmt::format("#{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2]);
}

}  // namespace

bool is_bars(const Curve& curve) {
  return curve.shape == CurveShape::bars || curve.shape == CurveShape::stacked_bars;
}
bool is_stacked(const Curve& curve) {
  return curve.shape == CurveShape::stacked_area || curve.shape == CurveShape::stacked_bars;
}

bool has_interval(const Curve& curve) {
  return std::any_of(curve.low.begin(), curve.low.end(), [](double low) { return std::isfinite(low); });
}

bool has_points(const Chart& chart, const Curve& curve) {
  return curve.shape == CurveShape::line && !chart.lying && (!curve.marks.empty() || !curve.low.empty());
}

bool is_dots(const Chart& chart, const Curve& curve) {
  return curve.shape == CurveShape::bars && chart.y.scale == Scale::log;
}

std::string colour_of(const Chart& chart, std::size_t index) {
  const Curve& curve = chart.curves[index];
  switch (curve.role) {
    case Role::finding:
      return "#b8400b";
    case Role::load:
      return "#e9b78f";
    case Role::ideal:
    case Role::baseline:
      return "#555555";
    case Role::rate:
      return rate_colour(index, static_cast<std::size_t>(
                                    std::count_if(chart.curves.begin(), chart.curves.end(),
                                                  [](const Curve& c) { return c.role == Role::rate; })));
    case Role::one_of_many:
      break;
  }
  return many[index % many.size()];
}

const char* dashes_of(const Chart& chart, std::size_t index) {
  constexpr std::array<const char*, 4> turns = {"1", "(12,4)", "(4,3)", "(12,3,3,3)"};
  switch (chart.curves[index].role) {
    case Role::ideal:
      return "(3,4)";
    case Role::baseline:
      return "(10,6)";
    case Role::one_of_many:
      return turns[(index + index / 8) % turns.size()];  // colours repeat after eight
    default:
      return turns[0];
  }
}

int point_type(std::string_view mark) {
  constexpr int filled = 7, cross = 2, square = 4, hollow = 6, triangle = 8, diamond = 12;
  constexpr std::array<std::pair<std::string_view, int>, 5> looks{{{"undecided", hollow},
                                                                   {"saturated", triangle},
                                                                   {"failed", square},
                                                                   {"computed", diamond},
                                                                   {"beaten", cross}}};
  const auto same = [&](const auto& look) { return look.first == mark_word(mark); };
  const auto found = std::find_if(looks.begin(), looks.end(), same);
  return found == looks.end() ? filled : found->second;
}

int dot_type(const Chart& chart, std::size_t index) {
  constexpr std::array filled = {7, 5, 9, 13};
  std::size_t before = 0;
  for (std::size_t i = 0; i < index; ++i) before += is_dots(chart, chart.curves[i]);
  return filled[before % filled.size()];
}

}  // namespace ebb::inline report
