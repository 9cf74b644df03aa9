// Figures by which plans are compared, and whether they are equal for all.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/page/json_reader.hpp"

namespace ebb::inline report {

/// A figure of a plan, empty where it is unknown.
using PlanMeasure = std::optional<double> (*)(const PageJson&);

namespace plan_measure {

std::optional<double> hosts(const PageJson& plan);
std::optional<double> watts(const PageJson& plan);
/// Cost of a year, by which plans of different service lives can be compared.
std::optional<double> usd(const PageJson& plan);
std::optional<double> carried_share(const PageJson& plan);
/// Per host, because totals of networks of different size cannot be compared.
std::optional<double> bisection_gbps_per_host(const PageJson& plan);
std::optional<double> watts_per_host(const PageJson& plan);
std::optional<double> usd_per_host(const PageJson& plan);
std::optional<double> capex_per_host(const PageJson& plan);
std::optional<double> watts_per_bisection_gbps(const PageJson& plan);
std::optional<double> watts_per_carried_gbps(const PageJson& plan);
std::optional<double> usd_per_carried_gbps(const PageJson& plan);
std::optional<double> capex_per_carried_gbps(const PageJson& plan);

}  // namespace plan_measure

bool known_of_all(const std::vector<PageJson>& plans, PlanMeasure of);
/// True when it is known for all plans, and equal.
bool same_of_all(const std::vector<PageJson>& plans, PlanMeasure of);
/// "200 / 133.3": of each plan, in their order.
std::string values_of(const std::vector<PageJson>& plans, PlanMeasure of);

/// "service life 4 / 5 years, PUE 1.6 / 1.2": assumptions that differ between plans.
std::string assumptions_that_differ(const std::vector<PageJson>& plans);

}  // namespace ebb::inline report
