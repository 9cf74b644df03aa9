// A chart as plain data: axes, curves, and a title that states the finding. The page draws it, `ebb plot`
// passes it to gnuplot, and its numbers are available as CSV: a figure exists once.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/document/table.hpp"

namespace ebb::inline report {

/// An unknown point leaves a gap.
inline constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// A symmetric scale is linear around zero and logarithmic far from it, on both sides. It is for widely
/// spread numbers that include zeros or negative ones.
enum class Scale : std::uint8_t { linear, log, names, symmetric };
constexpr auto names_of(Scale) {
  return std::array<std::string_view, 4>{"linear", "log", "names", "symmetric"};
}

struct Axis {
  std::string title, unit = "";
  Scale scale = Scale::linear;
  std::vector<std::string> names = {};  ///< names of the positions 0, 1, …, on a scale of names
  std::optional<double> least = {}, most = {};
  double bend = 1;  ///< where a symmetric scale turns from linear to logarithmic
};

/// Converts a value to its position on the axis, and back.
double on_scale(const Axis& axis, double value);
double from_scale(const Axis& axis, double place);

/// A level is a horizontal line over the whole width of a named position, as a reference for its bars.
enum class CurveShape : std::uint8_t { line, area, stacked_area, bars, stacked_bars, points, level };
constexpr auto names_of(CurveShape) {
  return std::array<std::string_view, 7>{"line",         "area",   "stacked_area", "bars",
                                         "stacked_bars", "points", "level"};
}

/// The meaning of a curve. It determines colour and dashes, the same in every chart.
enum class Role : std::uint8_t { one_of_many, finding, load, ideal, baseline, rate };
constexpr auto names_of(Role) {
  return std::array<std::string_view, 6>{"one_of_many", "finding", "load", "ideal", "baseline", "rate"};
}

struct Curve {
  std::string name;
  CurveShape shape = CurveShape::line;
  Role role = Role::one_of_many;
  std::vector<double> x, y;                 ///< of equal length
  std::vector<double> low = {}, high = {};  ///< of the confidence interval; empty, or of equal length
  std::vector<std::string> labels = {};     ///< of the points; empty, or of equal length
  std::vector<std::string> marks = {};  ///< "steady", "saturated", …: how a point is drawn; empty: plain
};

struct Chart {
  std::string name;  ///< one word, for `ebb plot` and file names
  std::string title, note = "";
  Axis x, y;
  std::vector<Curve> curves;
  bool lying = false;                      ///< horizontal bars, with their names on the left
  bool wide = false;                       ///< takes the whole width of a page
  std::string interval = "95 % interval";  ///< meaning of `low` and `high` of its curves, for the key
  std::string subtitle = "";               ///< applies to the whole chart; every reader must see it
};

/// Returns the mark up to its comma: "saturated" of "saturated, 2 of 5".
std::string_view mark_word(std::string_view mark);

/// A mark of points, and its meaning as text of the key.
struct MarkMeaning {
  std::string mark, words;
};
/// Returns the marks of a chart, each once. Marks that are drawn alike share one entry.
std::vector<MarkMeaning> mark_meanings(const Chart& chart);

/// Bands are drawn under lines, whiskers at points and at the ends of bars; none where all intervals are
/// empty.
enum class IntervalShape : std::uint8_t { none, band, whiskers };
constexpr auto names_of(IntervalShape) { return std::array<std::string_view, 3>{"none", "band", "whiskers"}; }
IntervalShape interval_of(const Chart& chart);

nlohmann::ordered_json chart_json(const Chart& chart);
/// Returns its numbers, one row for each point.
Table chart_table(const Chart& chart);

}  // namespace ebb::inline report
