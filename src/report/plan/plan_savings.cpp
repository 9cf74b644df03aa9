#include <fmt/core.h>

#include <algorithm>

#include "report/document/draw_text.hpp"
#include "report/document/joined_words.hpp"
#include "report/plan/plan_measures.hpp"
#include "report/plan/plan_summary.hpp"
#include "report/policy/compare_report.hpp"
#include "results/cell.hpp"

namespace ebb::inline report {
namespace {

using namespace plan_measure;

/// The savings of each plan against the first, column by column.
class Savings {
 public:
  Savings(const std::vector<PageJson>& plans, Table& table) : plans_(plans), table_(table) {
    for (std::size_t i = 1; i < plans.size(); ++i) table.rows.push_back({text_at(plans[i], "plan")});
  }
  void add(Column column, PlanMeasure of) {
    table_.columns.push_back(std::move(column));
    for (std::size_t i = 1; i < plans_.size(); ++i) {
      const auto first = of(plans_[0]), other = of(plans_[i]);
      table_.rows[i - 1].emplace_back();
      if (first && other) table_.rows[i - 1].back() = Cell(*first - *other);
    }
  }
  void add_percent(const std::string& key, const std::string& heading, PlanMeasure of) {
    table_.columns.push_back({.key = key, .heading = heading, .unit = "%", .decimals = 1});
    for (std::size_t i = 1; i < plans_.size(); ++i) {
      const auto first = of(plans_[0]), other = of(plans_[i]);
      table_.rows[i - 1].emplace_back();
      if (first && other && *first > 0) table_.rows[i - 1].back() = Cell(100 * (*first - *other) / *first);
    }
  }

