#include "reproduce/page/founding_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "reproduce/page/founding_points.hpp"

namespace ebb::inline reproduce {
namespace {

/// The rows of a reproduction that are the points of a chart, and its texts. The id of a row by load is
/// PATTERN.ROUTING.LOAD.FIGURE, that of a row by iteration is KERNEL.MIDDLE.CURVE with the figure at its end.
struct LineChart {
  std::string_view reproduction, ending, title, begins, figure, y, unit;
  bool by_load = true;
  Scale y_scale = Scale::linear;
};

constexpr std::array line_charts{
    LineChart{"benito-fig12", "", "Latency under adversarial traffic, by routing", "adversarial.",
              ".latency_us", "mean latency", "us", true, Scale::log},
    LineChart{"benito-fig12", "-uniform", "Latency under uniform traffic, by routing", "uniform.",
              ".latency_us", "mean latency", "us", true, Scale::log},
    LineChart{"benito-fig12", "-accepted", "Throughput under adversarial traffic, by routing", "adversarial.",
              ".accepted_percent", "accepted", "%"},
    LineChart{"benito-triggers", "", "Latency under adversarial traffic, by what triggers detours",
              "adversarial.", ".latency_us", "mean latency", "us", true, Scale::log},
    LineChart{"benito-triggers", "-accepted", "Throughput under uniform traffic, by what triggers detours",
              "uniform.", ".accepted_percent", "accepted", "%"},
    LineChart{"benito-reaction", "", "A controller that comes after the traffic has changed", "", "_ms",
              "accepted of 40 % offered", "%", false},
    LineChart{"benito-reaction", "-latency", "What that costs on 72 hosts, phase by phase", ".phased.",
              "_latency_us", "mean latency", "us", false, Scale::log}};

struct LinePoint {
  std::string curve;
  double x = 0;
};

/// "adversarial, conditional rules, load 20 %: mean latency"
std::optional<LinePoint> point_of_load(const PageJson& row) {
  const std::string what = text_at(row, "what"), load = between(what, ", load ", " %");
  const std::string routing = between(what, ", ", ", load ");
  if (load.empty() || routing.empty()) return std::nullopt;
  return LinePoint{routing, std::strtod(load.c_str(), nullptr)};
}

/// "CG, controller after 70 ms: accepted", or "CG on 72 hosts, conditional rules: mean latency"
std::optional<LinePoint> by_iteration(const PageJson& rows, const PageJson& row) {
  const std::string id = text_at(row, "id"), curve = between(text_at(row, "what"), ", ", ":");
  const auto iteration =
      number_at(row_named(rows, fmt::format("{}.iteration_ms", id.substr(0, id.find('.')))), "ours");
  if (!iteration || curve.empty()) return std::nullopt;
  return LinePoint{curve, *iteration};
}

bool belongs(const LineChart& chart, const std::string& id) {
  if (!id.ends_with(chart.figure)) return false;
  if (chart.by_load) return id.starts_with(chart.begins);
  const bool phased = id.find(".phased.") != std::string::npos;
  return id.find(".iteration") == std::string::npos && phased == !chart.begins.empty();
}

/// The accepted load with conditional rules does not depend on the length of an iteration.
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
    if (const auto point = wanted.by_load ? point_of_load(row) : by_iteration(rows, row))
      add_point(curve_named(chart, point->curve), point->x, row);
  }
  if (!wanted.by_load && wanted.begins.empty()) add_constant(chart, row_named(rows, "conditional"));
  return chart;
}

}  // namespace

std::vector<Chart> founding_lines(const PageJson& reproduction) {
  std::vector<Chart> found;
  const PageJson& rows = member(reproduction, "rows");
  add_drawn(
      line_charts, text_at(reproduction, "name"), [&](const LineChart& c) { return drawn(c, rows); }, found);
  return found;
}

}  // namespace ebb::inline reproduce
