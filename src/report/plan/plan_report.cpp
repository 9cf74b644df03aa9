#include "report/plan/plan_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "base/medium.hpp"
#include "report/document/number_text.hpp"
#include "report/plan/plan_summary.hpp"

namespace ebb::inline report {
namespace {

std::int64_t transceivers_without_price(const PlanResult& plan, const Capex& capex) {
  for (const PricedPart& part : capex.parts)
    if (part.what == "optical transceivers") return 0;
  return 2 * plan.parts.cables[static_cast<std::size_t>(Medium::optical)];
}

/// The heading and unit of each figure, so that a reader of the JSON need not derive them from the key.
nlohmann::ordered_json described(const std::vector<Figure>& figures) {
  auto all = nlohmann::ordered_json::array();
  for (const Figure& f : figures) {
    nlohmann::ordered_json one = {{"figure", f.key}, {"section", f.section}, {"what", f.what}};
    if (!f.unit.empty()) one["unit"] = f.unit;
    if (!f.note.empty()) one["note"] = f.note;
    if (f.value.decimals() != Cell::by_column) one["decimals"] = f.value.decimals();
    if (!f.worth_showing) one["shown"] = false;
    all.push_back(std::move(one));
  }
  return all;
}

/// Adds "capex_usd", its middle, and the ends of the range.
void put_range(nlohmann::ordered_json& json, const std::string& what, const std::optional<UsdRange>& usd) {
  const auto put = [&](const char* end, double UsdRange::*value) {
    json[what + end] = usd ? nlohmann::ordered_json((*usd).*value) : nlohmann::ordered_json();
  };
  json[what + "_usd"] = usd ? nlohmann::ordered_json(usd->middle()) : nlohmann::ordered_json();
  put("_least_usd", &UsdRange::least), put("_most_usd", &UsdRange::most);
}

nlohmann::ordered_json price_json(const PlanResult& plan, const Capex& capex) {
  // Parts without a price are left out, so that the others still count; the notes name them.
  std::optional<UsdRange> priced, total;
  if (capex.unpriced().size() < capex.parts.size()) priced = capex.priced_usd();
  if (priced && plan.power_known)
    total = UsdRange{priced->least + plan.money.usd, priced->most + plan.money.usd};
  nlohmann::ordered_json json;
  put_range(json, "capex", capex.usd());
  put_range(json, "priced_parts", priced);
  put_range(json, "total_cost", total);
  json["left_out"] = left_out_of_price(plan, capex);
  json["parts"] = json_rows(priced_parts(capex));
  json["without_price"] = capex.unpriced();
  return json;
}

}  // namespace

Table numbers_table(const std::vector<PlanNumber>& numbers) {
  Table table{.title = numbers_title, .columns = number_columns(), .rows = {}};
  for (const PlanNumber& n : numbers) table.add({n.device, n.what, n.value, n.source, n.from});
  return table;
}

Table priced_parts(const Capex& capex) {
  Table parts{.title = "parts", .columns = price_columns(), .rows = {}};
  for (const PricedPart& p : capex.parts)
    if (p.price)
      parts.add({p.what, p.device, p.count, p.price->middle(), p.price->least, p.price->most,
                 p.all().middle(), p.dates, p.source, p.from});
    else
      parts.add({p.what, p.device, p.count, Cell(), Cell(), Cell(), Cell(), "", "", ""});
  return parts;
}

std::string left_out_of_price(const PlanResult& plan, const Capex& capex) {
  const std::int64_t count = transceivers_without_price(plan, capex);
  if (count == 0) return "without cables";
  return fmt::format("without cables and {} optical transceivers (plan.optics names them)", grouped(count));
}

nlohmann::ordered_json plan_json(const PlanResult& plan, const Capex& capex) {
  nlohmann::ordered_json json;
  json["plan"] = plan.name;
  if (!plan.title.empty()) json["title"] = plan.title;
  json["topology"] = plan.topology;
  json["switch"] = plan.switch_device;
  if (!plan.spine_device.empty()) json["spine"] = plan.spine_device;
  json["nic"] = plan.nic_device;
  json["rate_gbps"] = plan.rates.back().gbps();
  for (std::size_t i = 0; i + 1 < plan.rates.size(); ++i)
    json["slower_rates_gbps"].push_back(plan.rates[i].gbps());
  const std::vector<Figure> figures = plan_figures(plan);
  for (const Figure& f : figures) json[section_key(f.section)][f.key] = json_value(f.value);
  if (!capex.parts.empty()) json["price"] = price_json(plan, capex);
  json["missing_numbers"] = plan.missing;
  json["device_numbers"] = json_rows(numbers_table(plan.numbers));
  json["figures_described"] = described(figures);
  return json;
}

std::string render_plan(const nlohmann::ordered_json& plan, Format format) {
  if (format == Format::json) return json_text(plan);
  if (format == Format::csv) return to_csv(plan_row(plan));
  std::string text = plan_head(plan) + "\n";
  for (const Table& table : plan_tables(plan)) text += "\n" + render(table, format);
  return text;
}

}  // namespace ebb::inline report
