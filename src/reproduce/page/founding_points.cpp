#include "reproduce/page/founding_points.hpp"

#include <algorithm>
#include <cstdlib>

namespace ebb::inline reproduce {
namespace {

/// Parses "± 0.3 us at 95 % confidence", which begins the note of a row with an interval.
double half_width(const PageJson& row) {
  constexpr std::string_view sign = "± ";
  const std::string note = text_at(row, "note");
  return note.starts_with(sign) ? std::strtod(note.c_str() + sign.size(), nullptr) : 0;
}

}  // namespace

std::string between(const std::string& text, std::string_view after, std::string_view before) {
  const std::size_t begin = text.find(after);
  if (begin == std::string::npos) return "";
  const std::size_t from = begin + after.size(), end = text.find(before, from);
  return end == std::string::npos ? "" : text.substr(from, end - from);
}

Curve& curve_named(Chart& chart, const std::string& name, CurveShape shape, Role role) {
  const auto same = std::find_if(chart.curves.begin(), chart.curves.end(),
                                 [&](const Curve& curve) { return curve.name == name; });
  if (same != chart.curves.end()) return *same;
  chart.curves.push_back({.name = name, .shape = shape, .role = role, .x = {}, .y = {}});
  return chart.curves.back();
}

std::string mark_in_note(const PageJson& row) {
  const std::string note = text_at(row, "note");
  for (const char* verdict : {"saturated", "undecided"})
    if (note.find(verdict) != std::string::npos) return verdict;
  return "";
}

void add_point(Curve& curve, double x, const PageJson& row) {
  const double y = number_at(row, "ours").value_or(no_value), within = half_width(row);
  const auto place = std::upper_bound(curve.x.begin(), curve.x.end(), x) - curve.x.begin();
  curve.x.insert(curve.x.begin() + place, x), curve.y.insert(curve.y.begin() + place, y);
  curve.low.insert(curve.low.begin() + place, y - within);
  curve.high.insert(curve.high.begin() + place, y + within);
  curve.marks.insert(curve.marks.begin() + place, mark_in_note(row));
}

}  // namespace ebb::inline reproduce
