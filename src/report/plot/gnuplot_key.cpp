#include "report/plot/gnuplot_key.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/plot/gnuplot_axes.hpp"
#include "report/plot/gnuplot_looks.hpp"

namespace ebb::inline report {
namespace {

constexpr std::size_t room = 92;  // characters of the figure's type, over its whole width
constexpr std::size_t sample = 5, key_gap = 3;

enum class Sample { line, block, point };

struct Entry {
  std::string text, colour;
  Sample shape = Sample::line;
  std::string dashes = "1";
  int point = 7;
  double solid = 1;

  std::size_t width() const { return sample + text.size() + key_gap; }
};
using Entries = std::vector<Entry>;

Entry entry_of(const Chart& chart, std::size_t index) {
  const Curve& curve = chart.curves[index];
  Entry entry{.text = curve.name, .colour = colour_of(chart, index)};
  if (is_dots(chart, curve) || curve.shape == CurveShape::points)
    entry.shape = Sample::point, entry.point = dot_type(chart, index);
  else if (is_bars(curve) || curve.shape == CurveShape::area || curve.shape == CurveShape::stacked_area)
    entry.shape = Sample::block, entry.solid = curve.shape == CurveShape::area ? 0.6 : 1;
  else
    entry.dashes = dashes_of(chart, index);
  return entry;
}

/// The marks alone describe a curve of points.
bool is_told_by_marks(const Curve& curve) {
  return curve.shape == CurveShape::points && !curve.marks.empty() &&
         std::none_of(curve.marks.begin(), curve.marks.end(), [](const std::string& m) { return m.empty(); });
}

Entries curve_entries(const Chart& chart) {
  Entries entries;
  for (std::size_t i = 0; i < chart.curves.size(); ++i)
    if (!is_told_by_marks(chart.curves[i])) entries.push_back(entry_of(chart, i));
  return entries;
}

Entries mark_entries(const Chart& chart) {
  Entries entries;
  for (const auto& [mark, words] : mark_meanings(chart))
    entries.push_back(
        {.text = words, .colour = "#333333", .shape = Sample::point, .point = point_type(mark)});
  return entries;
}

/// The meaning of the bands or whiskers of the curves.
Entries interval_entries(const Chart& chart) {
  const IntervalShape shape = interval_of(chart);
  if (shape == IntervalShape::none) return {};
  if (shape == IntervalShape::whiskers) return {{.text = chart.interval, .colour = "#000000"}};
  return {{.text = chart.interval, .colour = "#999999", .shape = Sample::block, .solid = 0.4}};
}

std::size_t width_of(const Entries& row) {
  std::size_t width = 0;
  for (const Entry& entry : row) width += entry.width();
  return width;
}

/// An entry and its position, in characters from the left.
struct Placed {
  Entry entry;
  double at = 0;
};
using Row = std::vector<Placed>;

/// Side by side, each as wide as its text, centred.
Row packed_row(const Entries& entries) {
  Row row;
  double at = (static_cast<double>(room) - static_cast<double>(width_of(entries))) / 2;
  for (const Entry& entry : entries) row.push_back({entry, at}), at += static_cast<double>(entry.width());
  return row;
}

/// In columns, read from top to bottom.
void add_columns(const Entries& entries, std::vector<Row>& rows) {
  std::size_t widest = 1;
  for (const Entry& entry : entries) widest = std::max(widest, entry.width());
  std::size_t columns = std::clamp<std::size_t>(room / widest, 1, entries.size());
  const std::size_t deep = (entries.size() + columns - 1) / columns, first = rows.size();
  columns = (entries.size() + deep - 1) / deep;
  rows.resize(first + deep);
  const double left = std::max(0.0, (static_cast<double>(room) - static_cast<double>(columns * widest)) / 2);
  for (std::size_t i = 0; i < entries.size(); ++i)
    rows[first + i % deep].push_back({entries[i], left + static_cast<double>(i / deep * widest)});
}

/// Curves, and the meaning of marks and intervals: in one row where they fit, else separately.
std::vector<Row> rows_of(const Chart& chart) {
  Entries curves = curve_entries(chart), marks = mark_entries(chart), all = curves;
  for (const Entry& entry : interval_entries(chart)) marks.push_back(entry);
  all.insert(all.end(), marks.begin(), marks.end());
  if (all.empty()) return {};
  if (width_of(all) <= room) return {packed_row(all)};
  std::vector<Row> rows;
  for (const Entries* group : {&curves, &marks}) {
    if (group->empty()) continue;
    if (width_of(*group) <= room)
      rows.push_back(packed_row(*group));
    else
      add_columns(*group, rows);
  }
  return rows;
}

/// A horizontal position, in gnuplot's units.
std::string across(double characters) { return fmt::format("screen {:.4f}", characters / room); }

std::string sample_line(const Entry& entry, double at, double height) {
  const double end = at + sample - 1.2;
  if (entry.shape == Sample::point)
    return fmt::format("set label \"\" at {}, character {:.2f} point pt {} ps 1.1 lc rgb \"{}\"\n",
                       across((at + end) / 2), height, entry.point, entry.colour);
  if (entry.shape == Sample::block)
    return fmt::format(
        "set object rectangle from {}, character {:.2f} to {}, character {:.2f} fc rgb \"{}\" fs solid {} "
        "noborder noclip\n",
        across(at), height - 0.3, across(end), height + 0.3, entry.colour, entry.solid);
  return fmt::format(
      "set arrow from {}, character {:.2f} to {}, character {:.2f} nohead lw 2 dt {} lc rgb \"{}\"\n",
      across(at), height, across(end), height, entry.dashes, entry.colour);
}

}  // namespace

std::size_t key_rows(const Chart& chart) { return std::max<std::size_t>(1, rows_of(chart).size()); }

std::string key_lines(const Chart& chart) {
  const std::vector<Row> rows = rows_of(chart);
  std::string out = "unset key\n";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double height = 0.9 + static_cast<double>(rows.size() - 1 - r);
    for (const auto& [entry, at] : rows[r])
      out +=
          sample_line(entry, at, height) + fmt::format("set label {} at {}, character {:.2f} left\n",
                                                       gnuplot_text(entry.text), across(at + sample), height);
  }
  return out;
}

}  // namespace ebb::inline report
