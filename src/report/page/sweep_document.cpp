#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "report/page/study_documents.hpp"
#include "results/cell.hpp"
#include "results/named_figure.hpp"

namespace ebb::inline report {
namespace {

constexpr const char* packets = "latency.packets_with_source_queue";

double figure(const StoredPoint& point, const std::string& name) {
  const Cell cell = figure_named(point.figures, name);
  if (const auto* d = std::get_if<double>(&cell.value())) return *d;
  if (const auto* i = std::get_if<std::int64_t>(&cell.value())) return static_cast<double>(*i);
  return no_value;
}

/// Returns the parameters that differ between points, except the seed.
std::vector<std::string> varied(const std::vector<StoredPoint>& points) {
  std::map<std::string, std::set<std::string>> values;
  std::vector<std::string> order;
  for (const StoredPoint& point : points)
    for (const NamedFigure& p : point.parameters) {
      if (!values.contains(p.name)) order.push_back(p.name);
      values[p.name].insert(cell_text(p.value, {}));
    }
  std::erase_if(order,
                [&](const std::string& name) { return values[name].size() < 2 || name.ends_with("seed"); });
  return order;
}

/// The x axis of the charts: the load where it is varied, else the first parameter.
struct Ground {
  std::string parameter;
  bool load = false;
  std::vector<std::string> names;  ///< names of the values, where they are no loads

