#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/document/joined_words.hpp"
#include "report/document/number_text.hpp"
#include "report/page/plan_finding.hpp"
#include "report/page/run_document.hpp"
#include "report/page/study_documents.hpp"
#include "report/plan/plan_summary.hpp"
#include "report/policy/compare_report.hpp"

namespace ebb::inline report {
namespace {

/// One bar for each plan, stacked from the members of a section with this ending that are no totals.
Chart stacked(const std::vector<PageJson>& plans, const std::string& section, const std::string& ending,
              Chart chart, double factor) {
  chart.x = {.title = "plan", .scale = Scale::names};
  chart.lying = true;
  for (const PageJson& plan : plans) chart.x.names.push_back(name_of_plan(plan));
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const PageJson& parts = member(plans[i], section);
    if (!parts.is_object()) continue;
    for (const auto& [key, value] : parts.items()) {
      const std::string what = part_of_plan(key, ending);
      if (what.empty() || !value.is_number() || value.get<double>() == 0) continue;
      auto curve = std::find_if(chart.curves.begin(), chart.curves.end(),
                                [&](const Curve& c) { return c.name == what; });
      if (curve == chart.curves.end())
        curve =
            chart.curves.insert(curve, {.name = what, .shape = CurveShape::stacked_bars, .x = {}, .y = {}});
      curve->x.push_back(static_cast<double>(i)), curve->y.push_back(value.get<double>() * factor);
    }
  }
  return chart;
}

/// One bar for each plan from one figure.
Chart single(const std::vector<PageJson>& plans, const std::string& path, Chart chart, double factor) {
  chart.x = {.title = "plan", .scale = Scale::names};
  chart.lying = true;
  Curve curve{.name = chart.y.title, .shape = CurveShape::bars, .role = Role::finding, .x = {}, .y = {}};
  for (const PageJson& plan : plans) {
    const auto value = number_at(plan, path);
    if (!value) continue;
    curve.x.push_back(static_cast<double>(chart.x.names.size())), curve.y.push_back(*value * factor);
    chart.x.names.push_back(name_of_plan(plan));
  }
  if (!curve.x.empty()) chart.curves.push_back(std::move(curve));
  return chart;
}

/// Rules per switch by organisation (Benito, Figures 4 and 6).
Chart rules_chart(const std::vector<PageJson>& plans) {
  Chart chart{.name = "rules",
              .title = "Forwarding rules of a switch, by how addresses are organised",
              .note = "The most that a switch needs. The axis is logarithmic.",
              .x = {.title = "organisation", .scale = Scale::names},
              .y = {.title = "rules", .unit = "", .scale = Scale::log},
              .curves = {},
              .lying = true};
  std::vector<std::string> without;
  for (const PageJson& plan : plans) {
    Curve curve{.name = name_of_plan(plan),
                .shape = CurveShape::bars,
                .role = plans.size() == 1 ? Role::finding : Role::one_of_many,
                .x = {},
                .y = {}};
    const PageJson& rules = member(plan, "forwarding_rules_per_switch");
    if (!rules.is_object()) {
      without.push_back(name_of_plan(plan));
      continue;
    }
    for (const auto& [key, value] : rules.items()) {
      if (!key.ends_with("_highest") || !value.is_number()) continue;
      const std::string what = part_of_plan(key, "_highest");
      auto place = std::find(chart.x.names.begin(), chart.x.names.end(), what);
      if (place == chart.x.names.end()) place = chart.x.names.insert(place, what);
      curve.x.push_back(static_cast<double>(place - chart.x.names.begin())),
          curve.y.push_back(value.get<double>());
    }
    if (!curve.x.empty()) chart.curves.push_back(std::move(curve));
  }
  if (!without.empty())
    chart.note +=
        fmt::format(" Not here, because {} {} none: {}.", without.size() == 1 ? "its plan" : "their plans",
                    without.size() == 1 ? "counts" : "count", joined_words(without));
  return chart;
}

KeyFigures key_figures(const PageJson& plan) {
  const auto watts = number_at(plan, "power.total_power_w"),
             usd = number_at(plan, "service_life.electricity_usd_per_year"),
             per_host = number_at(plan, "power.power_per_host_w"),
             saving = number_at(plan, "service_life.proportional_saving_w"),
             kwh = number_at(plan, "service_life.site_energy_kwh"),
             years = number_at(plan, "service_life.service_life_years");
  KeyFigures all{{{watts ? watts_text(*watts) : "-", "the network uses",
                   per_host ? fmt::format("{} per host", watts_text(*per_host)) : ""},
                  {usd ? money_text(*usd) : "-", "of electricity a year",
                   kwh && years && *years > 0 ? fmt::format("{} kWh with cooling and distribution",
                                                            grouped(std::round(*kwh / *years), 0))
                                              : ""}}};
  // At full load power cannot follow the load.
  if (saving && *saving > 0)
    all.figures.push_back(
        {watts_text(*saving), "less if power followed load",
         fmt::format("at a load of {}", grouped(number_at(plan, "power.load").value_or(0), -1))});
  all.figures.push_back(
      {grouped(number_at(plan, "parts.hosts").value_or(0), 0), "hosts",
       fmt::format("{} switch chips", grouped(number_at(plan, "parts.switch_chips").value_or(0), 0))});
  return all;
}

/// The power of a network and its cost in a year. Empty where it is unknown.
std::string year_sentence(const PageJson& plan) {
  const auto watts = number_at(plan, "power.total_power_w"),
             usd = number_at(plan, "service_life.electricity_usd_per_year"),
             kwh = number_at(plan, "service_life.site_energy_kwh"),
             years = number_at(plan, "service_life.service_life_years");
  if (!watts || !usd || !kwh || !years || *years <= 0) return "";
  return fmt::format("It uses {}. A year of that is {} kWh with cooling and distribution, and {}.",
                     watts_text(*watts), grouped(std::round(*kwh / *years), 0), money_text(*usd));
}

/// The parts of one plan as bars of their own: a single stacked bar shows little.
Chart by_part(Chart stacked_bar) {
  Curve parts{
      .name = stacked_bar.y.title, .shape = CurveShape::bars, .role = Role::finding, .x = {}, .y = {}};
  stacked_bar.x = {.title = "part", .scale = Scale::names};
  for (const Curve& part : stacked_bar.curves) {
    parts.x.push_back(static_cast<double>(stacked_bar.x.names.size())), parts.y.push_back(part.y.front());
    stacked_bar.x.names.push_back(part.name);
  }
  stacked_bar.curves = {std::move(parts)};
  return stacked_bar;
}

/// The answer, then one plan with its figures, or all plans in a table.
void add_answer(const std::vector<PageJson>& plans, Document& document) {
  if (plans.size() > 1) {
    PlanFinding finding = plan_finding(plans);
    document.title = std::move(finding.title);
    for (std::string& text : finding.sentences) document.add(Sentence{std::move(text)});
    document.add(plans_at_a_glance(plans));
    return;
  }
  const auto watts = number_at(plans[0], "power.total_power_w");
  document.title =
      watts ? fmt::format("{} uses {}", name_of_plan(plans[0]), watts_text(*watts)) : name_of_plan(plans[0]);
  document.add(Sentence{plan_head(plans[0])});
  document.add(key_figures(plans[0]));
  if (std::string year = year_sentence(plans[0]); !year.empty()) document.add(Sentence{std::move(year)});
}

/// One plan as in `ebb plan`, several as in `ebb plan compare`, and the numbers that they are based on.
void add_numbers(const std::vector<PageJson>& plans, Document& document) {
  document.add(Heading{"Numbers"});
  if (plans.size() == 1) {
    for (Table& table : plan_tables(plans[0])) document.add(std::move(table));
    return;
  }
  for (Table& table : comparison_tables(plans)) {
    if (table.title.empty()) table.title = "side by side";
    document.add(std::move(table));
  }
  for (const PageJson& plan : plans) {
    document.add(Heading{name_of_plan(plan)});
    document.add(Sentence{plan_head(plan)});
    Table numbers = plan_numbers(plan);
    numbers.title = fmt::format("{}: {}", name_of_plan(plan), numbers.title);
    document.add(std::move(numbers));
  }
}

}  // namespace

