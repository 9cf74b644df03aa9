#include "reproduce/kim/kim_search_steps.hpp"

#include <algorithm>
#include <cmath>

#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "base/units.hpp"

namespace ebb::inline reproduce {

double distance(double ours, double paper) {
  return std::min(2.0, std::abs(std::log(std::max(ours, paper / 100) / paper)));
}

Result<std::vector<std::vector<KimResult>>> run_cases(const std::vector<KimMachine>& machines,
                                                      const std::vector<SearchCase>& each,
                                                      const Effort& effort) {
  std::vector<KimPoint> points;
  for (const KimMachine& machine : machines)
    for (const SearchCase& one : each) points.push_back({.of = one.id, .load = one.load, .machine = machine});
  auto results = run_kim(points, effort);
  if (!results) return results.problems();
  std::vector<std::vector<KimResult>> all;
  for (std::size_t i = 0; i < machines.size(); ++i)
    all.emplace_back(results->begin() + static_cast<std::ptrdiff_t>(i * each.size()),
                     results->begin() + static_cast<std::ptrdiff_t>((i + 1) * each.size()));
  return all;
}

void sort_by_cost(std::vector<KimCandidate>& all) {
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.cost < b.cost; });
}

/// The packet size by the cells that are powered at 50 %. Windows are as many packet times as in `start`, so
/// that the rest of the behaviour does not depend on it.
Result<KimStep> packet_step(const KimMachine& start, const KimAims& aims, const Effort& effort) {
  KimStep step{"packet", "packet size (MTUs of InfiniBand)", {"powered cells with DLS, 50 %"}, {}, 0, 0};
  std::vector<KimMachine> machines;
  for (const Bytes packet : {256_B, 1_KiB, 4_KiB}) {
    machines.push_back(start);
    machines.back().packet = packet, machines.back().window.v = start.window.v * packet.v / start.packet.v;
  }
  const auto results = run_cases(machines, {{"dls", 0.5}}, effort);
  if (!results) return results.problems();
  for (std::size_t i = 0; i < machines.size(); ++i) {
    const double cells = (*results)[i][0].cells_powered;
    step.best.push_back(
        {machines[i], distance(cells, aims.cells_dls), quantity_text(machines[i].packet), {cells}});
  }
  sort_by_cost(step.best);
  step.candidates = step.runs = machines.size();
  return step;
}

}  // namespace ebb::inline reproduce
