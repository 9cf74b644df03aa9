// Koibuchi, Figure 4: HPL on 528 processes of 66 hosts, as links are switched off.
#include "base/problem.hpp"
#include "reproduce/koibuchi/koibuchi_jobs.hpp"
#include "traffic/kernels/kernel_list.hpp"

namespace ebb::inline reproduce {

namespace {

constexpr std::uint32_t processes = 528;
/// Four operations in a cycle of 2.3 GHz.
constexpr double peak_flops = processes * 4 * 2.3e9;

/// R_max of the whole program from the panels that were simulated, with all links. A quick run has a smaller
/// matrix.
void add_performance(Rows& rows, double simulated_s, const Effort& effort) {
  const Kernel& hpl = **find_kernel("hpl");
  const double order = 234'960, operations = 2.0 / 3 * order * order * order + 1.5 * order * order;
  const double flops = operations / (simulated_s * whole_iterations(hpl, 'C') / hpl.iterations);
  const char* why = "our HPL has no look-ahead: a panel is factored and passed on while others wait";
  if (effort.quick) {
    rows.add_smaller("rmax", flops / 1e12, "a quick run has a smaller matrix");
    return rows.add_smaller("rmax_share", 100 * flops / peak_flops, "a quick run has a smaller matrix");
  }
  rows.add("rmax", flops / 1e12, why);
  rows.add("rmax_share", 100 * flops / peak_flops, why);
}

}  // namespace

Problems reproduce_koibuchi_fig4(Rows& rows, const Effort& effort) {
  const auto all = run_regulated({{.kernel = "hpl",
                                   .processes = processes,
                                   .per_host = 8,
                                   .hosts = 66,
                                   .interfaces = 2,
                                   .chosen_by_small_size = false}},
                                 effort);
  if (!all) return all.problems();
  const std::vector<RegulatedRun>& runs = all->front();
  add_regulated_rows(rows, runs);
  rows.add("saved", most_saved(runs, kept_percent));
  rows.add_statement("falls_gracefully", runs.back().performance_percent,
                     {.above = 50, .below = kept_percent},
                     "our HPL computes for most of its time, and the fewest links delay it by less than 1 %");
  add_performance(rows, runs.front().run_time_s, effort);
  return {};
}

}  // namespace ebb::inline reproduce
