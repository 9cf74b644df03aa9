#include <fmt/format.h>

#include <cmath>

#include "report/document/joined_words.hpp"
#include "report/document/number_text.hpp"
#include "report/page/run_document.hpp"
#include "report/page/study_documents.hpp"
#include "report/plan/plan_summary.hpp"
#include "report/policy/compare_report.hpp"

namespace ebb::inline report {
namespace {

std::string name_of_plan(const PageJson& plan) {
  const std::string title = text_at(plan, "title");
  return title.empty() ? text_at(plan, "plan") : title;
}

/// "switch_base_power_w" -> "switch base"
std::string words(std::string key) {
  for (const char* end : {"_power_w", "_w", "_lowest", "_highest"})
    if (key.ends_with(end)) key.resize(key.size() - std::string_view(end).size());
  for (const char* begin : {"rules_", "cables_"})
    if (key.starts_with(begin)) key.erase(0, std::string_view(begin).size());
  for (char& c : key)
    if (c == '_') c = ' ';
  return key;
}

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
      const bool part = key.ends_with(ending) && !key.starts_with("total") && !key.starts_with("full_load") &&
                        !key.starts_with("power_per") && !key.starts_with("proportional");
      if (!part || !value.is_number() || value.get<double>() == 0) continue;
      const std::string what = words(key) == "nic" ? "adapters" : words(key);
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
      const std::string what = words(key);
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

struct YearOfPlan {
  double watts = 0, kwh = 0, usd = 0;
};
std::optional<YearOfPlan> year_of_plan(const PageJson& plan) {
  const auto watts = number_at(plan, "power.total_power_w"),
             usd = number_at(plan, "service_life.electricity_usd_per_year"),
             kwh = number_at(plan, "service_life.site_energy_kwh"),
             years = number_at(plan, "service_life.service_life_years");
  if (!watts || !usd || !kwh || !years || *years <= 0) return std::nullopt;
  return YearOfPlan{*watts, *kwh / *years, *usd};
}

/// "That is 409.6 kW, … less than the folded Clos."
std::string against(const YearOfPlan& own, const YearOfPlan& other, const std::string& name) {
  const double saved = other.watts - own.watts;
  if (std::abs(saved) < 1e-3 * other.watts) return fmt::format(" {} uses the same.", name);
  return fmt::format(" That is {}, {} kWh and {} a year {} than {}.", watts_text(std::abs(saved)),
                     grouped(std::round(std::abs(other.kwh - own.kwh)), 0),
                     money_text(std::abs(other.usd - own.usd)), saved > 0 ? "less" : "more", name);
}

/// True when two networks have as many hosts and carry as much traffic, so that their power can be compared.
bool serve_alike(const PageJson& a, const PageJson& b) {
  const auto same = [&](const char* key) { return number_at(a, key) == number_at(b, key); };
  return same("parts.hosts") && same("uniform_traffic.carried_percent");
}

/// Returns the power of a network and its cost in a year, and the difference to another network of the same
/// service if there is one. Empty where it is unknown.
std::string year_sentence(const PageJson& plan, const PageJson* first) {
  const auto own = year_of_plan(plan);
  if (!own) return "";
  std::string text =
      fmt::format("It uses {}. A year of that is {} kWh with cooling and distribution, and {}.",
                  watts_text(own->watts), grouped(std::round(own->kwh), 0), money_text(own->usd));
  if (!first || !serve_alike(plan, *first)) return text;
  if (const auto other = year_of_plan(*first)) text += against(*own, *other, name_of_plan(*first));
  return text;
}

/// The finding: how much less or more power the second of two networks for as many hosts and as much traffic
/// needs.
std::string title_of(const std::vector<PageJson>& plans) {
  const auto watts = [&](std::size_t i) { return number_at(plans[i], "power.total_power_w"); };
  if (plans.size() == 1 && watts(0))
    return fmt::format("{} uses {}", name_of_plan(plans[0]), watts_text(*watts(0)));
  if (plans.size() == 1) return name_of_plan(plans[0]);
  const bool alike = plans.size() == 2 && serve_alike(plans[0], plans[1]);
  if (!alike || !watts(0) || !watts(1) || *watts(0) <= 0)
    return fmt::format("{} plans side by side", plans.size());
  const double more = *watts(1) / *watts(0) - 1;
  return fmt::format("{} uses {:.0f} % {} than {}", name_of_plan(plans[1]), 100 * std::abs(more),
                     more < 0 ? "less" : "more", name_of_plan(plans[0]));
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
    Table numbers = plan_numbers(plan);
    numbers.title = fmt::format("{}: {}", name_of_plan(plan), numbers.title);
    document.add(std::move(numbers));
  }
}

}  // namespace

Document plans_document(const std::vector<PageJson>& plans, const Origin& origin) {
  Document document{.title = title_of(plans), .lead = "", .blocks = {}};
  for (const PageJson& plan : plans) {
    if (plans.size() > 1) document.add(Heading{name_of_plan(plan)});
    document.add(Sentence{plan_head(plan)});
    document.add(key_figures(plan));
    if (const std::string year = year_sentence(plan, &plan == &plans[0] ? nullptr : &plans[0]); !year.empty())
      document.add(Sentence{year});
  }
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
    if (!chart.curves.empty()) document.add(std::move(chart));
  }
  add_numbers(plans, document);
  add_origin(origin, "a plan is computed, without a seed: the same file gives the same numbers", document);
  return document;
}

}  // namespace ebb::inline report
