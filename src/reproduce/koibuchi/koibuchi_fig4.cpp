// Koibuchi, Figure 4: HPL on 528 processes of 66 hosts, as links are switched off.
#include "base/problem.hpp"
#include "reproduce/koibuchi/koibuchi_jobs.hpp"

namespace ebb::inline reproduce {

Problems reproduce_koibuchi_fig4(Rows& rows, const Effort& effort) {
  const auto all = run_regulated(
      {{.kernel = "hpl", .processes = 528, .per_host = 8, .hosts = 66, .chosen_by_small_size = false}},
      effort);
  if (!all) return all.problems();
  const std::vector<RegulatedRun>& runs = all->front();
  add_regulated_rows(rows, runs);
  rows.add("saved", most_saved(runs, kept_percent));
  rows.add_statement("falls_gracefully", runs.back().performance_percent,
                     {.above = 50, .below = kept_percent},
                     "our HPL computes for most of its time, and the fewest links delay it by less than 1 %; "
                     "ours has one network card per host, the paper's two");
  return {};
}

}  // namespace ebb::inline reproduce
