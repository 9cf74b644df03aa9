#include "report/page/plan_finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "report/document/number_text.hpp"
#include "report/page/run_document.hpp"
#include "results/cell.hpp"

namespace ebb::inline report {
namespace {

/// The figure that plans are compared by.
struct Measure {
  const char *path, *per;
};
constexpr Measure of_all{"power.total_power_w", ""}, of_hosts{"power.power_per_host_w", " per host"},
    of_traffic{"uniform_traffic.power_per_carried_w_per_gbps", " per Gb/s of uniform traffic carried"};

bool all_have(const std::vector<PageJson>& plans, const char* path) {
  return std::all_of(plans.begin(), plans.end(), [&](const PageJson& plan) { return number_at(plan, path); });
}

/// Unknown figures do not differ.
bool differ(const std::vector<PageJson>& plans, const char* path) {
  std::optional<double> first;
  for (const PageJson& plan : plans) {
    const auto value = number_at(plan, path);
    if (value && first && *value != *first) return true;
    if (value) first = value;
  }
  return false;
}

Measure measure_of(const std::vector<PageJson>& plans) {
  if (differ(plans, "uniform_traffic.carried_gbps") && all_have(plans, of_traffic.path)) return of_traffic;
  if (differ(plans, "parts.hosts") && all_have(plans, of_hosts.path)) return of_hosts;
  return of_all;
}

/// The plans with their measure, the least first.
std::vector<std::pair<double, const PageJson*>> ranked(const std::vector<PageJson>& plans, Measure by) {
  std::vector<std::pair<double, const PageJson*>> rank;
  for (const PageJson& plan : plans)
    if (const auto value = number_at(plan, by.path)) rank.emplace_back(*value, &plan);
  std::stable_sort(rank.begin(), rank.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return rank;
}

std::string measured_text(double value, Measure by) {
  return (by.path == of_all.path ? watts_text(value) : grouped(value, -1) + " W") + by.per;
}

std::optional<double> kwh_a_year(const PageJson& plan) {
  const auto kwh = number_at(plan, "service_life.site_energy_kwh"),
             years = number_at(plan, "service_life.service_life_years");
  return kwh && years && *years > 0 ? std::optional(*kwh / *years) : std::nullopt;
}

/// ", and 1,000 kWh and $150 of electricity a year less"; empty where it is unknown.
std::string year_text(const PageJson& best, const PageJson& other) {
  const auto kwh = kwh_a_year(best), others = kwh_a_year(other),
             usd = number_at(best, "service_life.electricity_usd_per_year"),
             others_usd = number_at(other, "service_life.electricity_usd_per_year");
  if (!kwh || !others || !usd || !others_usd || *kwh >= *others || *usd >= *others_usd) return "";
  return fmt::format("; in a year {} kWh and {} of electricity less", grouped(std::round(*others - *kwh), 0),
                     money_text(*others_usd - *usd));
}

/// The part whose power differs most, with the switches that explain it.
std::string reason_of(const PageJson& best, const PageJson& other) {
  const PageJson &own = member(best, "power"), &theirs = member(other, "power");
  if (!own.is_object() || !theirs.is_object()) return "";
  double most = 0;
  std::string what;
  for (const auto& [key, value] : theirs.items()) {
    const auto mine = number_at(own, key.c_str());
    const std::string part = part_of_plan(key, "_w");
    if (part.empty() || !mine || !value.is_number() || value.get<double>() - *mine <= most) continue;
    most = value.get<double>() - *mine;
    what = fmt::format("Most of the difference is {}: {} instead of {}", part, watts_text(*mine),
                       watts_text(value.get<double>()));
  }
  const auto chips = number_at(best, "parts.switch_chips"), others = number_at(other, "parts.switch_chips");
  if (what.empty()) return "";
  if (chips && others && *chips != *others)
    what += fmt::format(", with {} instead of {} switch chips", grouped(*chips, 0), grouped(*others, 0));
  return what + ".";
}

}  // namespace

std::string name_of_plan(const PageJson& plan) {
  const std::string title = text_at(plan, "title");
  return title.empty() ? text_at(plan, "plan") : title;
}

std::string part_of_plan(const std::string& key, const std::string& ending) {
  if (!key.ends_with(ending)) return "";
  for (const char* total : {"total", "full_load", "power_per", "proportional"})
    if (key.starts_with(total)) return "";
  std::string part = key;
  for (const char* end : {"_power_w", "_w", "_lowest", "_highest"})
    if (part.ends_with(end)) part.resize(part.size() - std::string_view(end).size());
  for (const char* begin : {"rules_", "cables_"})
    if (part.starts_with(begin)) part.erase(0, std::string_view(begin).size());
  std::replace(part.begin(), part.end(), '_', ' ');
  return part == "nic" ? "adapters" : part;
}

PlanFinding plan_finding(const std::vector<PageJson>& plans) {
  const Measure by = measure_of(plans);
  const auto rank = ranked(plans, by);
  if (rank.size() < 2 || rank.size() < plans.size() || rank[1].first <= 0)
    return {fmt::format("{} plans side by side", plans.size()), {}};
  const auto& [least, best] = rank[0];
  const auto& [more, next] = rank[1];
  const double saved = more - least, share = saved / more;
  const std::string name = name_of_plan(*best), other = name_of_plan(*next);
  if (share < 5e-4) return {fmt::format("{} and {} use the same power{}", name, other, by.per), {}};
  PlanFinding finding{fmt::format("{} uses {:.0f} % less power{} than {}", name, 100 * share, by.per, other),
                      {}};
  if (plans.size() > 2)
    finding.title = fmt::format("Of {} plans, {} uses the least power{}", plans.size(), name, by.per);
  finding.sentences.push_back(
      fmt::format("{} uses {}, which is {} ({:.1f} %) less than {}{}.", name, measured_text(least, by),
                  by.path == of_all.path ? watts_text(saved) : grouped(saved, -1) + " W", 100 * share, other,
                  year_text(*best, *next)));
  if (std::string reason = reason_of(*best, *next); !reason.empty())
    finding.sentences.push_back(std::move(reason));
  return finding;
}

Table plans_at_a_glance(const std::vector<PageJson>& plans) {
  Table table{.title = "the plans",
              .columns = {{"plan", "plan"},
                          {"topology", "network"},
                          {"hosts", "hosts"},
                          {"switch_chips", "switch chips"},
                          {"total_power_w", "power", "W", Align::right, 0},
                          {"power_per_host_w", "per host", "W"},
                          {"carried_percent", "uniform traffic carried", "%"},
                          {"electricity_usd_per_year", "electricity a year", "$", Align::right, 0}},
              .rows = {}};
  const auto cell = [](const PageJson& plan, const char* path) {
    const auto value = number_at(plan, path);
    return value ? Cell(*value) : Cell();
  };
  for (const PageJson& plan : plans)
    table.add({name_of_plan(plan), text_at(plan, "topology"), whole_at(plan, "parts.hosts"),
               whole_at(plan, "parts.switch_chips"), cell(plan, "power.total_power_w"),
               cell(plan, "power.power_per_host_w"), cell(plan, "uniform_traffic.carried_percent"),
               cell(plan, "service_life.electricity_usd_per_year")});
  return table;
}

}  // namespace ebb::inline report
