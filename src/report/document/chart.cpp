#include "report/document/chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/fields.hpp"
#include "results/cell.hpp"

namespace ebb::inline report {
namespace {

using Json = nlohmann::ordered_json;

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double v : values) list.push_back(std::isfinite(v) ? Json(v) : Json());
  return list;
}

Json axis_json(const Axis& axis) {
  Json json = {{"title", axis.title}, {"unit", axis.unit}, {"scale", name_of(axis.scale)}};
  if (axis.scale == Scale::names) json["names"] = axis.names;
  if (axis.scale == Scale::symmetric) json["bend"] = axis.bend;
  if (axis.least) json["least"] = *axis.least;
  if (axis.most) json["most"] = *axis.most;
  return json;
}

std::string key_of(const Axis& axis) {
  std::string key;
  for (const char c : axis.title + (axis.unit.empty() ? "" : " " + axis.unit))
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
      key += c;
    else if (!key.empty() && key.back() != '_')
      key += '_';
  return key;
}

Cell cell_of(double value) { return std::isfinite(value) ? Cell(value) : Cell(); }

Cell place_of(const Axis& axis, double value) {
  if (axis.scale != Scale::names || !std::isfinite(value) || value < 0) return cell_of(value);
  const auto place = static_cast<std::size_t>(value);
  return place < axis.names.size() ? Cell(axis.names[place]) : cell_of(value);
}

}  // namespace

double on_scale(const Axis& axis, double value) {
  if (axis.scale == Scale::symmetric) return std::asinh(value / axis.bend);
  return axis.scale == Scale::log ? std::log10(value) : value;
}
double from_scale(const Axis& axis, double place) {
  if (axis.scale == Scale::symmetric) return axis.bend * std::sinh(place);
  return axis.scale == Scale::log ? std::pow(10, place) : place;
}

std::string_view mark_word(std::string_view mark) { return mark.substr(0, mark.find(',')); }

std::vector<MarkMeaning> mark_meanings(const Chart& chart) {
  constexpr std::array<std::array<std::string_view, 2>, 8> words{
      {{"steady", "steady"},
       {"finished", "finished"},
       {"saturated", "saturated: carries less than is offered"},
       {"undecided", "undecided: the run is too short"},
       {"failed", "failed"},
       {"best", "on the front: no policy is better in both"},
       {"beaten", "another policy is better in both"},
       {"computed", "computed, not run"}}};
  const auto has = [&](std::string_view mark) {
    return std::any_of(chart.curves.begin(), chart.curves.end(), [&](const Curve& curve) {
      return std::any_of(curve.marks.begin(), curve.marks.end(),
                         [&](const std::string& m) { return mark_word(m) == mark; });
    });
  };
  std::vector<MarkMeaning> meanings;
  for (const auto& [mark, means] : words) {
    if (!has(mark)) continue;
    if (mark == "finished" && has("steady"))
      meanings.front().words = "steady or finished";  // both are filled
    else
      meanings.push_back({std::string(mark), std::string(means)});
  }
  return meanings;
}

IntervalShape interval_of(const Chart& chart) {
  for (const Curve& curve : chart.curves)
    for (std::size_t i = 0; i < curve.low.size() && i < curve.high.size(); ++i)
      if (curve.low[i] < curve.high[i])
        return curve.shape == CurveShape::line ? IntervalShape::band : IntervalShape::whiskers;
  return IntervalShape::none;
}

Json chart_json(const Chart& chart) {
  Json marks = Json::array();
  for (const auto& [mark, words] : mark_meanings(chart)) marks.push_back({{"mark", mark}, {"words", words}});
  Json curves = Json::array();
  for (const Curve& curve : chart.curves) {
    Json json = {{"name", curve.name},
                 {"shape", name_of(curve.shape)},
                 {"role", name_of(curve.role)},
                 {"x", numbers(curve.x)},
                 {"y", numbers(curve.y)}};
    if (!curve.low.empty()) json["low"] = numbers(curve.low), json["high"] = numbers(curve.high);
    if (!curve.labels.empty()) json["labels"] = curve.labels;
    if (!curve.marks.empty()) json["marks"] = curve.marks;
    curves.push_back(std::move(json));
  }
  return {{"name", chart.name},
          {"title", chart.title},
          {"subtitle", chart.subtitle},
          {"note", chart.note},
          {"x", axis_json(chart.x)},
          {"y", axis_json(chart.y)},
          {"lying", chart.lying},
          {"interval", {{"shape", name_of(interval_of(chart))}, {"words", chart.interval}}},
          {"marks", std::move(marks)},
          {"curves", std::move(curves)}};
}

Table chart_table(const Chart& chart) {
  const auto has = [&](auto member) {
    return std::any_of(chart.curves.begin(), chart.curves.end(),
                       [&](const Curve& curve) { return !(curve.*member).empty(); });
  };
  const bool intervals = has(&Curve::low), labels = has(&Curve::labels), marks = has(&Curve::marks);
  Table table{.title = chart.title,
              .columns = {{"curve", "curve"},
                          {key_of(chart.x), chart.x.title, chart.x.unit},
                          {key_of(chart.y), chart.y.title, chart.y.unit}},
              .rows = {}};
  if (intervals) {
    table.columns.push_back({"low", "95 % from", chart.y.unit});
    table.columns.push_back({"high", "95 % to", chart.y.unit});
    table.notes.push_back("95 % from, to: the ends of the 95 % confidence interval");
  }
  if (!chart.subtitle.empty()) table.notes.push_back(chart.subtitle);
  if (labels) table.columns.push_back({"label", "point"});
  if (marks) table.columns.push_back({"mark", "verdict"});
  for (const Curve& curve : chart.curves)
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      std::vector<Cell> row = {curve.name, place_of(chart.x, curve.x[i]), cell_of(curve.y[i])};
      if (intervals)
        row.push_back(curve.low.empty() ? Cell() : cell_of(curve.low[i])),
            row.push_back(curve.high.empty() ? Cell() : cell_of(curve.high[i]));
      if (labels) row.push_back(curve.labels.empty() ? Cell() : Cell(curve.labels[i]));
      if (marks) row.push_back(curve.marks.empty() ? Cell() : Cell(curve.marks[i]));
      table.add(std::move(row));
    }
  return table;
}

}  // namespace ebb::inline report
