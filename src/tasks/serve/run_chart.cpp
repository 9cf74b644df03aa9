#include "tasks/serve/run_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "report/document/render.hpp"
#include "results/cell.hpp"
#include "study/compare/over_seeds.hpp"
#include "tasks/results/plain_quantity.hpp"
#include "tasks/serve/run_columns.hpp"

namespace ebb::inline tasks {
namespace {

/// A browser draws this many at once without a delay; more curves have no names that a reader can tell apart.
constexpr std::size_t most_points = 4'000, most_curves = 40;

std::string text_in(const RunColumn& column, const ServedRun& run) {
  return cell_text(column.value(run), {});
}

/// True when each value of x has one value of the setting.
bool follows_from(const RunColumn& setting, const RunColumn& x, const RunPointers& runs) {
  std::map<std::string, std::string> known;
  return std::all_of(runs.begin(), runs.end(), [&](const ServedRun* run) {
    const std::string value = text_in(setting, *run);
    return known.try_emplace(text_in(x, *run), value).first->second == value;
  });
}

/// The settings that tell the curves apart.
std::vector<RunColumn> curve_settings(const Snapshot& snapshot, const RunColumn& x, const RunPointers& runs) {
  std::vector<RunColumn> settings;
  for (const std::string& name : snapshot.varied) {
    const auto column = RunColumn::find(snapshot, name, "x");
    if (!column || name == x.name() || name == seed_parameter) continue;
    if (x.is_figure() || !follows_from(*column, x, runs)) settings.push_back(*column);
  }
  std::erase_if(settings, [&](const RunColumn& setting) {
    return std::all_of(runs.begin(), runs.end(), [&](const ServedRun* run) {
      return text_in(setting, *run) == text_in(setting, *runs.front());
    });
  });
  return settings;
}

/// "routing ugal_l, k 4".
std::string curve_name(const std::vector<RunColumn>& settings, const ServedRun& run) {
  std::string name;
  for (const RunColumn& setting : settings) {
    if (setting.value(run).value().index() == 0) continue;
    std::string word = setting.name();
    if (word.ends_with(".name")) word.resize(word.size() - std::string_view(".name").size());
    name += fmt::format("{}{} {}", name.empty() ? "" : ", ", word.substr(word.rfind('.') + 1),
                        text_in(setting, run));
  }
  return name.empty() ? "all runs" : name;
}

/// The values of the x axis by name, where not all of them are numbers.
std::vector<std::string> names_of_axis(const RunColumn& x, const RunPointers& runs) {
  std::vector<Cell> values;
  bool numbers = true;
  for (const ServedRun* run : runs) {
    if (x.value(*run).value().index() == 0) continue;
    values.push_back(x.value(*run)), numbers = numbers && x.number(*run);
  }
  if (numbers) return {};
  std::stable_sort(values.begin(), values.end(),
                   [](const Cell& a, const Cell& b) { return compare_cells(a, b) < 0; });
  std::vector<std::string> names;
  for (const Cell& value : values)
    if (std::string name = cell_text(value, {}); names.empty() || names.back() != name)
      names.push_back(std::move(name));
  return names;
}

class Plot {
 public:
  Plot(const RunColumn& x, const RunColumn& y, const RunChartQuery& query, std::vector<std::string> names)
      : x_(x), y_(y), query_(query), names_(std::move(names)) {}

  void add(const std::string& curve, const ServedRun& run) {
    const auto at = place(run), value = y_.number(run);
    if (!at || !value || (query_.log_x && names_.empty() && *at <= 0) || (query_.log_y && *value <= 0))
      return void(++without_);
    if (points_ >= most_points || (!curves_.contains(curve) && curves_.size() >= most_curves))
      return void(++beyond_);
    ++points_;
    const double half = y_.half_width(run).value_or(no_value);
    curves_[curve].push_back({*at, *value, half, run.id.substr(0, 8), run.verdict});
  }

  Chart chart() {
    Chart chart{.name = "runs",
                .title = fmt::format("{} over {}", y_.name(), x_.name()),
                .note = note(),
                .x = {.title = x_.name(), .scale = x_scale(), .names = names_},
                .y = {.title = y_.name(), .scale = query_.log_y ? Scale::log : Scale::linear},
                .curves = {},
                .wide = true};
    for (auto& [name, points] : curves_) chart.curves.push_back(curve_of(name, points));
    return chart;
  }

 private:
  struct Point {
    double x, y, half;
    std::string label, mark;
  };

  std::optional<double> place(const ServedRun& run) const {
    if (names_.empty()) return x_.number(run);
    if (x_.value(run).value().index() == 0) return std::nullopt;
    return static_cast<double>(std::find(names_.begin(), names_.end(), text_in(x_, run)) - names_.begin());
  }
  Scale x_scale() const { return !names_.empty() ? Scale::names : query_.log_x ? Scale::log : Scale::linear; }
  std::string note() const {
    std::string text;
    if (beyond_ > 0) text = fmt::format("{} more runs are not drawn: filter the list. ", beyond_);
    if (without_ > 0) text += fmt::format("{} runs have no such figure, or none above zero.", without_);
    return text;
  }
  Curve curve_of(const std::string& name, std::vector<Point>& points) const {
    std::stable_sort(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
    Curve curve{
        .name = name, .shape = x_.is_figure() ? CurveShape::points : CurveShape::line, .x = {}, .y = {}};
    for (const Point& point : points) {
      curve.x.push_back(point.x), curve.y.push_back(point.y);
      curve.low.push_back(point.y - point.half), curve.high.push_back(point.y + point.half);
      curve.marks.push_back(point.mark);
      if (!x_.is_figure()) curve.labels.push_back(point.label);  // names beside points would hide them
    }
    return curve;
  }

  const RunColumn &x_, &y_;
  const RunChartQuery& query_;
  const std::vector<std::string> names_;
  std::map<std::string, std::vector<Point>> curves_;
  std::size_t points_ = 0, beyond_ = 0, without_ = 0;
};

}  // namespace

RunChartQuery RunChartQuery::of(const HttpRequest& request) {
  return {.runs = RunQuery::of(request),
          .x = request.parameter("x"),
          .y = request.parameter("y"),
          .log_x = request.parameter("log_x") == "1",
          .log_y = request.parameter("log_y") == "1"};
}

Result<Chart> run_chart(const Snapshot& snapshot, const RunChartQuery& query) {
  auto runs = wanted_runs(snapshot, query.runs);
  if (!runs) return runs.problems();
  std::erase_if(*runs, [](const ServedRun* run) { return run->kind != "run"; });
  const auto x = RunColumn::find(snapshot, query.x, "x"), y = RunColumn::find(snapshot, query.y, "y");
  if (!x) return x.problems();
  if (!y) return y.problems();
  const auto settings = runs->empty() ? std::vector<RunColumn>{} : curve_settings(snapshot, *x, *runs);
  Plot plot(*x, *y, query, names_of_axis(*x, *runs));
  for (const ServedRun* run : *runs) plot.add(curve_name(settings, *run), *run);
  return plot.chart();
}

}  // namespace ebb::inline tasks
