#include "reproduce/page/reproductions_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "report/document/chart.hpp"
#include "report/document/table.hpp"
#include "reproduce/page/founding_curves.hpp"
#include "reproduce/page/founding_figures.hpp"
#include "reproduce/page/founding_groups.hpp"
#include "reproduce/page/founding_lines.hpp"
#include "reproduce/page/reproduction_report.hpp"

namespace ebb::inline reproduce {
namespace {

/// Returns the power of ten where a logarithmic axis begins, a little below the smallest value. Empty where
/// values are not far apart, or not all above 0.
std::optional<double> log_begin(const Chart& chart) {
  double least = INFINITY, most = 0;
  for (const Curve& curve : chart.curves)
    for (const double y : curve.y)
      if (y > 0)
        least = std::min(least, y), most = std::max(most, y);
      else if (std::isfinite(y))
        return std::nullopt;
  if (most <= 100 * least) return std::nullopt;
  return std::pow(10, std::floor(std::log10(least / 1.5)));
}

/// The axis of values of this unit. A unit that is a noun, as "chips", is its own title.
Axis value_axis(const std::string& unit) {
  static const std::map<std::string, std::string> quantities = {
      {"%", "share"},      {"points", "difference"}, {"W", "power"},   {"kW", "power"},
      {"MW", "power"},     {"Gb/s", "rate"},         {"Mb/s", "rate"}, {"Tb/s", "rate"},
      {"Gflop/s", "rate"}, {"ns", "time"},           {"us", "time"},   {"ms", "time"},
      {"s", "time"},       {"nJ", "energy"},         {"J", "energy"},  {"W/(Gb/s)", "power per rate"},
      {"x", "ratio"},      {"times", "ratio"},       {"$", "money"},   {"", "value"}};
  const auto known = quantities.find(unit);
  if (known == quantities.end()) return {.title = unit, .least = 0};
  return {.title = known->second, .unit = unit, .least = 0};
}

/// Returns the common text after the colon of every row, as "accepted of the offered load", empty where they
/// differ. It becomes the axis' title, and the names omit it.
std::string common_ending(const std::vector<const PageJson*>& rows) {
  std::string common;
  for (const PageJson* row : rows) {
    const std::string what = text_at(*row, "what");
    const std::size_t colon = what.rfind(": ");
    if (colon == std::string::npos || colon == 0) return "";
    const std::string ending = what.substr(colon + 2);
    if (!common.empty() && ending != common) return "";
    common = ending;
  }
  return common;
}

/// Titles begin with a capital letter.
std::string as_title(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

/// Ours beside the paper's, for the rows of one unit.
Chart unit_chart(const std::string& name, const std::string& summary, const std::string& unit,
                 const std::vector<const PageJson*>& rows) {
  Chart chart{.name = name,
              .title = as_title(summary),
              .note = "Ours beside what the paper prints, where it prints a number.",
              .x = {.title = "what", .scale = Scale::names},
              .y = value_axis(unit),
              .curves = {},
              .lying = true};
  const std::string ending = common_ending(rows);
  if (!ending.empty()) chart.y.title = ending, chart.y.unit = unit == ending ? "" : unit;
  Curve ours{.name = "ours", .shape = CurveShape::bars, .role = Role::finding, .x = {}, .y = {}};
  Curve paper{.name = "paper", .shape = CurveShape::bars, .role = Role::baseline, .x = {}, .y = {}};
  for (const PageJson* row : rows) {
    const auto place = static_cast<double>(chart.x.names.size());
    const std::string what = text_at(*row, "what");
    chart.x.names.push_back(ending.empty() ? what : what.substr(0, what.size() - ending.size() - 2));
    ours.x.push_back(place), ours.y.push_back(number_at(*row, "ours").value_or(no_value));
    if (const auto printed = number_at(*row, "paper")) paper.x.push_back(place), paper.y.push_back(*printed);
  }
  chart.curves.push_back(std::move(ours));
  if (!paper.x.empty()) chart.curves.push_back(std::move(paper));
  if (const auto begin = log_begin(chart)) chart.y.scale = Scale::log, chart.y.least = begin;
  return chart;
}

/// The paper's own figures, where the rows are points of some. Otherwise a chart for each unit with enough
/// rows to be useful, and few enough to be readable.
void add_charts(Document& document, const PageJson& reproduction) {
  std::vector<Chart> own = founding_figures(reproduction);
  for (auto* more : {founding_lines, founding_groups, founding_curves})
    for (Chart& chart : more(reproduction)) own.push_back(std::move(chart));
  const auto add = [&](Chart chart) {
    if (is_quick(reproduction)) chart.subtitle = fmt::format("quick: {}", quick_size);
    document.add(std::move(chart));
  };
  for (Chart& chart : own) add(std::move(chart));
  if (!own.empty()) return;
  std::map<std::string, std::vector<const PageJson*>> by_unit;
  // A given value would be drawn beside itself.
  for (const PageJson& row : member(reproduction, "rows"))
    if (text_at(row, "verdict") != "given") by_unit[text_at(row, "unit")].push_back(&row);
  const std::string name = text_at(reproduction, "name"), summary = text_at(reproduction, "summary");
  std::size_t number = 0;
  std::vector<std::pair<std::string, std::vector<const PageJson*>>> most_first(by_unit.begin(),
                                                                               by_unit.end());
  std::stable_sort(most_first.begin(), most_first.end(),
                   [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  for (auto& [unit, rows] : most_first) {
    if (rows.size() < 2) continue;
    if (rows.size() > 28) rows.resize(28);
    const std::string title = summary.empty() ? name : summary;
    add(unit_chart(number++ == 0 ? name : fmt::format("{}-{}", name, number),
                   by_unit.size() > 1 && !unit.empty() ? fmt::format("{} [{}]", title, unit) : title, unit,
                   rows));
  }
}

std::string lead_of(const PageJson& reproductions) {
  PageJson rows = PageJson::array();
  for (const PageJson& one : reproductions)
    if (member(one, "rows").is_array())
      for (const PageJson& row : member(one, "rows")) rows.push_back(row);
  const VerdictCounts count = count_verdicts(rows);
  const auto of = [&](RowVerdict verdict) { return count.of.at(verdict); };
  return fmt::format(
      "{} values, {} of them judged. Match: {}; near: {}; differ, with the reason: {}; have the paper's "
      "shape "
      "where it has words only: {}; slips of the papers, whose own numbers make ours: {}. Not judged: {} "
      "given, which are inputs of ours; {} fitted, from which a "
      "parameter of ours was solved; {} ours alone. The tolerance of each verdict is beside it.",
      count.rows, count.judged, of(RowVerdict::match), of(RowVerdict::near), of(RowVerdict::differs),
      of(RowVerdict::shape), of(RowVerdict::slip), of(RowVerdict::given), of(RowVerdict::fitted),
      of(RowVerdict::ours));
}

/// At the top of the page, so that nobody mistakes them for the paper's own size.
void add_quick_ones(Document& document, const PageJson& reproductions) {
  std::vector<std::string> quick;
  for (const PageJson& one : reproductions)
    if (is_quick(one)) quick.push_back(text_at(one, "name"));
  if (quick.empty()) return;
  const std::string which =
      quick.size() == reproductions.size() ? "it" : fmt::format("{}", fmt::join(quick, ", "));
  document.add(Sentence{fmt::format("Made with `--quick`: {} {} {}.", which,
                                    quick.size() == 1 || which == "it" ? "has" : "have", quick_size)});
}

}  // namespace

Document reproductions_document(const PageJson& reproductions, const Origin& origin) {
  Document document{
      .title = "The founding papers' numbers, computed again", .lead = lead_of(reproductions), .blocks = {}};
  add_quick_ones(document, reproductions);
  for (const PageJson& one : reproductions) {
    if (!member(one, "rows").is_array()) continue;
    document.add(Heading{text_at(one, "name")});
    add_charts(document, one);
    Table table = reproduction_table(one, RowNotes::below_the_table);
    table.title = text_at(one, "summary");
    document.add(std::move(table));
  }
  add_origin(origin, "`ebb reproduce` with these names; configurations and seeds are part of the program",
             document);
  return document;
}

}  // namespace ebb::inline reproduce
