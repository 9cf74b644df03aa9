#include "report/policy/policy_columns.hpp"

#include <algorithm>

#include "report/document/figure_word.hpp"

namespace ebb::inline report {
namespace {

std::optional<double> scaled(const std::optional<double>& value, double by) {
  return value ? std::optional(*value * by) : std::nullopt;
}

template <double PolicyPower::*member>
std::optional<double> drawn(const PolicyPoint& p) {
  return p.draw ? std::optional((*p.draw).*member) : std::nullopt;
}

/// Empty for a policy that does not keep up: it would save by not delivering.
std::optional<double> saved_by_working(const PolicyPoint& p) {
  if (p.carried_of_full.value_or(1) < keeps_up_from) return std::nullopt;
  return drawn<&PolicyPower::saved_usd_per_year>(p);
}

}  // namespace

const std::vector<PolicyColumn>& latency_columns() {
  using P = PolicyPoint;
  static const std::vector<PolicyColumn> all{
      {{std::string(default_cost), "mean latency +", "us", Align::right, 2},
       [](const P& p) { return scaled(p.mean_increase_ps, 1e-6); },
       [](const P& p) { return scaled(p.half_width.mean_increase_ps, 1e-6); }},
      {{"p99_increase_us", "p99 +", "us", Align::right, 2},
       [](const P& p) { return scaled(p.p99_increase_ps, 1e-6); },
       [](const P& p) { return scaled(p.half_width.p99_increase_ps, 1e-6); }},
      {{"message_mean_increase_us", "messages' mean +", "us", Align::right, 2},
       [](const P& p) { return scaled(p.message_increase_ps, 1e-6); },
       [](const P& p) { return scaled(p.half_width.message_increase_ps, 1e-6); }},
      {{"carried_of_full_percent", "carried", "%", Align::right, 1},
       [](const P& p) { return scaled(p.carried_of_full, 100); }}};
  return all;
}

const std::vector<PolicyColumn>& job_columns() {
  using P = PolicyPoint;
  static const std::vector<PolicyColumn> all{
      {{std::string(cost_of_job), "job's time +", "%", Align::right, 2},
       [](const P& p) { return scaled(p.run_time_increase, 100); }},
      {{"job_energy_percent", "its energy", "%", Align::right, 2},
       [](const P& p) { return scaled(p.job_energy, 100); }},
      {{"job_energy_between_switches_percent", "between switches", "%", Align::right, 2},
       [](const P& p) { return scaled(p.job_energy_between_switches, 100); }}};
  return all;
}

const std::vector<PolicyColumn>& power_columns() {
  using P = PolicyPoint;
  static const std::vector<PolicyColumn> all{
      {{"power.total_w", "network", "W", Align::right, 0},
       drawn<&PolicyPower::total_w>,
       [](const P& p) { return p.half_width.total_w; }},
      {{"power.kwh_per_year", "a year", "kWh", Align::right, 0},
       drawn<&PolicyPower::kwh_per_year>,
       [](const P& p) { return p.half_width.kwh_per_year; }},
      {{"power.usd_per_year", "a year", "$", Align::right, 0},
       drawn<&PolicyPower::usd_per_year>,
       [](const P& p) { return p.half_width.usd_per_year; }},
      {{"power.saved_usd_per_year", "saved a year", "$", Align::right, 0}, saved_by_working, [](const P& p) {
         return saved_by_working(p) ? p.half_width.saved_usd_per_year : std::nullopt;
       }}};
  return all;
}

bool is_of_job(const PolicyComparison& c) {
  return std::any_of(c.points.begin(), c.points.end(), [](const auto& p) { return bool(p.job_energy); });
}

std::string default_cost_of(const PolicyComparison& c) {
  return std::string(is_of_job(c) ? cost_of_job : default_cost);
}

std::string default_gain(const PolicyComparison& c) {
  if (is_of_job(c)) return "job_energy_percent";
  for (const PolicyPoint& p : c.points)
    if (p.draw) return power_columns()[0].column.key;
  return c.tables.empty() ? "" : energy_column(c.tables[0]).key;
}

Column energy_column(const std::string& table) {
  return {"energy_" + figure_word(table) + "_percent", table, "%", Align::right, 2};
}

Column spread_column(const Column& of) {
  return {"half_width." + of.key, "+/- 95 %", of.unit, Align::right, of.decimals};
}

}  // namespace ebb::inline report