Document plans_document(const std::vector<PageJson>& plans, const Origin& origin) {
  Document document{.title = "", .lead = "", .blocks = {}};
  add_answer(plans, document);
  for (Chart chart : {stacked(plans, "power", "_w",
                              {.name = "power",
                              .title = "What uses the power",
                              .note = "At the plan's load.",
                              .x = {},
                              .y = {.title = "power", .unit = "kW", .least = 0},
                              .curves = {}},
                              1e-3),
                      single(plans, "service_life.electricity_usd_per_year",
                             {.name = "money",
                             .title = "Electricity a year",
                             .note = "",
                             .x = {},
                             .y = {.title = "electricity", .unit = "thousand $ a year", .least = 0},
                             .curves = {}},
                             1e-3),
                      stacked(plans, "parts", "",
                              {.name = "parts",
                              .title = "Cables",
                              .note = "By medium, host cables included.",
                              .x = {},
                              .y = {.title = "cables", .unit = "", .least = 0},
                              .curves = {}},
                              1),
                      rules_chart(plans)}) {
    if (chart.name == "parts")
      std::erase_if(chart.curves, [](const Curve& c) {
        return c.name != "copper" && c.name != "optical" && c.name != "backplane";
      });
    if (plans.size() == 1) {
      const bool by_rules = chart.name == "rules";
      if ((by_rules ? chart.x.names.size() : chart.curves.size()) < 2) continue;  // one bar
      if (!by_rules) chart = by_part(std::move(chart));
    }
    if (!chart.curves.empty()) document.add(std::move(chart));
  }
  add_numbers(plans, document);
  add_origin(origin, "a plan is computed, without a seed: the same file gives the same numbers", document);
  return document;
}

}  // namespace ebb::inline report
