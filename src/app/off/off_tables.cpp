#include "app/off/off_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "app/off/off_bound.hpp"
#include "app/off/off_steps.hpp"
#include "fabric/inventory/names.hpp"

namespace ebb::inline app {
namespace {

/// Watts saved by the plan's switches, and by its switches and cables together.
double switches_w(const OffPlan& plan, const OffPower& power_saved) {
  return power_saved.known() ? static_cast<double>(plan.switches_off.size()) * power_saved.base_w : 0;
}
double saved_w(const OffPlan& plan, const Network& network, const OffPower& power_saved) {
  if (!power_saved.known()) return 0;
  double saved = switches_w(plan, power_saved);
  for (const PortId cable : plan.order) saved += power_saved.cable_w(network, cable);
  return saved;
}

std::string names_of_switches(const Network& network, const std::vector<SwitchId>& switches) {
  std::vector<std::string> names;
  for (const SwitchId s : switches) names.push_back(switch_name(network, s));
  return fmt::format("{}", fmt::join(names, " "));
}

Table hours_table(const OffDay& day, const OffAsked& asked) {
  const OffPower& power_saved = asked.power_saved;
  Table table{.title = "what can be off",
              .columns = {{"hour", "hour", "", Align::right},
                          {"cables_off", "cables off", "", Align::right},
                          {"switches_off", "switches off", "", Align::right},
                          {"switches", "which"},
                          {"fullest_percent", "fullest channel", "%", Align::right, 1},
                          {"carried", "carried"}},
              .rows = {}};
  if (power_saved.known()) table.columns.push_back({"saved_w", "saved", "W", Align::right, 1});
  if (asked.limits.exact) table.columns.push_back(bound_column(power_saved));
  for (std::size_t hour = 0; hour < day.of.size(); ++hour) {
    const OffAnswer& answer = day.at(hour);
    std::vector<Cell> row{static_cast<std::int64_t>(hour),
                          static_cast<std::int64_t>(answer.plan.order.size()),
                          static_cast<std::int64_t>(answer.plan.switches_off.size()),
                          names_of_switches(asked.network, answer.plan.switches_off),
                          answer.plan.most_filled * 100,
                          answer.carried ? "yes" : "no: too full with all on"};
    if (power_saved.known()) row.emplace_back(saved_w(answer.plan, asked.network, power_saved));
    if (asked.limits.exact) row.push_back(answer.bound.value_or(Cell()));
    table.add(std::move(row));
  }
  return table;
}

std::vector<std::string> notes_of(const OffDay& day, const OffYear& year, const OffAsked& asked) {
  std::vector<std::string> notes;
  if (asked.power_saved.known()) {
    notes.push_back(
        fmt::format("{:.1f} kWh a year less, ${:.2f} at ${:g} per kWh; money counts each kWh {:g} "
                    "times, for cooling and distribution (PUE)",
                    year.kwh, year.usd, asked.tariff.usd_per_kwh, asked.tariff.pue));
  }
  if (year.switches_kwh > 0)
    notes.push_back(
        fmt::format("of these, {:.1f} kWh are the switches themselves, which somebody has to switch off: "
                    "`ebb agent --schedule` switches off their ports",
                    year.switches_kwh));
  if (asked.power_saved.known()) notes.push_back("watts: " + asked.power_saved.from);
  if (asked.limits.exact && asked.limits.spare > 0)
    notes.push_back(
        fmt::format("the bound leaves out that {} must be survived: more than it cannot be off, but "
                    "where the search found less, that may be the best there is",
                    asked.limits.spare == 1 ? "a failure" : fmt::format("{} failures", asked.limits.spare)));
  if (const double room = asked.limits.room; !day.carries_all())
    notes.push_back(
        fmt::format("not carried: with every cable on, the ways of the file's rules fill a channel beyond "
                    "{:g} %, so everything stays on{}",
                    room * 100, asked.limits.exact ? "; the bound may share traffic out in any way" : ""));
  if (!asked.steps)
    notes.emplace_back("which cables: --steps names them in their order, --schedule FILE writes them");
  return notes;
}

/// One kind of row for CSV: the hour, and one of its steps. An hour without steps has one row.
Table hours_and_steps(const Table& hours, const OffDay& day, const OffAsked& asked) {
  Table joined{.title = hours.title, .columns = hours.columns, .rows = {}};
  const Table empty = off_steps_table(asked.power_saved.known());
  for (std::size_t c = 1; c < empty.columns.size(); ++c) {
    joined.columns.push_back(empty.columns[c]);
    if (joined.columns.back().key == "saved_w") joined.columns.back().key = "step_saved_w";
  }
  std::vector<Table> steps_of(day.answers.size(), empty);
  for (std::size_t i = 0; i < day.answers.size(); ++i)
    add_off_steps(steps_of[i], "", asked.network, asked.tables, day.answers[i].plan, asked.power_saved);
  for (std::size_t hour = 0; hour < day.of.size(); ++hour) {
    auto steps = steps_of[day.of[hour]].rows;
    if (steps.empty()) steps.emplace_back(empty.columns.size());
    for (const std::vector<Cell>& step : steps) {
      std::vector<Cell> row = hours.rows[hour];
      row.insert(row.end(), step.begin() + 1, step.end());
      joined.add(std::move(row));
    }
  }
  return joined;
}

Table steps_table(const OffDay& day, const OffAsked& asked) {
  Table steps = off_steps_table(asked.power_saved.known());
  for (const OffAnswer& answer : day.answers)
    add_off_steps(steps, hours_text(answer.hours), asked.network, asked.tables, answer.plan,
                  asked.power_saved);
  return steps;
}

std::string as_json(const Table& hours, const OffYear& year, const OffDay& day, const OffAsked& asked) {
  nlohmann::ordered_json json = {{"title", hours.title}, {asked.steps ? "hours" : "rows", json_rows(hours)}};
  if (asked.steps) json["steps"] = json_rows(steps_table(day, asked));
  if (asked.power_saved.known())
    json["year"] = {{"saved_kwh", year.kwh},
                    {"saved_usd", year.usd},
                    {"switches_kwh", year.switches_kwh},
                    {"price_usd_per_kwh", asked.tariff.usd_per_kwh},
                    {"pue", asked.tariff.pue},
                    {"watts_from", asked.power_saved.from}};
  json["notes"] = hours.notes;
  return json_text(json);
}

}  // namespace

OffYear year_of(const OffDay& day, const Network& network, const OffPower& power_saved,
                const Tariff& tariff) {
  double all = 0, switches = 0;
  for (std::size_t hour = 0; hour < day.of.size(); ++hour) {
    all += saved_w(day.at(hour).plan, network, power_saved);
    switches += switches_w(day.at(hour).plan, power_saved);
  }
  const auto hours = static_cast<double>(day.of.size());
  const PlanMoney money = cost_of(Watts{all / hours}, tariff);
  return {money.network_kwh, money.usd, cost_of(Watts{switches / hours}, tariff).network_kwh};
}

std::string off_text(const OffDay& day, const OffAsked& asked, Format format) {
  const OffYear year = year_of(day, asked.network, asked.power_saved, asked.tariff);
  Table hours = hours_table(day, asked);
  hours.notes = notes_of(day, year, asked);
  if (format == Format::json) return as_json(hours, year, day, asked);
  if (!asked.steps) return render(hours, format);
  if (format == Format::csv) return to_csv(hours_and_steps(hours, day, asked));
  return render(hours, format) + "\n" + render(steps_table(day, asked), format);
}

}  // namespace ebb::inline app
