#include "report/plan_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/ensure.hpp"
#include "base/quantity.hpp"
#include "report/draw_text.hpp"
#include "report/number_text.hpp"

namespace ebb::inline report {
namespace {

std::string heading(const PlanResult& plan) {
  return fmt::format("{}\n{}\nswitch {}, host adapter {}, {} per channel\n",
                     plan.title.empty() ? plan.name : fmt::format("{}: {}", plan.name, plan.title),
                     plan.topology, plan.switch_device, plan.nic_device, quantity_text(plan.rate));
}

/// One table per section, in the order of the figures. The columns need no headings.
std::vector<Table> section_tables(const PlanResult& plan) {
  std::vector<Table> tables;
  for (const Figure& f : plan_figures(plan)) {
    if (!f.worth_showing) continue;
    if (tables.empty() || tables.back().title != f.section)
      tables.push_back({.title = f.section,
                        .columns = {{.key = "what", .heading = ""},
                                    {.key = "value", .heading = "", .align = Align::right},
                                    {.key = "unit", .heading = ""},
                                    {.key = "note", .heading = ""}},
                        .rows = {}});
    tables.back().add({"  " + f.what, f.value, f.unit, f.note});
  }
  return tables;
}

Cell capex_cell(const Capex& capex) {
  const auto usd = capex.usd();
  return usd && !capex.parts.empty() ? Cell(*usd, 0) : Cell();
}

std::string unpriced_text(const Capex& capex) {
  const auto unpriced = capex.unpriced();
  return fmt::format("no price in all: {} state{} none (`price_usd` in a device file)",
                     fmt::join(unpriced, ", "), unpriced.size() == 1 ? "s" : "");
}

std::int64_t transceivers_without_price(const PlanResult& plan, const Capex& capex) {
  for (const PricedPart& part : capex.parts)
    if (part.what == "optical transceivers") return 0;
  return 2 * plan.parts.cables[static_cast<std::size_t>(Medium::optical)];
}

Table one_row(const PlanResult& plan, const Capex& capex) {
  Table table{.title = plan.name, .columns = {}, .rows = {{}}};
  const auto add = [&](std::string key, Cell value) {
    table.columns.push_back({.key = std::move(key), .heading = ""});
    table.rows[0].push_back(std::move(value));
  };
  add("plan", plan.name);
  add("topology", plan.topology);
  add("switch", plan.switch_device);
  add("nic", plan.nic_device);
  add("rate_gbps", plan.rate.gbps());
  for (const Figure& f : plan_figures(plan)) add(f.key, f.value);
  if (!capex.parts.empty()) add("capex_usd", capex_cell(capex));
  return table;
}

}  // namespace

Table numbers_table(const std::vector<PlanNumber>& numbers) {
  Table table{.title = "device numbers used",
              .columns = {{.key = "device", .heading = "device"},
                          {.key = "what", .heading = "what"},
                          {.key = "value", .heading = "value", .align = Align::right},
                          {.key = "source", .heading = "source"},
                          {.key = "from", .heading = "from"}},
              .rows = {}};
  for (const PlanNumber& n : numbers) table.add({n.device, n.what, n.value, n.source, n.from});
  return table;
}

std::string left_out_of_price(const PlanResult& plan, const Capex& capex) {
  const std::int64_t count = transceivers_without_price(plan, capex);
  if (count == 0) return "without cables";
  return fmt::format("without cables and {} optical transceivers (plan.optics names them)", grouped(count));
}

Table capex_table(const Capex& capex) {
  Table table{
      .title = "price",
      .columns = {{.key = "part", .heading = "part"},
                  {.key = "device", .heading = "device"},
                  {.key = "count", .heading = "number"},
                  {.key = "price_usd", .heading = "each", .unit = "$", .align = Align::right, .decimals = 0},
                  {.key = "usd", .heading = "all", .unit = "$", .align = Align::right, .decimals = 0},
                  {.key = "source", .heading = "source"},
                  {.key = "from", .heading = "from"}},
      .rows = {}};
  for (const PricedPart& p : capex.parts)
    table.add({p.what, p.device, p.count, p.price_usd ? Cell(*p.price_usd) : Cell(),
               p.price_usd ? Cell(*p.price_usd * static_cast<double>(p.count)) : Cell(), p.source, p.from});
  table.notes.push_back(capex.usd() ? fmt::format("{} $ in all", cell_text(capex_cell(capex), {}))
                                    : unpriced_text(capex));
  return table;
}

nlohmann::ordered_json plan_json(const PlanResult& plan, const Capex& capex) {
  nlohmann::ordered_json json;
  json["plan"] = plan.name;
  if (!plan.title.empty()) json["title"] = plan.title;
  json["topology"] = plan.topology;
  json["switch"] = plan.switch_device;
  json["nic"] = plan.nic_device;
  json["rate_gbps"] = plan.rate.gbps();
  for (const Figure& f : plan_figures(plan)) {
    std::string section = f.section;
    for (char& c : section)
      if (c == ' ') c = '_';
    json[section][f.key] = json_value(f.value);
  }
  if (!capex.parts.empty())
    json["price"] = {{"capex_usd", json_value(capex_cell(capex))},
                     {"parts", json_rows(capex_table(capex))},
                     {"without_price", capex.unpriced()}};
  json["missing_numbers"] = plan.missing;
  json["device_numbers"] = json_rows(numbers_table(plan.numbers));
  return json;
}

std::string render_plan(const PlanResult& plan, Format format, const Capex& capex) {
  if (format == Format::json) return json_text(plan_json(plan, capex));
  if (format == Format::csv) return to_csv(one_row(plan, capex));
  std::string text = heading(plan);
  std::vector<Table> tables = section_tables(plan);
  const bool any_price = capex.unpriced().size() < capex.parts.size();
  if (any_price) {
    tables.push_back(capex_table(capex));
    if (capex.usd()) tables.back().notes.push_back("the price is " + left_out_of_price(plan, capex));
  }
  tables.push_back(numbers_table(plan.numbers));
  if (!capex.parts.empty() && !any_price) tables.back().notes.push_back(unpriced_text(capex));
  if (!plan.missing.empty()) tables.back().notes.push_back(missing_text(plan.missing));
  for (const Table& table : tables) {
    text += '\n';
    text += render(table, format);
  }
  return text;
}

}  // namespace ebb::inline report
