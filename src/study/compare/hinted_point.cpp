#include "study/compare/hinted_point.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/quantity.hpp"
#include "report/document/figure_word.hpp"
#include "results/gap_result.hpp"
#include "results/named_figure.hpp"
#include "study/compare/kind_power.hpp"
#include "study/compare/seed_pairs.hpp"

namespace ebb::inline study {
namespace {

/// The class of gaps that all last as long as a wake.
std::optional<std::string> class_of(Picoseconds wake) {
  const auto found = std::lower_bound(gap_classes.begin(), gap_classes.end(), wake);
  return found == gap_classes.end() ? std::nullopt : std::optional(figure_word(quantity_text(*found)));
}

std::vector<KindPower> first_powers(const SeedGroup& runs) {
  for (const StoredRun& run : runs)
    if (auto powers = kind_powers(run); !powers.empty()) return powers;
  return {};
}

}  // namespace

std::optional<PolicyPoint> hinted_point(const StoredRun& full, Picoseconds wake, const SeedGroup& others) {
  const auto gaps = class_of(wake);
  const bool counted = std::any_of(full.figures.begin(), full.figures.end(),
                                   [](const NamedFigure& f) { return f.name.starts_with("gaps."); });
  const std::vector<KindPower> powers = first_powers(others);
  if (wake.v <= 0 || !gaps || !counted || powers.empty()) return std::nullopt;
  double all = 0, awake = 0, all_between = 0, awake_between = 0;
  for (const KindPower& kind : powers) {
    const double asleep =
        figure(full, fmt::format("gaps.{}.{}.asleep_percent", kind.kind, *gaps)).value_or(0) / 100;
    all += kind.at_full, awake += kind.at_full * (1 - asleep);
    if (!kind.of_hosts) all_between += kind.at_full, awake_between += kind.at_full * (1 - asleep);
  }
  PolicyPoint point{.policy = "hints from the job: awake for every packet", .of_full = {}};
  point.verdict_text = "computed", point.run_time_increase = 0;
  point.mean_increase_ps = point.p99_increase_ps = point.message_increase_ps = 0;
  point.job_energy = awake / all;
  if (all_between > 0) point.job_energy_between_switches = awake_between / all_between;
  return point;
}

}  // namespace ebb::inline study
