// Benito, Figure 12: latency of conditional rules against minimal, Valiant and piggyback routing, under
// uniform and adversarial traffic; how many packets take a detour, what is accepted in overload, and how
// fairly.
#include <array>

#include "reproduce/ethernet_experiment.hpp"

namespace ebb::inline reproduce {
namespace {

constexpr std::array<std::string_view, 4> compared{"min", "valiant", "piggyback", "conditional"};
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
  for (double load : adversarial_loads) points.push_back({"remedy", true, load});
  points.push_back({"remedy", true, overload});
  points.push_back({"remedy", false, 0.5});
  return points;
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
    rows.add_unprinted(id + ".accepted_percent", what + ": accepted", "%", 100 * r.accepted);
    rows.add_unprinted(id + ".detours_percent", what + ": packets with a detour", "%", 100 * r.detours);
    if (!point.adversarial || !ethernet_routing(point.routing).by_rules()) return;
    rows.add_unprinted(id + ".owners_percent", what + ": accepted from the switches that own the cable", "%",
                       100 * r.owners, "of the mean of all switches");
    rows.add_unprinted(id + ".least_percent", what + ": accepted from the switch that sends the least", "%",
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
  return {};
}

}  // namespace ebb::inline reproduce