 private:
  const std::vector<PageJson>& plans_;
  Table& table_;
};

/// The basis of a comparison: totals where networks do the same, else per host or per carried traffic.
enum class Basis : std::uint8_t { total, host, carried };

Basis basis_of(const std::vector<PageJson>& plans) {
  if (known_of_all(plans, carried_share) && !same_of_all(plans, carried_share)) return Basis::carried;
  return same_of_all(plans, hosts) ? Basis::total : Basis::host;
}

void add_totals(Savings& savings) {
  savings.add({.key = "saving_w", .heading = "power", .unit = "W", .decimals = 0}, watts);
  savings.add_percent("saving_percent", "power", watts);
  savings.add({.key = "saving_w_per_host", .heading = "per host", .unit = "W"}, watts_per_host);
  savings.add({.key = "saving_usd_per_year", .heading = "electricity a year", .unit = "$", .decimals = 0},
              usd);
  savings.add_percent("saving_usd_percent", "electricity", usd);
}

void add_per_host(Savings& savings, Table& table) {
  savings.add({.key = "saving_w_per_host", .heading = "power per host", .unit = "W"}, watts_per_host);
  savings.add_percent("saving_w_per_host_percent", "power per host", watts_per_host);
  savings.add(
      {.key = "saving_usd_per_host_and_year", .heading = "electricity per host and year", .unit = "$"},
      usd_per_host);
  savings.add_percent("saving_usd_per_host_percent", "electricity per host", usd_per_host);
  table.notes.push_back(
      "these networks have different numbers of hosts: no total is a saving, so they are compared per "
      "host");
}

/// Fewer uplinks need less power and carry less: 8 down and 4 up is no saving against 8 down and 8 up.
void add_per_carried(const std::vector<PageJson>& plans, Savings& savings, Table& table) {
  savings.add({.key = "saving_w_per_carried_gbps", .heading = "power per Gb/s carried", .unit = "W"},
              watts_per_carried_gbps);
  savings.add_percent("saving_w_per_carried_gbps_percent", "power per Gb/s carried", watts_per_carried_gbps);
  savings.add({.key = "saving_usd_per_carried_gbps_and_year",
               .heading = "electricity per Gb/s carried and year",
               .unit = "$"},
              usd_per_carried_gbps);
  savings.add_percent("saving_usd_per_carried_gbps_percent", "electricity per Gb/s carried",
                      usd_per_carried_gbps);
  table.notes.push_back(fmt::format(
      "these networks do not carry the same share of uniform traffic ({} %): one that carries less uses "
      "less power, so neither totals nor values per host are savings; compare the power per Gb/s carried",
      values_of(plans, carried_share)));
}

/// The unknown carried traffic of a network may explain its saving.
void add_unknown_carried(const std::vector<PageJson>& plans, Table& table) {
  std::vector<std::string> names;
  for (const PageJson& plan : plans)
    if (!carried_share(plan)) names.push_back(text_at(plan, "plan"));
  if (!names.empty())
    table.notes.push_back(
        fmt::format("what uniform traffic {} carr{} is not known, so a saving may be "
                    "traffic that does not get through: compare runs of them",
                    joined_words(names), names.size() == 1 ? "ies" : "y"));
}

void add_assumptions(const std::vector<PageJson>& plans, Table& table) {
  if (const std::string differing = assumptions_that_differ(plans); !differing.empty())
    table.notes.push_back(
        "these plans assume different things, so not every difference is a saving of the "
        "network: " +
        differing);
  for (const PageJson& plan : plans)
    if (const auto missing = texts_at(plan, "missing_numbers"); !missing.empty())
      table.notes.push_back(text_at(plan, "plan") + ": " +
                            missing_text(missing, number_at(plan, "power.total_power_w").has_value()));
}

/// Where a total leaves out devices, as no price is known of them.
void add_price_notes(const std::vector<PageJson>& plans, Table& table) {
  std::string left_out;
  for (const PageJson& plan : plans) {
    const auto unpriced = texts_at(plan, "price.without_price");
    if (!unpriced.empty())
      table.notes.push_back(text_at(plan, "plan") + ": " + unpriced_text(unpriced));
    else if (const std::string without = text_at(plan, "price.left_out"); without != left_out)
      left_out = without, table.notes.push_back("prices are " + without);
  }
}

/// The price of the parts, where any plan knows it.
void add_capex(const std::vector<PageJson>& plans, Basis basis, Savings& savings, Table& table) {
  const auto any = [&](const auto& has) { return std::any_of(plans.begin(), plans.end(), has); };
  if (!any([](const PageJson& p) { return number_at(p, "price.priced_parts_usd").has_value(); })) return;
  add_price_notes(plans, table);
  if (!any([](const PageJson& p) { return price_in(p).has_value(); })) return;
  if (basis == Basis::total) {
    savings.add({.key = "saving_capex_usd", .heading = "price", .unit = "$", .decimals = 0}, price_in);
    savings.add_percent("saving_capex_percent", "price", price_in);
  } else if (basis == Basis::host) {
    savings.add({.key = "saving_capex_usd_per_host", .heading = "price per host", .unit = "$"},
                capex_per_host);
    savings.add_percent("saving_capex_per_host_percent", "price per host", capex_per_host);
  } else {
    savings.add(
        {.key = "saving_capex_usd_per_carried_gbps", .heading = "price per Gb/s carried", .unit = "$"},
        capex_per_carried_gbps);
    savings.add_percent("saving_capex_per_carried_gbps_percent", "price per Gb/s carried",
                        capex_per_carried_gbps);
  }
}

}  // namespace

Table savings_table(const std::vector<PageJson>& plans) {
  Table table{.title = fmt::format("savings against {}", text_at(plans[0], "plan")),
              .columns = {{.key = "plan", .heading = "plan"}},
              .rows = {}};
  Savings savings(plans, table);
  const Basis basis = basis_of(plans);
  if (basis == Basis::total) add_totals(savings);
  if (basis == Basis::host) add_per_host(savings, table);
  if (basis == Basis::carried)
    add_per_carried(plans, savings, table);
  else if (!same_of_all(plans, bisection_gbps_per_host)) {
    savings.add_percent("saving_w_per_gbps_percent", "power per Gb/s of bisection", watts_per_bisection_gbps);
    table.notes.push_back(fmt::format(
        "their bisection bandwidth per host is not the same, or one is not known ({} Gb/s): a network that "
        "carries less uses less power, so only the power per Gb/s of bisection is comparable",
        values_of(plans, bisection_gbps_per_host)));
  }
  add_unknown_carried(plans, table);
  add_capex(plans, basis, savings, table);
  add_assumptions(plans, table);
  return table;
}

}  // namespace ebb::inline report
