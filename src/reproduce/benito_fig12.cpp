// Benito, Figure 12: latency of conditional rules against minimal, Valiant and piggyback routing, under
// uniform and adversarial traffic; how many packets take a detour, what is accepted in overload, and how
// fairly.
#include <array>

#include "reproduce/ethernet_experiment.hpp"

namespace ebb::inline reproduce {
namespace {

constexpr std::array<std::string_view, 4> compared{"min", "valiant", "piggyback", "conditional"};
constexpr std::array<std::string_view, 4> other_triggers{"remedy", "by_queue", "notice", "rare_notice"};
constexpr std::array uniform_loads{0.2, 0.5, 0.8}, adversarial_loads{0.05, 0.2, 0.4};
constexpr double overload = 1;

std::vector<EthernetPoint> points_of_figure() {
  std::vector<EthernetPoint> points;
  for (std::string_view routing : compared) {
    for (double load : uniform_loads) points.push_back({routing, false, load});
    points.push_back({routing, false, overload});
    for (double load : adversarial_loads) points.push_back({routing, true, load});
    points.push_back({routing, true, overload});
  }
  for (std::string_view routing : other_triggers) {
    for (double load : adversarial_loads) points.push_back({routing, true, load});
    points.push_back({routing, true, overload});
    points.push_back({routing, false, 0.5});
    points.push_back({routing, false, uniform_loads.back()});
  }
  return points;
}

/// Of every routing under both patterns: from which load on it saturates.
Problems add_saturation(Rows& rows, const Effort& effort) {
  std::vector<EthernetPoint> points;
  for (const bool adversarial : {false, true}) {
    for (std::string_view routing : compared) points.push_back({routing, adversarial});
    for (std::string_view routing : other_triggers) points.push_back({routing, adversarial});
  }
  const auto found = find_saturation(points, effort);
  if (!found) return found.problems();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string_view pattern = points[i].adversarial ? "adversarial" : "uniform";
    const SaturationLoads& loads = (*found)[i];
    const std::string note = loads.saturated ? fmt::format("{:.0f} % saturates it", 100 * *loads.saturated)
                                             : "no load was seen to saturate it";
    rows.add_unprinted(
        fmt::format("{}.{}.saturation_percent", pattern, points[i].routing),
        fmt::format("{}, {}: greatest steady load", pattern, ethernet_routing(points[i].routing).name), "%",
        100 * loads.steady.value_or(0), loads.steady ? note : "not even 5 % is steady");
  }
  return {};
}

class Figure {
 public:
  Figure(std::vector<EthernetPoint> points, std::vector<EthernetResult> results)
      : points_(std::move(points)), results_(std::move(results)) {}

  const EthernetResult& at(std::string_view routing, bool adversarial, double load) const {
    std::size_t i = 0;
    while (points_[i].routing != routing || points_[i].adversarial != adversarial || points_[i].load != load)
      ++i;
    return results_[i];
  }
  double latency_us(std::string_view routing, bool adversarial, double load) const {
    return at(routing, adversarial, load).run.statistics.packet_latency.mean_ps / 1e6;
  }
  void add_all(Rows& rows) const {
    for (std::size_t i = 0; i < points_.size(); ++i) add(rows, points_[i], results_[i]);
  }

 private:
  static void add(Rows& rows, const EthernetPoint& point, const EthernetResult& r) {
    const std::string_view pattern = point.adversarial ? "adversarial" : "uniform";
    const std::string id = fmt::format("{}.{}.{:.0f}", pattern, point.routing, 100 * point.load);
    const std::string what =
        fmt::format("{}, {}, load {:.0f} %", pattern, ethernet_routing(point.routing).name, 100 * point.load);
    if (point.load < overload) {
      const LatencyResult& latency = r.run.statistics.packet_latency;
      const std::string within = latency.mean_half_width_ps ? fmt::format("± {:.3f} us at 95 % confidence",
                                                                          *latency.mean_half_width_ps / 1e6)
                                                            : "too few independent batches for an interval";
      rows.add_unprinted(id + ".latency_us", what + ": mean latency", "us", latency.mean_ps / 1e6,
                         fmt::format("{}; the run's verdict: {}", within, name_of(r.run.statistics.verdict)));
    }
    rows.add_unprinted(id + ".accepted_percent", what + ": accepted", "%", 100 * r.accepted,
                       r.accepted_within > 0
                           ? fmt::format("± {:.2f} % at 95 % confidence", 100 * r.accepted_within)
                           : "too few independent batches for an interval");
    rows.add_unprinted(id + ".detours_percent", what + ": packets with a detour", "%", 100 * r.detours,
                       "counted over the whole run");
    if (point.adversarial) add_fairness(rows, id, what, r);
  }
  /// Between source switches, over the whole run.
  static void add_fairness(Rows& rows, const std::string& id, const std::string& what,
                           const EthernetResult& r) {
    rows.add_unprinted(id + ".fairness", what + ": Jain's index of the source switches", "", r.fairness,
                       fmt::format("the most that one sends: {:.0f} % of the mean", 100 * r.most));
    rows.add_unprinted(id + ".owners_percent", what + ": sent by the switches that own the cable", "%",
                       100 * r.owners, "of the mean of all switches");
    rows.add_unprinted(id + ".least_percent", what + ": sent by the switch that sends the least", "%",
                       100 * r.least, "of the mean of all switches");
  }

  std::vector<EthernetPoint> points_;
  std::vector<EthernetResult> results_;
};

}  // namespace

Problems reproduce_benito_fig12(Rows& rows, const Effort& effort) {
  const std::vector<EthernetPoint> points = points_of_figure();
  auto results = run_points(points, effort);
  if (!results) return results.problems();
  const Figure figure(points, std::move(*results));
  const double like_min = figure.latency_us("conditional", false, 0.5) / figure.latency_us("min", false, 0.5);
  rows.add_statement("uniform.conditional_over_min", like_min, like_min < 1.1);
  const double piggyback = figure.latency_us("piggyback", false, 0.5) / figure.latency_us("min", false, 0.5);
  rows.add_statement("uniform.piggyback_over_min", piggyback, piggyback > 1);
  const double small = adversarial_loads[0];
  const double over =
      figure.latency_us("conditional", true, small) / figure.latency_us("valiant", true, small);
  rows.add_statement("adversarial.conditional_over_valiant", over, over > 1);
  const EthernetResult& conditional = figure.at("conditional", true, small);
  rows.add_statement("adversarial.minimal_waits", 100 * conditional.detours, conditional.detours < 1,
                     "the rest waits for the minimal cable");
  const double competitive =
      figure.at("conditional", true, overload).accepted / figure.at("piggyback", true, overload).accepted;
  rows.add_statement("adversarial.accepted_over_piggyback", competitive, competitive > 0.8);
  figure.add_all(rows);
  return add_saturation(rows, effort);
}

}  // namespace ebb::inline reproduce
