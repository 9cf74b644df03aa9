#include "reproduce/page/founding_groups.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace ebb::inline reproduce {
namespace {

/// One bar of every group, or a level over it: the rows whose id has this ending.
struct Part {
  std::string_view ends, name;
  CurveShape shape = CurveShape::bars;
  Role role = Role::one_of_many;
};

constexpr std::array abts_fig8{
    Part{".measured_paired_percent", "measured chip, link pairs"},
    Part{".measured_independent_percent", "measured chip, independent"},
    Part{".ideal_paired_percent", "ideal channels, link pairs"},
    Part{".ideal_independent_percent", "ideal channels, independent"},
    Part{".utilisation_percent", "ideal network: its utilisation", CurveShape::level, Role::ideal}};
/// The bars that the paper prints numbers for are drawn beside these.
constexpr std::string_view abts_fig8_printed = ".ideal_independent_percent";

/// The text of a row is "GROUP: WHAT". The first of several rows names the position.
double place_of(Chart& chart, const PageJson& row) {
  const std::string what = text_at(row, "what"), group = what.substr(0, what.find(": "));
  auto& names = chart.x.names;
  auto place = std::find(names.begin(), names.end(), group);
  if (place == names.end()) place = names.insert(place, group);
  return static_cast<double>(place - names.begin());
}

/// The values of the rows with this ending: ours, or those printed in the paper.
Curve curve_of(Chart& chart, const PageJson& rows, std::string_view ends, const char* whose) {
  Curve curve{.name = "", .x = {}, .y = {}};
  for (const PageJson& row : rows)
    if (const auto value = number_at(row, whose); value && text_at(row, "id").ends_with(ends))
      curve.x.push_back(place_of(chart, row)), curve.y.push_back(*value);
  return curve;
}

void add_part(Chart& chart, Curve curve, const Part& part) {
  if (curve.x.empty()) return;
  curve.name = part.name, curve.shape = part.shape, curve.role = part.role;
  chart.curves.push_back(std::move(curve));
}

Chart power_by_workload(const PageJson& rows) {
  Chart chart{.name = "abts-fig8",
              .title = "Independent channels that are proportional come nearest to the ideal",
              .note =
                  "Abts, Figure 8: link pairs change together, independent channels each for itself. An "
                  "ideal network draws in proportion to its use.",
              .x = {.title = "workload", .scale = Scale::names},
              .y = {.title = "power, of all links at full speed", .unit = "%", .least = 0},
              .curves = {}};
  for (const Part& part : abts_fig8) {
    if (part.shape == CurveShape::level)
      add_part(chart, curve_of(chart, rows, abts_fig8_printed, "paper"),
               {"", "the paper: ideal, independent", CurveShape::bars, Role::baseline});
    add_part(chart, curve_of(chart, rows, part.ends, "ours"), part);
  }
  if (chart.curves.empty()) return chart;
  Curve full{
      .name = "always full speed", .shape = CurveShape::level, .role = Role::baseline, .x = {}, .y = {}};
  for (std::size_t place = 0; place < chart.x.names.size(); ++place)
    full.x.push_back(static_cast<double>(place)), full.y.push_back(100);
  chart.curves.push_back(std::move(full));
  return chart;
}

}  // namespace

std::vector<Chart> founding_groups(const PageJson& reproduction) {
  if (text_at(reproduction, "name") != "abts-fig8") return {};
  Chart chart = power_by_workload(member(reproduction, "rows"));
  if (chart.curves.empty()) return {};
  return {std::move(chart)};
}

}  // namespace ebb::inline reproduce
