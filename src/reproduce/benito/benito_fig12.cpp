// Benito, Figure 12: latency of conditional rules compared with minimal, Valiant and piggyback routing, under
// uniform and adversarial traffic. Also the share of detours, the accepted load and the fairness in overload,
// and the same with the remedy for the switch that has the cable.
#include <algorithm>
#include <array>

#include "base/problem.hpp"
#include "reproduce/ethernet/ethernet_rows.hpp"

namespace ebb::inline reproduce {
namespace {

constexpr std::array<std::string_view, 4> compared{"min", "valiant", "piggyback", "conditional"};
constexpr std::array uniform_loads{0.2, 0.5, 0.8}, adversarial_loads{0.05, 0.2, 0.4};
constexpr double small_load = adversarial_loads[0], large_load = adversarial_loads[2];

/// Below overload, consecutive batches share queues and are correlated, so an interval needs several runs.
EthernetPoint point_of(std::string_view routing, bool adversarial, double load) {
  return {.routing = routing, .adversarial = adversarial, .load = load, .seeds = load < overload ? 4 : 1};
}

std::vector<EthernetPoint> points_of_figure() {
  std::vector<EthernetPoint> points;
  const auto add = [&](std::string_view routing, bool adversarial, double load) {
    points.push_back(point_of(routing, adversarial, load));
  };
  for (std::string_view routing : compared) {
    for (const double load : uniform_loads) add(routing, false, load);
    add(routing, false, overload);
    for (const double load : adversarial_loads) add(routing, true, load);
    add(routing, true, overload);
  }
  for (const double load : adversarial_loads) add("remedy", true, load);
  add("remedy", true, overload);
  add("remedy", false, 0.5);
  return points;
}

/// Every routing under both patterns, and the remedy under adversarial traffic.
std::vector<EthernetPoint> searches_of_figure() {
  std::vector<EthernetPoint> searches;
  for (const bool adversarial : {false, true})
    for (std::string_view routing : compared) searches.push_back(point_of(routing, adversarial, 0));
  searches.push_back(point_of("remedy", true, 0));
  return searches;
}

std::string grows_if_saturated(const EthernetResult& result) {
  return result.saturated_runs > 0 ? "the bottleneck routers saturate, so it grows as long as the run lasts; "
                                   : "";
}

/// The paper's statements on its figure. `quiet` has half of the load that the minimal cables can carry.
void add_sentences(Rows& rows, const EthernetFigure& figure, const EthernetResult& quiet) {
  const auto latency_over = [&](std::string_view one, std::string_view other, bool adversarial, double load) {
    return figure.latency_us(one, adversarial, load) / figure.latency_us(other, adversarial, load);
  };
  const double like_min = latency_over("conditional", "min", false, 0.5);
  rows.add_statement("uniform.conditional_over_min", like_min,
                     {.above = 1 - alike_share, .below = 1 + alike_share});
  const double piggyback = latency_over("piggyback", "min", false, 0.5);
  const double around = figure.detours({"piggyback", false, 0.5});
  rows.add_statement("uniform.piggyback_over_min", piggyback,
                     {.above = 1, .also = around > 0, .also_what = "some take detours"},
                     fmt::format("{:.0f} % of its packets to other groups take a detour", 100 * around));
  const EthernetResult& conditional = figure.at("conditional", true, small_load);
  const double over = latency_over("conditional", "valiant", true, small_load);
  rows.add_statement("adversarial.conditional_over_valiant", over, {.above = 1},
                     fmt::format("{}with the remedy {:.2f}", grows_if_saturated(conditional),
                                 latency_over("remedy", "valiant", true, small_load)));
  rows.add_statement(
      "adversarial.minimal_waits", 100 * conditional.detours,
      {.below = 100, .also = quiet.detours == 0, .also_what = "none while the cables have room"},
      fmt::format("the rest waits for the minimal cables, which are full; at a load of half of "
                  "what they carry {:.0f} % take a detour",
                  100 * quiet.detours));
  const double later = latency_over("conditional", "piggyback", true, large_load);
  rows.add_statement("adversarial.latency_over_piggyback", later, {.below = 1 + near_share},
                     fmt::format("{}with the remedy {:.2f}, with Valiant routing {:.2f}; "
                                 "the smaller the groups, the more packets go straight and wait",
                                 grows_if_saturated(figure.at("conditional", true, large_load)),
                                 latency_over("remedy", "piggyback", true, large_load),
                                 latency_over("valiant", "piggyback", true, large_load)));
  const double competitive = figure.at("conditional", true, overload).accepted.value /
                             figure.at("piggyback", true, overload).accepted.value;
  rows.add_statement("adversarial.accepted_over_piggyback", competitive, {.above = 1 - near_share});
}

}  // namespace

Problems reproduce_benito_fig12(Rows& rows, const Effort& effort) {
  const std::vector<EthernetPoint> points = points_of_figure();
  auto results = run_points(points, effort);
  if (!results) return results.problems();
  const EthernetFigure figure(points, std::move(*results));
  // One cable for the 128 hosts of a group, or for 32.
  const EthernetPoint half{"conditional", true, effort.quick ? 0.5 / 32 : 0.5 / 128};
  const auto quiet = run_points({half}, {.quick = effort.quick, .quiet = true});
  if (!quiet) return quiet.problems();
  add_sentences(rows, figure, quiet->front());
  figure.add_rows(rows);
  return add_saturation(rows, searches_of_figure(), figure, effort);
}

}  // namespace ebb::inline reproduce
