#include "tasks/off/off_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "fabric/agent/off/off_search.hpp"
#include "fabric/inventory/names.hpp"
#include "network/network.hpp"
#include "report/document/table.hpp"
#include "results/cell.hpp"
#include "results/plan_result.hpp"
#include "tasks/off/off_bound.hpp"
#include "tasks/off/off_steps.hpp"

namespace ebb::inline tasks {
namespace {

/// Watts saved by the plan's switches, and by its switches and cables together.
double switches_w(const OffPlan& plan, const Network& network, const OffPower& power_saved) {
  return power_saved.switches_w(network, plan.switches_off);
}
/// With the cables that are at a lower rate.
double saved_w(const HoursPlan& hours_plan, const Network& network, const OffPower& power_saved) {
  if (!power_saved.known()) return 0;
  double saved =
      switches_w(hours_plan.plan, network, power_saved) + power_saved.parts_w(network, hours_plan.plan.order);
  for (const PortId cable : hours_plan.plan.order) saved += power_saved.cable_w(network, cable);
  for (const SlowCable& cable : hours_plan.slow) saved += cable.saved_w;
  return saved;
}

/// The cables of an hour that slow down, where cables may.
const std::vector<SlowCable>* slow_of(const OffResult& off, const HoursPlan& hours_plan) {
  return off.limits.slower ? &hours_plan.slow : nullptr;
}

std::string names_of_switches(const Network& network, const std::vector<SwitchId>& switches) {
  std::vector<std::string> names;
  for (const SwitchId s : switches) names.push_back(switch_name(network, s));
  return fmt::format("{}", fmt::join(names, " "));
}

Table hours_table(const OffResult& off) {
  const OffPower& power_saved = off.power_saved;
  Table table{.title = "what can be off",
              .columns = {{"hour", "hour", "", Align::right},
                          {"cables_off", "cables off", "", Align::right},
                          {"switches_off", "switches off", "", Align::right},
                          {"switches", "which"},
                          {"fullest_percent", "fullest channel", "%", Align::right, 1},
                          {"carried", "carried"}},
              .rows = {}};
  if (off.limits.slower) table.columns.push_back({"cables_slower", "slower", "", Align::right});
  if (power_saved.known()) table.columns.push_back({"saved_w", "saved", "W", Align::right, 1});
  if (off.limits.exact) table.columns.push_back(bound_column(power_saved));
  for (std::size_t hour = 0; hour < off.day.of.size(); ++hour) {
    const HoursPlan& hours_plan = off.day.at(hour);
    std::vector<Cell> row{static_cast<std::int64_t>(hour),
                          static_cast<std::int64_t>(hours_plan.plan.order.size()),
                          static_cast<std::int64_t>(hours_plan.plan.switches_off.size()),
                          names_of_switches(off.network(), hours_plan.plan.switches_off),
                          hours_plan.plan.most_filled * 100,
                          hours_plan.carried ? "yes" : "no: too full with all on"};
    if (off.limits.slower) row.emplace_back(static_cast<std::int64_t>(hours_plan.slow.size()));
    if (power_saved.known()) row.emplace_back(saved_w(hours_plan, off.network(), power_saved));
    if (off.limits.exact) row.push_back(hours_plan.bound.value_or(Cell()));
    table.add(std::move(row));
  }
  return table;
}

std::vector<std::string> notes_of(const OffResult& off, const OffYear& year, bool steps) {
  std::vector<std::string> notes;
  if (off.power_saved.known()) {
    notes.push_back(
        fmt::format("{:.1f} kWh a year less, ${:.2f} at ${:g} per kWh; money counts each kWh {:g} "
                    "times, for cooling and distribution (PUE)",
                    year.kwh, year.usd, off.tariff.usd_per_kwh, off.tariff.pue));
  }
  if (year.switches_kwh > 0)
    notes.push_back(fmt::format(
        "of these, {:.1f} kWh are the switches themselves, which have to be switched off by hand: "
        "`ebb agent --schedule` switches off their ports",
        year.switches_kwh));
  if (off.power_saved.known()) notes.push_back("watts: " + off.power_saved.from);
  if (off.limits.slower)
    notes.emplace_back(
        "slower: cables that stay on, at the rate that needs least power; `ebb fabric regulate --rate` sets "
        "it, `ebb agent --schedule` leaves rates as they are");
  if (off.limits.exact && off.limits.spare > 0)
    notes.push_back(
        fmt::format("the bound ignores that {} must be survived: more than it cannot be off, but "
                    "where the search found less, that may be the best there is",
                    off.limits.spare == 1 ? "a failure" : fmt::format("{} failures", off.limits.spare)));
  if (const double most = off.limits.max_utilisation; !off.day.carries_all())
    notes.push_back(
        fmt::format("not carried: with every cable on, the paths of the file's rules fill a channel beyond "
                    "{:g} %, so everything stays on{}",
                    most * 100, off.limits.exact ? "; the bound may split traffic freely" : ""));
  if (off.day.is_partial())
    notes.emplace_back("the search was stopped: more may be off than it has found so far");
  if (!steps)
    notes.emplace_back("which cables: --steps names them in their order, --schedule FILE writes them");
  return notes;
}

/// One kind of row for CSV: the hour, and one of its steps. An hour without steps has one row.
Table hours_and_steps(const Table& hours, const OffResult& off) {
  Table joined{.title = hours.title, .columns = hours.columns, .rows = {}};
  const Table empty = off_steps_table(off.power_saved.known(), off.limits.slower);
  for (std::size_t c = 1; c < empty.columns.size(); ++c) {
    joined.columns.push_back(empty.columns[c]);
    if (joined.columns.back().key == "saved_w") joined.columns.back().key = "step_saved_w";
  }
  std::vector<Table> steps_of(off.day.plans.size(), empty);
  for (std::size_t i = 0; i < off.day.plans.size(); ++i)
    add_off_steps(steps_of[i], "", off.network(), *off.tables, off.day.plans[i].plan, off.power_saved,
                  slow_of(off, off.day.plans[i]));
  for (std::size_t hour = 0; hour < off.day.of.size(); ++hour) {
    auto steps = steps_of[off.day.of[hour]].rows;
    if (steps.empty()) steps.emplace_back(empty.columns.size());
    for (const std::vector<Cell>& step : steps) {
      std::vector<Cell> row = hours.rows[hour];
      row.insert(row.end(), step.begin() + 1, step.end());
      joined.add(std::move(row));
    }
  }
  return joined;
}

Table steps_table(const OffResult& off) {
  Table steps = off_steps_table(off.power_saved.known(), off.limits.slower);
  for (const HoursPlan& hours_plan : off.day.plans)
    add_off_steps(steps, hours_text(hours_plan.hours), off.network(), *off.tables, hours_plan.plan,
                  off.power_saved, slow_of(off, hours_plan));
  return steps;
}

std::string as_json(const Table& hours, const OffYear& year, const OffResult& off, bool steps) {
  nlohmann::ordered_json json = {{"title", hours.title}, {steps ? "hours" : "rows", json_rows(hours)}};
  if (steps) json["steps"] = json_rows(steps_table(off));
  if (off.power_saved.known())
    json["year"] = {{"saved_kwh", year.kwh},
                    {"saved_usd", year.usd},
                    {"switches_kwh", year.switches_kwh},
                    {"price_usd_per_kwh", off.tariff.usd_per_kwh},
                    {"pue", off.tariff.pue},
                    {"watts_from", off.power_saved.from}};
  json["notes"] = hours.notes;
  return json_text(json);
}

}  // namespace

OffYear year_of(const OffResult& off) {
  double all = 0, switches = 0;
  for (std::size_t hour = 0; hour < off.day.of.size(); ++hour) {
    all += saved_w(off.day.at(hour), off.network(), off.power_saved);
    switches += switches_w(off.day.at(hour).plan, off.network(), off.power_saved);
  }
  const auto hours = static_cast<double>(off.day.of.size());
  const PlanMoney money = cost_of(Watts{all / hours}, off.tariff);
  return {money.network_kwh, money.usd, cost_of(Watts{switches / hours}, off.tariff).network_kwh};
}

std::string off_text(const OffResult& off, bool steps, Format format) {
  const OffYear year = year_of(off);
  Table hours = hours_table(off);
  hours.notes = notes_of(off, year, steps);
  if (format == Format::json) return as_json(hours, year, off, steps);
  if (!steps) return render(hours, format);
  if (format == Format::csv) return to_csv(hours_and_steps(hours, off));
  return render(hours, format) + "\n" + render(steps_table(off), format);
}

}  // namespace ebb::inline tasks
