#include "report/page/founding_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace ebb::inline report {
namespace {

/// Which rows of a reproduction are the points of a chart, and what it says. The id of a row by load is
/// PATTERN.ROUTING.LOAD.FIGURE, that of a row by iteration is KERNEL.MIDDLE.CURVE with the figure at its end.
struct LineChart {
  std::string_view reproduction, ending, title, begins, figure, y, unit;
  bool by_load = true;
  Scale y_scale = Scale::linear;
};

constexpr std::array charts{
    LineChart{"benito-fig12", "", "Latency under adversarial traffic, by routing", "adversarial.",
              ".latency_us", "mean latency", "us", true, Scale::log},
    LineChart{"benito-fig12", "-uniform", "Latency under uniform traffic, by routing", "uniform.",
              ".latency_us", "mean latency", "us", true, Scale::log},
    LineChart{"benito-fig12", "-accepted", "Throughput under adversarial traffic, by routing", "adversarial.",
              ".accepted_percent", "accepted", "%"},
    LineChart{"benito-triggers", "", "Latency under adversarial traffic, by what asks for detours",
              "adversarial.", ".latency_us", "mean latency", "us", true, Scale::log},
    LineChart{"benito-triggers", "-accepted", "Throughput under uniform traffic, by what asks for detours",
              "uniform.", ".accepted_percent", "accepted", "%"},
    LineChart{"benito-reaction", "", "A controller that comes after the traffic has changed", "", "_ms",
              "accepted of 40 % offered", "%", false},
    LineChart{"benito-reaction", "-latency", "What that costs on 72 hosts, phase by phase", ".phased.",
              "_latency_us", "mean latency", "us", false, Scale::log}};

struct Point {
  std::string curve;
  double x = 0;
};

std::string between(const std::string& text, std::string_view after, std::string_view before) {
  const std::size_t begin = text.find(after);
  if (begin == std::string::npos) return "";
  const std::size_t from = begin + after.size(), end = text.find(before, from);
  return end == std::string::npos ? "" : text.substr(from, end - from);
}

/// "adversarial, conditional rules, load 20 %: mean latency"
std::optional<Point> by_load(const PageJson& row) {
  const std::string what = text_at(row, "what"), load = between(what, ", load ", " %");
  const std::string routing = between(what, ", ", ", load ");
  if (load.empty() || routing.empty()) return std::nullopt;
  return Point{routing, std::strtod(load.c_str(), nullptr)};
}

/// "CG, controller after 70 ms: accepted", or "CG on 72 hosts, conditional rules: mean latency"
std::optional<Point> by_iteration(const PageJson& rows, const PageJson& row) {
  const std::string id = text_at(row, "id"), curve = between(text_at(row, "what"), ", ", ":");
  const auto iteration =
      number_at(row_named(rows, fmt::format("{}.iteration_ms", id.substr(0, id.find('.')))), "ours");
  if (!iteration || curve.empty()) return std::nullopt;
  return Point{curve, *iteration};
}

bool belongs(const LineChart& chart, const std::string& id) {
  if (!id.ends_with(chart.figure)) return false;
  if (chart.by_load) return id.starts_with(chart.begins);
  const bool phased = id.find(".phased.") != std::string::npos;
  return id.find(".iteration") == std::string::npos && phased == !chart.begins.empty();
}

Curve& curve_named(Chart& chart, const std::string& name) {
  for (Curve& curve : chart.curves)
    if (curve.name == name) return curve;
  chart.curves.push_back({.name = name, .x = {}, .y = {}});
  return chart.curves.back();
}

/// "± 0.3 us at 95 % confidence", which a row's note begins with where there is such an interval.
double half_width(const PageJson& row) {
  constexpr std::string_view sign = "± ";
  const std::string note = text_at(row, "note");
  return note.starts_with(sign) ? std::strtod(note.c_str() + sign.size(), nullptr) : 0;
}

void add_point(Curve& curve, double x, const PageJson& row) {
  const double y = number_at(row, "ours").value_or(no_value), within = half_width(row);
  const auto place = std::upper_bound(curve.x.begin(), curve.x.end(), x) - curve.x.begin();
  curve.x.insert(curve.x.begin() + place, x), curve.y.insert(curve.y.begin() + place, y);
  curve.low.insert(curve.low.begin() + place, y - within);
  curve.high.insert(curve.high.begin() + place, y + within);
  const bool saturated = text_at(row, "note").find("saturated") != std::string::npos;
  curve.marks.insert(curve.marks.begin() + place, saturated ? "saturated" : "");
}

/// What conditional rules accept does not depend on how long an iteration is.
void add_constant(Chart& chart, const PageJson& row) {
  if (chart.curves.empty() || row.is_null()) return;
  const std::vector<double> places = chart.curves.front().x;
  Curve& curve = curve_named(chart, "conditional rules");
  for (const double x : places) add_point(curve, x, row);
}

Chart drawn(const LineChart& wanted, const PageJson& rows) {
  Chart chart{
      .name = fmt::format("{}{}", wanted.reproduction, wanted.ending),
      .title = std::string(wanted.title),
      .note = "Bands are 95 % confidence, where several runs were made.",
      .x = wanted.by_load ? Axis{.title = "load", .unit = "%", .least = 0}
                          : Axis{.title = "iteration", .unit = "ms", .scale = Scale::log},
      .y = {.title = std::string(wanted.y), .unit = std::string(wanted.unit), .scale = wanted.y_scale},
      .curves = {}};
  if (wanted.y_scale == Scale::linear) chart.y.least = 0;
  for (const PageJson& row : rows) {
    if (!belongs(wanted, text_at(row, "id"))) continue;
    if (const auto point = wanted.by_load ? by_load(row) : by_iteration(rows, row))
      add_point(curve_named(chart, point->curve), point->x, row);
  }
  if (!wanted.by_load && wanted.begins.empty()) add_constant(chart, row_named(rows, "conditional"));
  return chart;
}

}  // namespace

std::vector<Chart> founding_lines(const PageJson& reproduction) {
  std::vector<Chart> found;
  for (const LineChart& wanted : charts) {
    if (wanted.reproduction != text_at(reproduction, "name")) continue;
    Chart chart = drawn(wanted, member(reproduction, "rows"));
    if (!chart.curves.empty()) found.push_back(std::move(chart));
  }
  return found;
}

}  // namespace ebb::inline report