  Axis axis() const {
    if (load) return {.title = "offered load", .unit = "share of the hosts' rate", .least = 0};
    return {.title = parameter.empty() ? "point" : parameter, .scale = Scale::names, .names = names};
  }
  double place(const StoredPoint& point) const {
    if (load) return figure(point, "offered.share");
    const std::string text =
        parameter.empty() ? point.id : cell_text(figure_named(point.parameters, parameter), {});
    return static_cast<double>(std::find(names.begin(), names.end(), text) - names.begin());
  }
};

/// Returns the varied parameters. The first points of a sweep do not differ yet: then all parameters that a
/// sweep sets, including the load.
std::vector<std::string> varied_or_set(const std::vector<StoredPoint>& points,
                                       const std::vector<std::string>& parameters) {
  std::vector<std::string> names = parameters;
  if (names.empty() && !points.empty())
    for (const NamedFigure& p : points.front().parameters)
      if (!p.name.ends_with("seed")) names.push_back(p.name);
  return names;
}

Ground ground_of(const std::vector<StoredPoint>& points, const std::vector<std::string>& varied) {
  Ground ground;
  const std::vector<std::string> parameters = varied_or_set(points, varied);
  for (const std::string& name : parameters)
    if (name.ends_with("load")) ground.parameter = name, ground.load = true;
  if (!ground.load && !parameters.empty()) ground.parameter = parameters.front();
  if (!ground.load)
    for (const StoredPoint& point : points) {
      const std::string text = ground.parameter.empty()
                                   ? point.id
                                   : cell_text(figure_named(point.parameters, ground.parameter), {});
      if (std::find(ground.names.begin(), ground.names.end(), text) == ground.names.end())
        ground.names.push_back(text);
    }
  return ground;
}

/// "traffic.load" is the load, "routing.name" the routing.
std::string last_word(std::string parameter) {
  if (parameter.ends_with(".name")) parameter.resize(parameter.size() - std::string_view(".name").size());
  return parameter.substr(parameter.rfind('.') + 1);
}

/// Returns the name of a line: points that differ only in their x value.
std::string line_of(const StoredPoint& point, const std::vector<std::string>& parameters,
                    const Ground& ground) {
  std::string name;
  for (const std::string& p : parameters)
    if (p != ground.parameter)
      name += fmt::format("{}{} {}", name.empty() ? "" : ", ", last_word(p),
                          cell_text(figure_named(point.parameters, p), {}));
  return name.empty() ? "all points" : name;
}

struct Wanted {
  std::string name, title, note, figure, half_width;
  double factor = 1;
  Axis y;
};

/// Over the seeds where there are several, else the run's own interval.
double half_width(const StoredPoint& point, const Wanted& wanted) {
  const double over_seeds = figure(point, "half_width." + wanted.figure);
  if (std::isfinite(over_seeds) || wanted.half_width.empty()) return over_seeds;
  return figure(point, wanted.half_width);
}

Chart chart_of(const std::vector<StoredPoint>& points, const std::vector<std::string>& parameters,
               const Ground& ground, const Wanted& wanted) {
  Chart chart{.name = wanted.name,
              .title = wanted.title,
              .note = wanted.note,
              .x = ground.axis(),
              .y = wanted.y,
              .curves = {}};
  std::map<std::string, std::vector<const StoredPoint*>> lines;
  std::vector<std::string> names;  // in the order of points, which are sorted by quantity: 500 B before 1 kB
  for (const StoredPoint& point : points) {
    const std::string name = line_of(point, parameters, ground);
    if (!lines.contains(name)) names.push_back(name);
    lines[name].push_back(&point);
  }
  for (const std::string& name : names) {
    auto& line = lines[name];
    std::stable_sort(line.begin(), line.end(), [&](const StoredPoint* a, const StoredPoint* b) {
      return ground.place(*a) < ground.place(*b);
    });
    Curve curve{.name = name, .x = {}, .y = {}};
    for (const StoredPoint* point : line) {
      const double x = ground.place(*point), y = figure(*point, wanted.figure) * wanted.factor;
      if (!std::isfinite(x) || !std::isfinite(y) || (wanted.y.scale == Scale::log && y <= 0)) continue;
      const double half = half_width(*point, wanted) * wanted.factor;
      curve.x.push_back(x), curve.y.push_back(y);
      // May be below zero. On a logarithmic axis such an interval reaches the bottom.
      curve.low.push_back(std::isfinite(half) ? y - half : no_value);
      curve.high.push_back(std::isfinite(half) ? y + half : no_value);
      curve.labels.push_back(point->id.substr(0, 8)), curve.marks.push_back(point->verdict);
    }
    if (!curve.x.empty()) chart.curves.push_back(std::move(curve));
  }
  return chart;
}

std::vector<Wanted> wanted_charts() {
  return {{"latency-load",
           "Mean packet latency",
           "Source queue included.",
           fmt::format("{}.mean_ns", packets),
           fmt::format("{}.half_width_ns", packets),
           1e-3,
           {.title = "mean latency", .unit = "us", .scale = Scale::log}},
          {"accepted-load",
           "Accepted load",
           "What arrives, as a share of the hosts' rate.",
           "accepted.share",
           "",
           1,
           {.title = "accepted load", .unit = "share of the hosts' rate", .least = 0}},
          {"p99-load",
           "The slowest packet of a hundred",
           "Source queue included.",
           fmt::format("{}.p99_ns", packets),
           "",
           1e-3,
           {.title = "p99 latency", .unit = "us", .scale = Scale::log}},
          {"power-load",
           "Power of ideal channels",
           "Over always full rate.",
           "energy.ideal.of_full_percent",
           "energy.ideal.of_full_half_width_percent",
           1,
           {.title = "of full rate", .unit = "%", .least = 0}}};
}

}  // namespace

std::vector<Chart> sweep_charts(const std::vector<StoredPoint>& points) {
  const std::vector<std::string> parameters = varied(points);
  const Ground ground = ground_of(points, parameters);
  std::vector<Chart> charts;
  for (const Wanted& wanted : wanted_charts())
    if (Chart chart = chart_of(points, parameters, ground, wanted); !chart.curves.empty())
      charts.push_back(std::move(chart));
  return charts;
}

Document sweep_document(const std::string& name, const std::vector<StoredPoint>& points,
                        const std::vector<Table>& tables, const Origin& origin) {
  Document document{.title = fmt::format("{}: {} points", name, points.size()), .lead = "", .blocks = {}};
  const std::vector<std::string> parameters = varied(points);
  std::map<std::string, std::size_t> verdicts;
  for (const StoredPoint& point : points) ++verdicts[point.verdict.substr(0, point.verdict.find(','))];
  std::string text = "Of these";
  for (const auto& [verdict, count] : verdicts)
    text +=
        fmt::format("{} {} {} {}", text == "Of these" ? "" : ",", count, count == 1 ? "is" : "are", verdict);
  document.lead =
      text + ". What is varied: " +
      (parameters.empty() ? "nothing but the seed" : fmt::format("{}", fmt::join(parameters, ", "))) + ".";
  for (Chart& chart : sweep_charts(points)) document.add(std::move(chart));
  for (Table table : tables) {
    if (table.title.empty()) table.title = "points";
    document.add(std::move(table));
  }
  add_origin(origin, "`ebb rerun ID` repeats a point to the bit, the command all of them", document);
  return document;
}

}  // namespace ebb::inline report
