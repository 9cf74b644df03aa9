#include "report/plan_report.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "base/ensure.hpp"
#include "base/quantity.hpp"
#include "report/draw_text.hpp"

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

Table one_row(const PlanResult& plan) {
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

nlohmann::ordered_json plan_json(const PlanResult& plan) {
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
  json["missing_numbers"] = plan.missing;
  json["device_numbers"] = json_rows(numbers_table(plan.numbers));
  return json;
}

std::string render_plan(const PlanResult& plan, Format format) {
  if (format == Format::json) return json_text(plan_json(plan));
  if (format == Format::csv) return to_csv(one_row(plan));
  std::string text = heading(plan);
  std::vector<Table> tables = section_tables(plan);
  tables.push_back(numbers_table(plan.numbers));
  if (!plan.missing.empty()) tables.back().notes.push_back(missing_text(plan.missing));
  for (const Table& table : tables) {
    text += '\n';
    text += render(table, format);
  }
  return text;
}

}  // namespace ebb::inline report
