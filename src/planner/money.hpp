// Energy and its cost over a service life.
#pragma once

#include "base/units.hpp"
#include "results/plan_result.hpp"

namespace ebb::inline planner {

/// A common year. With it 737,280 W at $0.07, PUE 1.6, 4 years cost $2.893 M, which Abts prints as $2.89 M.
/// With leap days (8,766 h) it would be $2.895 M and print as $2.90 M.
inline constexpr double hours_per_year = 8760;

struct Tariff {
  double usd_per_kwh = 0, pue = 1, years = 0;
};

constexpr PlanMoney cost_of(Watts power, const Tariff& tariff) {
  const double kwh = power.v / 1000 * hours_per_year * tariff.years;
  return {tariff.years, kwh, kwh * tariff.pue, kwh * tariff.pue * tariff.usd_per_kwh};
}

}  // namespace ebb::inline planner
