#include "report/policy_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/fields.hpp"
#include "report/draw_text.hpp"

namespace ebb::inline report {
namespace {

/// "infiniband-36, all copper" as part of a key: infiniband_36_all_copper.
std::string key_part(const std::string& name) {
  std::string key;
  for (const char c : name)
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
      key += c;
    else if (!key.empty() && key.back() != '_')
      key += '_';
  return key;
}

Cell scaled(const std::optional<double>& value, double by) { return value ? Cell(*value * by) : Cell(); }

std::string best_names(const PolicyComparison& comparison) {
  std::string names;
  for (const PolicyPoint& p : comparison.points)
    if (p.best) names += (names.empty() ? "" : ", ") + p.policy;
  return names;
}

bool lacks_energy(const PolicyPoint& p) {
  return std::any_of(p.of_full.begin(), p.of_full.end(), [](const auto& share) { return !share; });
}

/// Of one that does not keep up, no latency means anything.
std::string broken_text(const PolicyPoint& p) {
  const std::string bound =
      fmt::format("{}: its promise is broken: {} latency may grow by {:.2f} us", p.policy, p.promise->of,
                  static_cast<double>(p.promise->bound.v) / 1e6);
  if (!p.no_latency.empty() || !p.promise->increase_ps) return bound + ", and it does not even keep up";
  return bound + fmt::format(" and grew by {:.2f} us", *p.promise->increase_ps / 1e6);
}

void add_draw_columns(Table& table) {
  for (const Column& column : {Column{"total_w", "network", "W", Align::right, 0},
                               Column{"kwh_per_year", "a year", "kWh", Align::right, 0},
                               Column{"usd_per_year", "a year", "$", Align::right, 0},
                               Column{"saved_usd_per_year", "saved a year", "$", Align::right, 0}})
    table.columns.push_back(column);
}

void add_draw(const std::optional<NetworkDraw>& draw, std::vector<Cell>& row) {
  for (const double value : {draw ? draw->drawn.total().v : 0, draw ? draw->year.network_kwh : 0,
                             draw ? draw->year.usd : 0, draw ? draw->saved_usd_per_year() : 0})
    row.push_back(draw ? Cell(value) : Cell());
}

/// What the watts rest on is the same for all.
void add_draw_notes(const PolicyComparison& c, Table& table) {
  for (const PolicyPoint& p : c.points) {
    if (!p.draw) continue;
    table.notes.push_back(fmt::format(
        "watts, energy and money of the whole network by [plan], at ${:g} per kWh and a PUE of {:g}",
        p.draw->usd_per_kwh, p.draw->pue));
    if (!p.draw->missing.empty()) table.notes.push_back(missing_text(p.draw->missing));
    return;
  }
}

}  // namespace

Table policy_table(const PolicyComparison& c, const std::string& title) {
  Table table{.title = title, .columns = {{"policy", "policy"}}, .rows = {}};
  for (const std::string& name : c.tables)
    table.columns.push_back({"energy_" + key_part(name) + "_percent", name, "%", Align::right, 2});
  for (const Column& column : {Column{"mean_increase_us", "mean latency +", "us", Align::right, 2},
                               Column{"p99_increase_us", "p99 +", "us", Align::right, 2},
                               Column{"message_mean_increase_us", "messages' mean +", "us", Align::right, 2},
                               Column{"carried_of_full_percent", "carried", "%", Align::right, 1},
                               Column{"verdict", "verdict"}, Column{"best", "best"}})
    table.columns.push_back(column);
  const bool draws =
      std::any_of(c.points.begin(), c.points.end(), [](auto& p) { return p.draw.has_value(); });
  if (draws) add_draw_columns(table);
  const bool promises =
      std::any_of(c.points.begin(), c.points.end(), [](auto& p) { return p.promise.has_value(); });
  if (promises) table.columns.push_back({"promise", "promise"});
  for (const PolicyPoint& p : c.points) {
    std::vector<Cell> row = {p.policy};
    for (const auto& share : p.of_full) row.push_back(scaled(share, 100));
    for (const Cell& cell : {scaled(p.mean_increase_ps, 1e-6), scaled(p.p99_increase_ps, 1e-6),
                             scaled(p.message_increase_ps, 1e-6), scaled(p.carried_of_full, 100),
                             Cell(p.verdict ? name_of(*p.verdict) : std::string_view("computed")),
                             Cell(std::string_view(p.best ? "*" : ""))})
      row.push_back(cell);
    if (draws) add_draw(p.draw, row);
    if (promises) row.push_back(p.promise ? (p.broken() ? "BROKEN" : "kept") : "");
    table.add(std::move(row));
  }
  table.notes.push_back(fmt::format(
      "energy in percent of always full rate; latency of packets, source queue included, over that of "
      "always full rate: mean {:.2f} us, p99 (interpolated) {:.2f} us",
      c.mean_ps / 1e6, c.p99_ps / 1e6));
  table.notes.push_back(fmt::format("energy and latency of the same time, from {:.0f} to {:.0f} us",
                                    static_cast<double>(c.measured_from.v) / 1e6,
                                    static_cast<double>(c.measured_until.v) / 1e6));
  add_draw_notes(c, table);
  if (!c.device.empty()) table.notes.push_back("rates and times: " + c.device);
  if (std::any_of(c.points.begin(), c.points.end(), lacks_energy))
    table.notes.push_back(
        "no energy: the device does not say what a state draws that was used; computed points have one where "
        "power is proportional to the rate");
  for (const PolicyPoint& p : c.points)
    if (!p.no_latency.empty())
      table.notes.push_back(fmt::format("no latency of {}: {}", p.policy, p.no_latency));
  for (const PolicyPoint& p : c.points)
    if (p.no_latency.empty() && !p.keeps_up())
      table.notes.push_back(fmt::format(
          "{}: the traffic ended, but took {:.1f} times as long as at full rate; it does not keep up",
          p.policy, 1 / *p.carried_of_full));
  for (const PolicyPoint& p : c.points)
    if (p.broken()) table.notes.push_back(broken_text(p));
  if (!c.tables.empty())
    table.notes.push_back(
        fmt::format("* best: nothing that carries {:.0f} % of the load has both less energy ({}) and "
                    "less mean latency: {}",
                    100 * keeps_up_from, c.tables[0], best_names(c)));
  return table;
}

}  // namespace ebb::inline report
