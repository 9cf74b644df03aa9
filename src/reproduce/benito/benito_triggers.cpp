// Benito, section VII, leaves open how conditional rules perform with congestion notification (802.1Qau)
// instead of pauses. The same rules with three triggers: pauses, queues, and congestion notification, sampled
// as rarely as in the standard or five times as often.
#include <algorithm>
#include <array>

#include "base/problem.hpp"
#include "reproduce/ethernet/ethernet_rows.hpp"

namespace ebb::inline reproduce {
namespace {

constexpr std::array<std::string_view, 4> triggers{"conditional", "by_queue", "notice", "rare_notice"};
constexpr std::array loads_when_uniform{0.5, 0.8, overload};
constexpr std::array loads_when_adversarial{0.05, 0.2, 0.4, overload};

std::vector<EthernetPoint> points_of_triggers() {
  std::vector<EthernetPoint> points;
  for (const double load : loads_when_uniform) points.push_back({"min", false, load});
  for (std::string_view trigger : triggers) {
    for (const double load : loads_when_uniform) points.push_back({trigger, false, load});
    for (const double load : loads_when_adversarial) points.push_back({trigger, true, load});
  }
  return points;
}

}  // namespace

Problems reproduce_benito_triggers(Rows& rows, const Effort& effort) {
  const std::vector<EthernetPoint> points = points_of_triggers();
  auto results = run_points(points, effort);
  if (!results) return results.problems();
  const EthernetFigure figure(points, std::move(*results));
  const double pauses = figure.latency_us("conditional", true, 0.2);
  const double frequent = figure.latency_us("notice", true, 0.2) / pauses;
  const double rare = figure.latency_us("rare_notice", true, 0.2) / pauses;
  rows.add_statement("adversarial.notice_over_pause", frequent, {.below = 1},
                     fmt::format("with a sample each 30 kB; with the standard's 150 kB {:.2f}", rare));
  const double accepted = figure.at("notice", true, overload).accepted.value /
                          figure.at("conditional", true, overload).accepted.value;
  rows.add_unprinted("adversarial.notice_accepted_over_pause",
                     "adversarial, overload: accepted with notifications over accepted with pauses", "",
                     accepted);
  figure.add_rows(rows);
  return {};
}

}  // namespace ebb::inline reproduce
