// A chart as plain data: axes, curves, and a title that states the finding. The page draws it, `ebb plot`
// hands it to gnuplot, and its numbers come out as CSV: a figure exists once.
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

/// A point that is not known leaves a gap.
inline constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// A symmetric scale is linear around zero and logarithmic far from it, on both sides: for numbers that
/// spread widely, and among which there are zeros or negative ones.
enum class Scale : std::uint8_t { linear, log, names, symmetric };
constexpr auto names_of(Scale) {
  return std::array<std::string_view, 4>{"linear", "log", "names", "symmetric"};
}

struct Axis {
  std::string title, unit = "";
  Scale scale = Scale::linear;
  std::vector<std::string> names = {};  ///< of the places 0, 1, …, on a scale of names
  std::optional<double> least = {}, most = {};
  double bend = 1;  ///< where a symmetric scale turns from linear to logarithmic
};

/// Where a value stands on its axis, in a measure in which the axis is even; and back.
double on_scale(const Axis& axis, double value);
double from_scale(const Axis& axis, double place);

/// A level is a stroke over the whole room of a place among names: what its bars are held against.
enum class CurveShape : std::uint8_t { line, area, stacked_area, bars, stacked_bars, points, level };
constexpr auto names_of(CurveShape) {
  return std::array<std::string_view, 7>{"line",         "area",   "stacked_area", "bars",
                                         "stacked_bars", "points", "level"};
}

/// What a curve stands for; it decides the colour and the dashes, the same in every chart.
enum class Role : std::uint8_t { one_of_many, finding, load, ideal, baseline, rate };
constexpr auto names_of(Role) {
  return std::array<std::string_view, 6>{"one_of_many", "finding", "load", "ideal", "baseline", "rate"};
}

struct Curve {
  std::string name;
  CurveShape shape = CurveShape::line;
  Role role = Role::one_of_many;
  std::vector<double> x, y;                 ///< equally many
  std::vector<double> low = {}, high = {};  ///< of the confidence interval; empty, or as many
  std::vector<std::string> labels = {};     ///< of the points; empty, or as many
  std::vector<std::string> marks = {};  ///< "steady", "saturated", …: how a point is drawn; empty: plainly
};

struct Chart {
  std::string name;  ///< one word, for `ebb plot` and file names
  std::string title, note = "";
  Axis x, y;
  std::vector<Curve> curves;
  bool lying = false;                      ///< bars go to the right, their names stand on the left
  bool wide = false;                       ///< deserves the whole width of a page
  std::string interval = "95 % interval";  ///< what `low` and `high` of its curves are, in the words of a key
  std::string subtitle = "";               ///< what holds for all of it and must be known to whoever sees it
};

/// The mark without what stands behind its comma: "saturated" of "saturated, 2 of 5".
std::string_view mark_word(std::string_view mark);

/// A mark of points, and what it means in the words of a key.
struct MarkMeaning {
  std::string mark, words;
};
/// Those that a chart has, each once; marks that are drawn alike share one.
std::vector<MarkMeaning> mark_meanings(const Chart& chart);

/// Bands lie under lines, whiskers at points and at the ends of bars; none where all ends are the same.
enum class IntervalShape : std::uint8_t { none, band, whiskers };
constexpr auto names_of(IntervalShape) { return std::array<std::string_view, 3>{"none", "band", "whiskers"}; }
IntervalShape interval_of(const Chart& chart);

nlohmann::ordered_json chart_json(const Chart& chart);
/// Its numbers: one row for each point.
Table chart_table(const Chart& chart);

}  // namespace ebb::inline report
