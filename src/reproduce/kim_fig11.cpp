// Kim, Figure 11: DVS and DLS as technology goes from 180 to 70 nm, where buffers leak and those that are
// empty sleep.
#include <fmt/core.h>

#include "reproduce/kim_experiment.hpp"

namespace ebb::inline reproduce {
namespace {

constexpr std::array<int, 5> loads{20, 30, 40, 50, 60};

/// Energy of a run with DLS over that of the same with DVS; buffers sleep.
double dls_over_dvs(const KimResult& dls, const KimResult& dvs, KimEnergy KimResult::*technology) {
  return dls.nanojoules_per_packet(dls.*technology, true) / dvs.nanojoules_per_packet(dvs.*technology, true);
}

/// Returns the load at which DLS draws as much as DVS, between two loads that were run; 0 when there is none.
double crossing(const std::vector<double>& ratios) {
  for (std::size_t i = 1; i < ratios.size(); ++i)
    if (ratios[i - 1] > 1 && ratios[i] <= 1)
      return loads[i - 1] + (loads[i] - loads[i - 1]) * (ratios[i - 1] - 1) / (ratios[i - 1] - ratios[i]);
  return 0;
}

}  // namespace

Problems reproduce_kim_fig11(Rows& rows, const Effort& effort) {
  std::vector<KimPoint> points;
  for (const char* id : {"dvs_adaptive", "dls"})
    for (const int load : loads) points.push_back({.of = id, .load = load / 100.0});
  const auto results = run_kim(points, effort);
  if (!results) return results.problems();
  std::vector<double> small;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const KimResult &dvs = (*results)[i], &dls = (*results)[loads.size() + i];
    small.push_back(dls_over_dvs(dls, dvs, &KimResult::nm70));
    const auto add = [&](const char* id, const char* what, const char* unit, double value) {
      rows.add_unprinted(fmt::format("{}.{}", loads[i], id), fmt::format("load {} %: {}", loads[i], what),
                         unit, value);
    };
    add("nm180", "energy with DLS over that with DVS, 180 nm", "", dls_over_dvs(dls, dvs, &KimResult::nm180));
    add("nm70", "energy with DLS over that with DVS, 70 nm, sleeping buffers", "", small.back());
    add("dvs_cells", "cells powered with DVS", "cells", dvs.cells_powered);
    add("dls_cells", "cells powered with DLS", "cells", dls.cells_powered);
  }
  const KimResult &dvs50 = (*results)[3], &dls50 = (*results)[loads.size() + 3];
  const double low = dls_over_dvs((*results)[loads.size()], (*results)[0], &KimResult::nm180);
  rows.add_statement("dvs_better_at_180nm", low, {.above = 1});
  const double cross = crossing(small);
  rows.add_statement("crossing", cross, {.above = 40, .below = 50, .printed = true},
                     cross > 0 ? ""
                               : "there is none between 20 and 60 % of the load: DVS keeps few more cells "
                                 "in use than DLS, whose detours fill as many");
  rows.add("dls_cells_50", dls50.cells_powered,
           fmt::format("ours has {:.0f} cells in all; how many the paper's has is not known", dls50.cells));
  rows.add("dvs_cells_50", dvs50.cells_powered, "see the row before");
  rows.add("cells_ratio_50", dvs50.cells_powered / dls50.cells_powered,
           "of ours one cell of each buffer is always powered, whatever passes");
  return {};
}

}  // namespace ebb::inline reproduce
