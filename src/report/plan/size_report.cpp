#include "report/plan/size_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/fields.hpp"
#include "base/medium.hpp"
#include "report/document/draw_text.hpp"
#include "report/document/number_text.hpp"
#include "report/plan/plan_report.hpp"
#include "report/plan/plan_summary.hpp"
#include "results/capex.hpp"
#include "results/cell.hpp"
#include "results/plan_result.hpp"

namespace ebb::inline report {
namespace {

std::int64_t cables_of(const SizedNetwork& network) {
  std::int64_t all = 0;
  for (const std::int64_t count : network.plan.parts.cables) all += count;
  return all;
}

/// The sort key, least first.
double measure(const SizedNetwork& network, SizeOrder order) {
  const double unknown = std::numeric_limits<double>::infinity();
  switch (order) {
    case SizeOrder::power:
      return network.plan.power_known ? network.plan.power.total().v : unknown;
    case SizeOrder::switches:
      return static_cast<double>(network.plan.parts.switches_needed);
    case SizeOrder::cables:
      return static_cast<double>(cables_of(network));
    case SizeOrder::capex:
      return network.capex.usd() ? network.capex.usd()->middle() : unknown;
    case SizeOrder::diameter:
      return network.plan.parts.diameter ? static_cast<double>(*network.plan.parts.diameter) : unknown;
    case SizeOrder::bisection:
      return -network.throughput;
  }
  return unknown;
}

/// The rules of the largest table, compacted where that is known.
Cell rules_of(const PlanResult& plan) {
  Cell rules;
  for (const PlanRules& r : plan.rules)
    if (r.organisation == "flat" || r.organisation == "compacted") rules = r.highest;
  return rules;
}

std::string parameters_text(const SizedNetwork& network) {
  std::string text;
  for (const auto& [key, value] : network.parameters)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", key, value);
  return text;
}

/// Rows differ in their number of optical cables, so the note names none.
std::string optics_without_price(const SizeResult& result) {
  for (const SizedNetwork& n : result.networks)
    if (left_out_of_price(n.plan, n.capex) != left_out_of_price({}, {}))
      return " and without optical transceivers, which --set plan.optics=DEVICE names";
  return "";
}

/// Where offers differ, a row shows the middle.
std::string price_range_of(const SizeResult& result) {
  const UsdRange usd = result.networks.front().capex.priced_usd();
  if (usd.least == usd.most) return "";
  return fmt::format("price: the middle of the offers, {} to {} $ in the first row; ", grouped(usd.least, 0),
                     grouped(usd.most, 0));
}

/// "nvidia-sn5600 base 940W (recalled)": numbers to verify before buying.
std::string uncertain_numbers(const std::vector<PlanNumber>& numbers) {
  std::string text;
  for (const PlanNumber& n : numbers)
    if (n.source == "recalled" || n.source == "fitted")
      text += fmt::format("{}{} {} {} ({})", text.empty() ? "" : ", ", n.device, n.what, n.value, n.source);
  return text;
}

/// The assumptions of power and cost of all rows.
std::string electricity_note(const PlanResult& plan) {
  const PlanMoney& m = plan.money;
  if (!plan.power_known || m.network_kwh <= 0 || m.facility_kwh <= 0) return "";
  return fmt::format(
      "power at a load of {:g} of every channel; electricity at ${:g} per kWh, each counted "
      "{:g} times for cooling and distribution (PUE)",
      plan.load, m.usd / m.facility_kwh, m.facility_kwh / m.network_kwh);
}

/// A network with more hosts than requested includes the adapters of these hosts.
std::string adapters_note(const SizeResult& result) {
  std::string rows;
  for (std::size_t i = 0; i < result.networks.size(); ++i) {
    const SizedNetwork& n = result.networks[i];
    const double share = static_cast<double>(n.growth) / static_cast<double>(n.plan.parts.hosts),
                 watts = n.plan.power_known ? share * n.plan.power.nics.v : 0;
    if (watts > 0)
      rows += fmt::format("{}{} W in row {}", rows.empty() ? "" : ", ", grouped(watts, 0), i + 1);
  }
  if (rows.empty()) return "";
  return "power, price, electricity and their order are of networks with all their hosts: adapters of those "
         "beyond the ones asked for are in it (" +
         rows + ")";
}

Cell percent(const std::optional<double>& share) { return share ? Cell(100 * *share) : Cell(); }

void add_row(Table& table, std::int64_t number, const SizedNetwork& n) {
  const PlanParts& parts = n.plan.parts;
  const auto cables = [&](Medium medium) { return parts.cables[static_cast<std::size_t>(medium)]; };
  const auto metres = [&](Medium medium) {
    return static_cast<double>(cables(medium)) * n.cable_metres[static_cast<std::size_t>(medium)];
  };
  const auto of_power = [&](double value) { return n.plan.power_known ? Cell(value) : Cell("missing"); };
  table.add({number,
             n.family,
             parameters_text(n),
             parts.hosts,
             n.growth,
             n.most_hosts ? Cell(*n.most_hosts) : Cell(),
             parts.switches_needed,
             parts.ports_spare,
             cables(Medium::copper) + cables(Medium::backplane),
             metres(Medium::copper) + metres(Medium::backplane),
             cables(Medium::optical),
             metres(Medium::optical),
             parts.diameter ? Cell(*parts.diameter) : Cell(),
             percent(n.bisection_share),
             100 * n.throughput,
             of_power(n.plan.power.total().v),
             of_power(n.plan.power.total().v / static_cast<double>(parts.hosts)),
             n.capex.unpriced().size() < n.capex.parts.size() ? Cell(n.capex.priced_usd().middle()) : Cell(),
             of_power(n.plan.money.usd),
             rules_of(n.plan)});
}

}  // namespace

void sort_networks(SizeResult& result, SizeOrder order) {
  const auto& all = result.networks;
  if (std::none_of(all.begin(), all.end(), [&](const auto& n) { return std::isfinite(measure(n, order)); }) &&
      !all.empty())
    result.notes.push_back(fmt::format(
        "not sorted by {}: it is unknown for all of them; rows are in the order of their families",
        name_of(order)));
  std::stable_sort(result.networks.begin(), result.networks.end(),
                   [&](const auto& a, const auto& b) { return measure(a, order) < measure(b, order); });
}

Table size_table(const SizeResult& result) {
  Table table{.title = "",
              .columns = {{"row", "row"},
                          {"family", "network"},
                          {"parameters", "parameters"},
                          {"hosts", "hosts"},
                          {"growth_hosts", "spare hosts"},
                          {"largest_hosts", "can grow to"},
                          {"switches", "switches"},
                          {"ports_spare", "spare ports"},
                          {"cables_electrical", "copper"},
                          {"cables_electrical_m", "of", "m", Align::right, 0},
                          {"cables_optical", "optical"},
                          {"cables_optical_m", "of", "m", Align::right, 0},
                          {"diameter_hops", "diameter", "hops"},
                          {"bisection_percent", "bisection", "%", Align::right, 0},
                          {"throughput_percent", "carries", "%", Align::right, 0},
                          {"power_w", "power", "W", Align::right, 0},
                          {"power_per_host_w", "per host", "W", Align::right, 1},
                          {"capex_usd", "price", "$", Align::right, 0},
                          {"electricity_usd", "electricity", "$", Align::right, 0},
                          {"rules", "rules"}},
              .rows = {}};
  if (!result.networks.empty())
    for (Column& column : table.columns)
      if (column.key == "electricity_usd")
        column.heading += fmt::format(" of {:g} years", result.networks.front().plan.money.years);
  for (std::size_t i = 0; i < result.networks.size(); ++i)
    add_row(table, static_cast<std::int64_t>(i + 1), result.networks[i]);
  for (const UnsizedFamily& other : result.others)
    table.notes.push_back(fmt::format("no {}: {}", other.family, other.why));
  if (result.networks.empty()) return table;
  const SizedNetwork& first = result.networks.front();
  const auto metres = [&](Medium medium) { return first.cable_metres[static_cast<std::size_t>(medium)]; };
  table.notes.push_back(fmt::format(
      "spare hosts: hosts that it holds beyond those asked for, without another switch; can grow to: hosts "
      "of the largest of its kind with this switch, by adding switches and moving cables (-: unlimited); "
      "bisection: channels of the even cut over those that uniform traffic fills; carries: uniform traffic "
      "that gets through, of the hosts' rate; rules of the largest table; all copper cables are taken to be "
      "{:g} m long and all optical ones {:g} m, by their delay in [cables] at 5 ns per metre",
      metres(Medium::copper), metres(Medium::optical)));
  if (const std::string money = electricity_note(first.plan); !money.empty()) table.notes.push_back(money);
  if (const std::string adapters = adapters_note(result); !adapters.empty()) table.notes.push_back(adapters);
  if (!first.plan.power_known)
    table.notes.push_back("as power is missing, of each family the one with the fewest switches is shown");
  for (const std::string& note : result.notes) table.notes.push_back(note);
  if (const std::string numbers = uncertain_numbers(first.plan.numbers); !numbers.empty())
    table.notes.push_back("numbers from no document: " + numbers);
  const auto unpriced = first.capex.unpriced();
  table.notes.push_back(price_range_of(result) +
                        (unpriced.empty() ? "prices are without cables" + optics_without_price(result)
                                          : unpriced_text(unpriced)));
  if (!first.plan.missing.empty())
    table.notes.push_back(missing_text(first.plan.missing, first.plan.power_known));
  return table;
}

std::string render_sizes(const SizeResult& result, Format format) {
  Table table = size_table(result);
  if (format == Format::text || format == Format::markdown) return render(table, format);
  table.columns.push_back({"service_life_years", "service life", "years"});
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    table.rows[i].emplace_back(result.networks[i].plan.money.years);
  if (format == Format::csv) return render(table, format);
  auto others = nlohmann::ordered_json::array();
  for (const UnsizedFamily& other : result.others)
    others.push_back({{"family", other.family}, {"why", other.why}});
  return json_text({{"networks", json_rows(table)}, {"others", others}, {"notes", result.notes}});
}

std::string topology_toml(const SizedNetwork& network) {
  std::string text = fmt::format("[topology]\nname = \"{}\"\n", network.name);
  for (const auto& [key, value] : network.parameters) text += fmt::format("{} = {}\n", key, value);
  return text;
}

}  // namespace ebb::inline report
