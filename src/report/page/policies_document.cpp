#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "report/number_text.hpp"
#include "report/page/row_table.hpp"
#include "report/page/study_documents.hpp"

namespace ebb::inline report {
namespace {

struct Policy {
  std::string network;  ///< what the study varies, of this row; empty when there is one network
  std::string name, verdict;
  double energy = no_value, mean = no_value, p99 = no_value;
  bool best = false, computed = false;
};

/// What stands before the policy: "0.3, mesh".
std::string network_of(const PageJson& row) {
  std::string text;
  if (!row.is_object()) return text;
  for (const auto& [key, value] : row.items()) {
    if (key == "policy") break;
    text += (text.empty() ? "" : ", ") + (value.is_string() ? value.get<std::string>() : value.dump());
  }
  return text;
}

std::vector<Policy> policies_of(const PageJson& rows) {
  std::vector<Policy> all;
  if (!rows.is_array()) return all;
  for (const PageJson& row : rows) {
    const std::string network = network_of(row);
    all.push_back({network, (network.empty() ? "" : network + ": ") + text_at(row, "policy"),
                   text_at(row, "verdict"), number_at(row, "energy_ideal_percent").value_or(no_value),
                   number_at(row, "mean_increase_us").value_or(no_value),
                   number_at(row, "p99_increase_us").value_or(no_value), !text_at(row, "best").empty(),
                   text_at(row, "verdict") == "computed"});
  }
  return all;
}

/// The policies of each network that nothing beats in both.
std::vector<Curve> fronts(const std::vector<Policy>& policies) {
  std::map<std::string, std::vector<std::pair<double, double>>> best;
  for (const Policy& p : policies)
    if (p.best && std::isfinite(p.mean) && std::isfinite(p.energy))
      best[p.network].emplace_back(p.mean, p.energy);
  std::vector<Curve> curves;
  for (auto& [network, points] : best) {
    if (points.size() < 2) continue;
    std::sort(points.begin(), points.end());
    Curve front{.name = network.empty() ? "Pareto front" : "Pareto front, " + network,
                .role = Role::baseline,
                .x = {},
                .y = {}};
    for (const auto& [x, y] : points) front.x.push_back(x), front.y.push_back(y);
    curves.push_back(std::move(front));
  }
  return curves;
}

/// Energy against latency; the front is what nothing else beats in both.
Chart front_chart(const std::vector<Policy>& policies) {
  Chart chart{.name = "front",
              .title = "Who pays what for it",
              .note =
                  "Energy over always full rate, against the mean latency added. Filled: no policy is better "
                  "in both. "
                  "Diamond: computed, not run.",
              .x = {.title = "mean latency added", .unit = "us"},
              .y = {.title = "energy of full rate", .unit = "%", .scale = Scale::log},
              .curves = {},
              .wide = true};
  Curve points{.name = "policies", .shape = CurveShape::points, .role = Role::finding, .x = {}, .y = {}};
  for (const Policy& p : policies) {
    if (!std::isfinite(p.energy) || !std::isfinite(p.mean) || p.energy <= 0) continue;
    points.x.push_back(p.mean), points.y.push_back(p.energy), points.labels.push_back(p.name);
    points.marks.push_back(p.computed ? "computed" : p.best ? "best" : "undecided");
  }
  if (points.x.empty()) return chart;
  const auto [least, most] = std::minmax_element(points.y.begin(), points.y.end());
  if (*most < 20 * *least) chart.y.scale = Scale::linear, chart.y.least = 0;
  chart.curves.push_back(std::move(points));
  for (Curve& front : fronts(policies)) chart.curves.push_back(std::move(front));
  return chart;
}

Chart bars(const std::vector<Policy>& policies, const char* name, const char* title, double Policy::*value,
           Axis y) {
  Chart chart{.name = name,
              .title = title,
              .note = "",
              .x = {.title = "policy", .scale = Scale::names},
              .y = std::move(y),
              .curves = {},
              .lying = true};
  Curve curve{.name = chart.y.title, .shape = CurveShape::bars, .role = Role::finding, .x = {}, .y = {}};
  for (const Policy& p : policies) {
    if (!std::isfinite(p.*value)) continue;
    curve.x.push_back(static_cast<double>(chart.x.names.size())), curve.y.push_back(p.*value);
    chart.x.names.push_back(p.name);
  }
  if (!curve.x.empty()) chart.curves.push_back(std::move(curve));
  return chart;
}

/// "adds 2.6 us to", or "takes 0.3 us from".
std::string change_of(double microseconds) {
  return microseconds < 0 ? fmt::format("takes {} us from", grouped(-microseconds, -1))
                          : fmt::format("adds {} us to", grouped(microseconds, -1));
}

/// The policy of the front that saves most.
std::string finding(const std::vector<Policy>& policies) {
  const Policy* least = nullptr;
  for (const Policy& p : policies)
    if (p.best && !p.computed && (!least || p.energy < least->energy)) least = &p;
  if (!least) return "Policies side by side";
  return fmt::format("{} draws {:.1f} % of full power, for {} us a packet", least->name, least->energy,
                     grouped(least->mean, -1));
}

std::vector<Chart> charts_of(const std::vector<Policy>& policies) {
  std::vector<Chart> charts;
  for (Chart chart : {front_chart(policies),
                      bars(policies, "energy", "Energy against always full rate", &Policy::energy,
                           {.title = "energy of full rate", .unit = "%", .least = 0}),
                      bars(policies, "latency", "What it adds to the mean latency", &Policy::mean,
                           {.title = "mean latency added", .unit = "us"})})
    if (!chart.curves.empty()) charts.push_back(std::move(chart));
  return charts;
}

}  // namespace

Document policies_document(const std::string& name, const PageJson& rows, const Origin& origin) {
  const std::vector<Policy> policies = policies_of(rows);
  Document document{.title = finding(policies),
                    .lead = fmt::format("{}: the same network and the same traffic under {} policies.", name,
                                        policies.size()),
                    .blocks = {}};
  for (const Policy& p : policies)
    if (p.best && !p.computed && std::isfinite(p.energy) && std::isfinite(p.mean))
      document.add(Sentence{fmt::format(
          "{} saves {:.1f} % of the channels' energy, and {} a packet's mean latency (it {} the p99).",
          p.name, 100 - p.energy, change_of(p.mean), change_of(p.p99))});
  for (Chart& chart : charts_of(policies)) document.add(std::move(chart));
  document.add(table_of_rows("policies", rows));
  add_origin(origin, "`ebb compare-policies` with the configuration below, and the same version of ebb",
             document);
  return document;
}

}  // namespace ebb::inline report
