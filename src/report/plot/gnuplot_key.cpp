#include "report/plot/gnuplot_key.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "report/document/wrapped_text.hpp"
#include "report/plot/gnuplot_axes.hpp"
#include "report/plot/gnuplot_looks.hpp"

namespace ebb::inline report {
namespace {

/// Characters over the whole width of the figure, in the widest type that replaces a missing Helvetica.
constexpr std::size_t room = 80;
constexpr std::size_t sample = 5, key_gap = 3;

enum class Sample { line, dotted_line, block, point, whisker, none };

/// UTF-8: all bytes but those that continue a character.
std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

struct Entry {
  std::string text, colour;
  Sample shape = Sample::line;
  std::string dashes = "1";
  int point = 7;
  double solid = 1;

  std::size_t width() const { return sample + characters(text) + key_gap; }
};
using Entries = std::vector<Entry>;

/// The sample shows what the curve shows: lines with points at what was measured have one, too.
Sample shape_of(const Chart& chart, const Curve& curve) {
  if (is_dots(chart, curve) || curve.shape == CurveShape::points) return Sample::point;
  if (is_bars(curve) || curve.shape == CurveShape::area || curve.shape == CurveShape::stacked_area)
    return Sample::block;
  return has_points(chart, curve) ? Sample::dotted_line : Sample::line;
}

Entry entry_of(const Chart& chart, std::size_t index) {
  const Curve& curve = chart.curves[index];
  return {.text = curve.name,
          .colour = colour_of(chart, index),
          .shape = shape_of(chart, curve),
          .dashes = dashes_of(chart, index),
          .point = is_dots(chart, curve) ? dot_type(chart, index) : point_type(""),
          .solid = curve.shape == CurveShape::area ? 0.6 : 1};
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
  if (shape == IntervalShape::whiskers)
    return {{.text = chart.interval, .colour = "#000000", .shape = Sample::whisker}};
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

/// A text that is wider than the figure goes on in a row of its own, without a sample.
void add_long(const Entry& entry, std::vector<Row>& rows) {
  std::istringstream lines(wrapped("", entry.text, 0, room - sample - key_gap));
  bool first = true;
  for (std::string line; std::getline(lines, line); first = false) {
    Entry part = entry;
    part.text = line;
    if (!first) part.shape = Sample::none;
    rows.push_back({{part, 0}});
  }
}

/// Side by side, each as wide as its text, centred.
Row packed_row(const Entries& entries) {
  Row row;
  double at = (static_cast<double>(room) - static_cast<double>(width_of(entries))) / 2;
  for (const Entry& entry : entries) row.push_back({entry, at}), at += static_cast<double>(entry.width());
  return row;
}

/// In columns, read from top to bottom.
void add_columns(Entries entries, std::vector<Row>& rows) {
  const auto is_long = [](const Entry& entry) { return entry.width() > room; };
  for (const Entry& entry : entries)
    if (is_long(entry)) add_long(entry, rows);
  std::erase_if(entries, is_long);
  if (entries.empty()) return;
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

/// In as few rows as their order allows.
void add_packed(const Entries& entries, std::vector<Row>& rows) {
  Entries row;
  for (const Entry& entry : entries) {
    if (!row.empty() && width_of(row) + entry.width() > room)
      rows.push_back(packed_row(std::exchange(row, {})));
    if (entry.width() > room)
      add_long(entry, rows);
    else
      row.push_back(entry);
  }
  if (!row.empty()) rows.push_back(packed_row(row));
}

/// Curves, and the meaning of marks and intervals: in one row where they fit, else separately.
std::vector<Row> rows_of(const Chart& chart) {
  Entries curves = curve_entries(chart), marks = mark_entries(chart), all = curves;
  for (const Entry& entry : interval_entries(chart)) marks.push_back(entry);
  all.insert(all.end(), marks.begin(), marks.end());
  if (all.empty()) return {};
  if (width_of(all) <= room) return {packed_row(all)};
  std::vector<Row> rows;
  if (width_of(curves) <= room)
    add_packed(curves, rows);
  else
    add_columns(curves, rows);
  add_packed(marks, rows);
  return rows;
}

/// A horizontal position, in gnuplot's units.
std::string across(double characters) { return fmt::format("screen {:.4f}", characters / room); }

std::string sample_line(const Entry& entry, double at, double height) {
  const double end = at + sample - 1.2;
  if (entry.shape == Sample::none) return "";
  if (entry.shape == Sample::whisker)
    return fmt::format(
        "set arrow from {0}, character {1:.2f} to {0}, character {2:.2f} heads size screen 0.006,90 lw 1.5 "
        "lc "
        "rgb \"{3}\"\n",
        across((at + end) / 2), height - 0.4, height + 0.4, entry.colour);
  if (entry.shape == Sample::point)
    return fmt::format("set label \"\" at {}, character {:.2f} point pt {} ps 1.1 lc rgb \"{}\"\n",
                       across((at + end) / 2), height, entry.point, entry.colour);
  if (entry.shape == Sample::block)
    return fmt::format(
        "set object rectangle from {}, character {:.2f} to {}, character {:.2f} fc rgb \"{}\" fs solid {} "
        "noborder noclip\n",
        across(at), height - 0.3, across(end), height + 0.3, entry.colour, entry.solid);
  const std::string dot =
      entry.shape == Sample::dotted_line
          ? fmt::format("set label \"\" at {}, character {:.2f} point pt {} ps 0.9 lc rgb \"{}\"\n",
                        across((at + end) / 2), height, entry.point, entry.colour)
          : "";
  return dot + fmt::format(
                   "set arrow from {}, character {:.2f} to {}, character {:.2f} nohead lw 2 dt {} lc rgb "
                   "\"{}\"\n",
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
