#include "report/plan/plan_summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.hpp"
#include "base/units.hpp"
#include "report/document/draw_text.hpp"
#include "report/document/joined_words.hpp"
#include "report/document/number_text.hpp"
#include "report/page/row_table.hpp"
#include "report/plan/sleep_report.hpp"

namespace ebb::inline report {
namespace {

/// "40Gb/s", of a number from any source.
std::string rate_text(double gbps) {
  const double bits = gbps * 1e9;
  return bits >= 0 && bits < 9e18 ? quantity_text(BitsPerSecond{static_cast<std::int64_t>(bits)}) : "-";
}

/// "25Gb/s and 100Gb/s"
std::string rate_of(const PageJson& plan) {
  std::string text;
  for (const PageJson& slower : member(plan, "slower_rates_gbps"))
    if (slower.is_number()) text += rate_text(slower.get<double>()) + " and ";
  return text + rate_text(number_at(plan, "rate_gbps").value_or(0));
}

Cell with_decimals(const Cell& cell, std::optional<int> decimals) {
  const auto* number = std::get_if<double>(&cell.value());
  return number && decimals ? Cell(*number, *decimals) : cell;
}

/// The columns need no headings.
Table section_table(const std::string& section) {
  return {.title = section,
          .columns = {{.key = "what", .heading = ""},
                      {.key = "value", .heading = "", .align = Align::right},
                      {.key = "unit", .heading = ""},
                      {.key = "note", .heading = ""}},
          .rows = {}};
}

std::vector<Table> section_tables(const PageJson& plan) {
  std::vector<Table> tables;
  for (const PlanFigure& f : figures_of_plan(plan)) {
    if (!f.shown) continue;
    if (tables.empty() || tables.back().title != f.section) tables.push_back(section_table(f.section));
    tables.back().add({"  " + f.what, f.value, f.unit, f.note});
  }
  return tables;
}

/// "3,400 $", "3,000 to 3,800 $"
std::string usd_text(const PageJson& price, const std::string& what) {
  const auto middle = number_at(price, what + "_usd");
  const auto least = number_at(price, what + "_least_usd"), most = number_at(price, what + "_most_usd");
  if (!least || !most || *least == *most) return grouped(middle.value_or(0), 0) + " $";
  return fmt::format("{} to {} $", grouped(*least, 0), grouped(*most, 0));
}

/// The purchase price of the parts, and what it excludes.
Table price_table(const PageJson& plan, const PageJson& price) {
  Table table = table_of_rows("price", member(price, "parts"), price_columns());
  const auto unpriced = texts_at(price, "without_price");
  if (const auto total = number_at(price, "total_cost_usd"))
    table.notes.push_back(fmt::format(
        "total cost of ownership: {} of parts and {} $ of electricity in {:g} years are {}",
        usd_text(price, "priced_parts"),
        grouped(number_at(plan, "service_life.electricity_usd").value_or(0), 0),
        number_at(plan, "service_life.service_life_years").value_or(0), usd_text(price, "total_cost")));
  if (unpriced.empty())
    table.notes.push_back(usd_text(price, "capex") + " in all; the price is " + text_at(price, "left_out"));
  else
    table.notes.push_back(unpriced_text(unpriced) + "; the price is " + text_at(price, "left_out"));
  const auto least = number_at(price, "priced_parts_least_usd"),
             most = number_at(price, "priced_parts_most_usd");
  if (least && most && *least != *most)
    table.notes.push_back("each: the middle of the lowest and the highest offer, which comparisons use");
  return table;
}

}  // namespace

std::vector<Column> price_columns() {
  return {{.key = "part", .heading = "part"},
          {.key = "device", .heading = "device"},
          {.key = "count", .heading = "number"},
          {.key = "price_usd", .heading = "each", .unit = "$", .align = Align::right, .decimals = 0},
          {.key = "price_least_usd", .heading = "lowest", .unit = "$", .align = Align::right, .decimals = 0},
          {.key = "price_most_usd", .heading = "highest", .unit = "$", .align = Align::right, .decimals = 0},
          {.key = "usd", .heading = "all", .unit = "$", .align = Align::right, .decimals = 0},
          {.key = "dates", .heading = "dated"},
          {.key = "source", .heading = "source"},
          {.key = "from", .heading = "from"}};
}

std::string unpriced_text(const std::vector<std::string>& devices) {
  return fmt::format("no price is known of {}: left out (`price_usd` or [[price]] in a device file)",
                     fmt::join(devices, ", "));
}

std::string section_key(std::string section) {
  std::replace(section.begin(), section.end(), ' ', '_');
  return section;
}

std::vector<Column> number_columns() {
  return {{.key = "device", .heading = "device"},
          {.key = "what", .heading = "what"},
          {.key = "value", .heading = "value", .align = Align::right},
          {.key = "source", .heading = "source"},
          {.key = "from", .heading = "from"}};
}

std::vector<PlanFigure> figures_of_plan(const PageJson& plan) {
  std::vector<PlanFigure> figures;
  const PageJson& words = member(plan, "figures_described");
  if (words.is_array())
    for (const PageJson& w : words) {
      const std::string section = text_at(w, "section"), key = text_at(w, "figure");
      const Cell value = json_cell(member(member(plan, section_key(section)), key));
      figures.push_back({section, key, text_at(w, "what"), text_at(w, "unit"), text_at(w, "note"),
                         with_decimals(value, decimals_at(w, "decimals")), member(w, "shown") != false});
    }
  if (!figures.empty() || !plan.is_object()) return figures;
  for (const auto& [section, entries] : plan.items()) {
    if (!entries.is_object() || section == "price" || section == "sleep" || section == "origin") continue;
    for (const auto& [key, value] : entries.items()) {
      const Column column = column_of(key);
      figures.push_back({column_of(section).heading, key, column.heading, column.unit, "", json_cell(value)});
    }
  }
  return figures;
}

std::string plan_head(const PageJson& plan) {
  const std::string title = text_at(plan, "title"), name = text_at(plan, "plan");
  const std::string spine = text_at(plan, "spine");
  const std::string sleep = sleep_sentence(member(plan, "sleep"));
  return fmt::format("{}\n{}\nswitch {}{}, host adapter {}, {} per channel{}",
                     title.empty() ? name : fmt::format("{}: {}", name, title), text_at(plan, "topology"),
                     text_at(plan, "switch"), spine.empty() ? "" : ", spine " + spine, text_at(plan, "nic"),
                     rate_of(plan), sleep.empty() ? "" : "\nsleeping: " + sleep);
}

Table plan_numbers(const PageJson& plan) {
  Table table = table_of_rows(numbers_title, member(plan, "device_numbers"), number_columns());
  if (const auto missing = texts_at(plan, "missing_numbers"); !missing.empty())
    table.notes.push_back(missing_text(missing, number_at(plan, "power.total_power_w").has_value()));
  return table;
}

std::vector<Table> plan_tables(const PageJson& plan) {
  std::vector<Table> tables = section_tables(plan);
  const PageJson &price = member(plan, "price"), &parts = member(price, "parts");
  const auto unpriced = texts_at(price, "without_price");
  const bool any_price = parts.is_array() && unpriced.size() < parts.size();
  if (any_price) tables.push_back(price_table(plan, price));
  if (auto sleep = sleep_table(member(plan, "sleep"))) tables.push_back(std::move(*sleep));
  tables.push_back(plan_numbers(plan));
  if (!any_price && !unpriced.empty())
    tables.back().notes.insert(tables.back().notes.begin(), unpriced_text(unpriced));
  return tables;
}

Table plan_row(const PageJson& plan) {
  Table table{.title = text_at(plan, "plan"), .columns = {}, .rows = {{}}};
  const auto add = [&](const std::string& key, Cell value) {
    table.columns.push_back({.key = key, .heading = ""});
    table.rows[0].push_back(std::move(value));
  };
  for (const char* key : {"plan", "topology", "switch", "spine", "nic", "rate_gbps"})
    if (key != std::string_view("spine") || plan.contains(key)) add(key, json_cell(member(plan, key)));
  for (const PlanFigure& f : figures_of_plan(plan)) add(f.key, f.value);
  if (member(plan, "price").is_object()) add("capex_usd", json_cell(member(plan, "price.capex_usd")));
  if (const PageJson& policies = member(plan, "sleep.policies"); policies.is_array() && !policies.empty())
    for (const char* key : {"policy", "saved_w", "saved_usd_per_year"})
      add(std::string("sleep_") + key, json_cell(member(policies.front(), key)));
  add("missing_numbers", joined_words(texts_at(plan, "missing_numbers")));
  return table;
}

}  // namespace ebb::inline report
