#include "report/plan/sleep_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/quantity.hpp"
#include "report/document/joined_words.hpp"
#include "report/document/number_text.hpp"
#include "report/page/row_table.hpp"
#include "report/page/run_document.hpp"
#include "results/cell.hpp"

namespace ebb::inline report {
namespace {

std::vector<Column> policy_columns() {
  return {{.key = "policy", .heading = "policy"},
          {.key = "saved_w", .heading = "saved", .unit = "W", .decimals = 0},
          {.key = "half_width_saved_w", .heading = "+/-", .unit = "W", .decimals = 0},
          {.key = "saved_percent", .heading = "of network", .unit = "%", .decimals = 2},
          {.key = "saved_kwh_per_year", .heading = "a year", .unit = "kWh", .decimals = 0},
          {.key = "saved_usd_per_year", .heading = "a year", .unit = "$", .decimals = 0},
          {.key = "half_width_saved_usd_per_year", .heading = "+/-", .unit = "$", .decimals = 0},
          {.key = "added_mean_ns", .heading = "added mean", .unit = "ns", .decimals = 0},
          {.key = "added_p99_ns", .heading = "added p99", .unit = "ns", .decimals = 0},
          {.key = "remark", .heading = "remark"}};
}

std::string remark_on(const SleepSaving& saving) {
  if (!saving.failure.empty()) return "no figure: " + saving.failure;
  return saving.keeps_up ? "" : "does not carry the load";
}

Cell cell_of(std::optional<double> value) { return value ? Cell(*value) : Cell(); }

Table policies_of(const SleepResult& sleep) {
  Table table{.title = "", .columns = policy_columns(), .rows = {}};
  for (const SleepSaving& s : sleep.policies) {
    if (!s.failure.empty()) {
      std::vector<Cell> row(table.columns.size());
      row.front() = s.policy, row.back() = remark_on(s);
      table.add(std::move(row));
      continue;
    }
    table.add({s.policy, s.saved_w.mean, cell_of(s.saved_w.half_width),
               sleep.network_w > 0 ? Cell(100 * s.saved_w.mean / sleep.network_w) : Cell(), s.kwh_per_year,
               s.usd_per_year.mean, cell_of(s.usd_per_year.half_width), cell_of(s.added_mean_ns),
               cell_of(s.added_p99_ns), remark_on(s)});
  }
  return table;
}

/// "at a load of 0.15", "at 5 loads from 0.05 to 0.3, straight lines between them".
std::string loads_text(const SleepResult& sleep) {
  if (sleep.loads.size() == 1) return fmt::format("at a load of {:g}", sleep.loads.front());
  return fmt::format("at {} loads from {:g} to {:g}{}", sleep.loads.size(), sleep.loads.front(),
                     sleep.loads.back(), sleep.interpolated ? ", and straight lines between them" : "");
}

std::vector<std::string> notes_of(const SleepResult& sleep) {
  std::vector<std::string> notes;
  notes.push_back(
      fmt::format("simulated: {}, {}; {} seeds of {} each; the shares of time of each kind of port "
                  "are taken for the whole network",
                  sleep.network, loads_text(sleep), sleep.seeds, quantity_text(sleep.measured)));
  notes.emplace_back("+/-: half of the 95 % interval over the seeds; it does not cover the scaling");
  notes.push_back(fmt::format("states of a port: {}; the longest change takes {} ({})", sleep.levels,
                              quantity_text(sleep.change), sleep.change_from));
  if (sleep.change_from.starts_with("assumed"))
    notes.emplace_back(
        "ports of today's Ethernet take 1 to 3 s to change their rate: only static policies save this there; "
        "set [control] reactivation and wake to what your device does");
  notes.push_back(fmt::format("money: ${:g} per kWh, each counted {:g} times for cooling and distribution",
                              sleep.usd_per_kwh, sleep.pue));
  if (!sleep.as_full.empty())
    notes.push_back("count as full rate, because no file states their power: " + joined_words(sleep.as_full));
  if (sleep.partial) notes.emplace_back("stopped early: policies without all their runs are left out");
  return notes;
}

}  // namespace

nlohmann::ordered_json sleep_json(const SleepResult& sleep) {
  if (!sleep.nothing.empty()) return {{"nothing", sleep.nothing}};
  return {{"network_w", sleep.network_w},
          {"loads", sleep.loads},
          {"seeds", sleep.seeds},
          {"simulated", sleep.network},
          {"price_usd_per_kwh", sleep.usd_per_kwh},
          {"pue", sleep.pue},
          {"policies", json_rows(policies_of(sleep))},
          {"notes", notes_of(sleep)}};
}

std::string sleep_sentence(const PageJson& sleep) {
  if (!sleep.is_object()) return "";
  if (const std::string nothing = text_at(sleep, "nothing"); !nothing.empty()) return nothing;
  const PageJson& policies = member(sleep, "policies");
  if (!policies.is_array() || policies.empty() || !text_at(policies.front(), "remark").empty())
    return "no policy that carries the load has a figure";
  const PageJson& best = policies.front();
  const double saved = number_at(best, "saved_w").value_or(0);
  if (saved <= 0) return "no policy saves anything";
  const auto half = number_at(best, "half_width_saved_w"), usd = number_at(best, "saved_usd_per_year"),
             usd_half = number_at(best, "half_width_saved_usd_per_year"),
             percent = number_at(best, "saved_percent"), added = number_at(best, "added_mean_ns");
  const auto plus_minus = [](const std::optional<double>& h, std::string text) {
    return h && *h > 0 ? " +/- " + std::move(text) : std::string();
  };
  return fmt::format(
      "{} saves most: {}{}{}, {}{} a year{}", text_at(best, "policy"), watts_text(saved),
      plus_minus(half, watts_text(half.value_or(0))),
      percent ? fmt::format(" ({:.1f} % of the network)", *percent) : "", money_text(usd.value_or(0)),
      plus_minus(usd_half, money_text(usd_half.value_or(0))),
      added ? fmt::format("; a packet takes {} ns longer", grouped(std::round(*added), 0)) : "");
}

std::optional<Table> sleep_table(const PageJson& sleep) {
  const PageJson& policies = member(sleep, "policies");
  if (!policies.is_array() || policies.empty()) return std::nullopt;
  Table table = table_of_rows("what sleeping saves", policies, policy_columns());
  table.notes = texts_at(sleep, "notes");
  return table;
}

}  // namespace ebb::inline report
