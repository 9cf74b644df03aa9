// Figures of plans by which they are compared, and whether they are the same for all.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/page/json_reader.hpp"

namespace ebb::inline report {

/// A figure of a plan; nothing where it is not known.
using PlanMeasure = std::optional<double> (*)(const PageJson&);

namespace plan_measure {

std::optional<double> hosts(const PageJson& plan);
std::optional<double> watts(const PageJson& plan);
/// Of a year: what people pay, and what plans of different service lives can be compared by.
std::optional<double> usd(const PageJson& plan);
std::optional<double> carried_share(const PageJson& plan);
/// Totals of networks of different size say nothing: 128 hosts may share what 192 have elsewhere.
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
/// Whether it is known of all, and the same.
bool same_of_all(const std::vector<PageJson>& plans, PlanMeasure of);
/// "200 / 133.3": of each plan, in their order.
std::string values_of(const std::vector<PageJson>& plans, PlanMeasure of);

/// "service life 4 / 5 years, PUE 1.6 / 1.2": what plans take for granted, where it is not the same for all.
std::string assumptions_that_differ(const std::vector<PageJson>& plans);

}  // namespace ebb::inline report
