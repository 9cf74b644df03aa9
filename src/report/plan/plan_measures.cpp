#include "report/plan/plan_measures.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "report/plan/plan_summary.hpp"

namespace ebb::inline report {
namespace {

std::optional<double> ratio(std::optional<double> a, std::optional<double> b) {
  return a && b && *b > 0 ? std::optional(*a / *b) : std::nullopt;
}

bool nearly_equal(double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(a); }

std::optional<double> bisection_gbps(const PageJson& p) { return number_at(p, "bisection.bisection_gbps"); }
std::optional<double> carried_gbps(const PageJson& p) { return number_at(p, "uniform_traffic.carried_gbps"); }
std::optional<double> lifetime_usd(const PageJson& p) { return number_at(p, "service_life.electricity_usd"); }
std::optional<double> site_kwh(const PageJson& p) { return number_at(p, "service_life.site_energy_kwh"); }

struct Assumption {
  const char *what, *unit;
  PlanMeasure of;
};
constexpr Assumption assumptions[] = {
    {"load", "", [](const PageJson& p) { return number_at(p, "power.load"); }},
    {"service life", " years",
     [](const PageJson& p) { return number_at(p, "service_life.service_life_years"); }},
    {"PUE", "",
     [](const PageJson& p) { return ratio(site_kwh(p), number_at(p, "service_life.network_energy_kwh")); }},
    {"electricity", " $ per kWh", [](const PageJson& p) { return ratio(lifetime_usd(p), site_kwh(p)); }}};

}  // namespace

namespace plan_measure {

std::optional<double> hosts(const PageJson& p) { return number_at(p, "parts.hosts"); }
std::optional<double> watts(const PageJson& p) { return number_at(p, "power.total_power_w"); }
std::optional<double> usd(const PageJson& p) { return number_at(p, "service_life.electricity_usd_per_year"); }
std::optional<double> carried_share(const PageJson& p) {
  return number_at(p, "uniform_traffic.carried_percent");
}
std::optional<double> bisection_gbps_per_host(const PageJson& p) {
  return ratio(bisection_gbps(p), hosts(p));
}
std::optional<double> watts_per_host(const PageJson& p) { return ratio(watts(p), hosts(p)); }
std::optional<double> usd_per_host(const PageJson& p) { return ratio(usd(p), hosts(p)); }
std::optional<double> capex_per_host(const PageJson& p) { return ratio(price_in(p), hosts(p)); }
std::optional<double> watts_per_bisection_gbps(const PageJson& p) {
  return ratio(watts(p), bisection_gbps(p));
}
std::optional<double> watts_per_carried_gbps(const PageJson& p) { return ratio(watts(p), carried_gbps(p)); }
std::optional<double> usd_per_carried_gbps(const PageJson& p) { return ratio(usd(p), carried_gbps(p)); }
std::optional<double> capex_per_carried_gbps(const PageJson& p) {
  return ratio(price_in(p), carried_gbps(p));
}

}  // namespace plan_measure

bool known_of_all(const std::vector<PageJson>& plans, PlanMeasure of) {
  return std::all_of(plans.begin(), plans.end(), [&](const PageJson& p) { return of(p).has_value(); });
}

bool same_of_all(const std::vector<PageJson>& plans, PlanMeasure of) {
  const auto first = of(plans[0]);
  return std::all_of(plans.begin(), plans.end(), [&](const PageJson& p) {
    const auto value = of(p);
    return first && value && nearly_equal(*first, *value);
  });
}

std::string values_of(const std::vector<PageJson>& plans, PlanMeasure of) {
  std::string text;
  for (const PageJson& plan : plans) {
    const auto value = of(plan);
    text += (text.empty() ? "" : " / ") + (value ? fmt::format("{:.6g}", *value) : "-");
  }
  return text;
}

std::string assumptions_that_differ(const std::vector<PageJson>& plans) {
  std::string text;
  for (const Assumption& assumption : assumptions) {
    const auto first = assumption.of(plans[0]);
    const bool differ = std::any_of(plans.begin(), plans.end(), [&](const PageJson& plan) {
      const auto value = assumption.of(plan);
      return first && value && !nearly_equal(*first, *value);
    });
    if (differ)
      text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", assumption.what,
                          values_of(plans, assumption.of), assumption.unit);
  }
  return text;
}

}  // namespace ebb::inline report
