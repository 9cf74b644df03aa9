// Steps of the search: what DLS shuts down, when, and what a packet does then.
#include <fmt/core.h>

#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "reproduce/kim/kim_off_runs.hpp"
#include "reproduce/kim/kim_search_steps.hpp"

namespace ebb::inline reproduce {
namespace {

struct DlsCandidate {
  KimMachine machine;
  std::string what;
};

/// Every reading of link shutdown, with windows from one packet on a link to that of DVS. A T_max of 2 is
/// more than two full links, so that only connectivity keeps links on.
std::vector<DlsCandidate> dls_candidates(const KimMachine& start) {
  std::vector<DlsCandidate> all;
  for (const OffReading& reading : off_readings(start))
    for (const Picoseconds window : {20_us, 80_us, 320_us, 1'280_us})
      for (const double t_max : {0.1, 0.5, 2.0}) {
        KimMachine m = reading.machine;
        m.off_window = window, m.t_max = t_max;
        all.push_back(
            {m, fmt::format("{}, window {}, t_max {}", reading.name, quantity_text(window), t_max)});
      }
  return all;
}

double power_of_links(const KimResult& result) { return result.nm180.links_j / result.seconds; }

}  // namespace

/// By the latency that DLS adds at 20 %, and by the links that are off together with DVS. What it saves, and
/// the mesh, are no part of the cost.
Result<KimStep> dls_step(const KimMachine& start, const KimAims& aims, const Effort& effort) {
  KimStep step{"dls",
               "what DLS shuts down",
               {"DLS, 20 %: latency added", "DVS and DLS: fall of the share of links off, 20 to 60 %",
                "DLS, 20 %: energy of the links saved"},
               {},
               0,
               0};
  const std::vector<DlsCandidate> candidates = dls_candidates(start);
  std::vector<KimMachine> machines;
  for (const DlsCandidate& one : candidates) machines.push_back(one.machine);
  const auto results =
      run_cases(machines, {{"adaptive", 0.2}, {"dls", 0.2}, {"both", 0.2}, {"both", 0.6}}, effort);
  if (!results) return results.problems();
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::vector<KimResult>& r = (*results)[i];
    const double more = more_percent(r[1].latency_us, r[0].latency_us),
                 falls = 100 * (r[2].off_share - r[3].off_share),
                 saved = -more_percent(power_of_links(r[1]), power_of_links(r[0]));
    step.best.push_back({candidates[i].machine,
                         distance(more, aims.dls20_latency) + distance(falls, aims.off_falls),
                         candidates[i].what,
                         {more, falls, saved}});
  }
  sort_by_cost(step.best);
  step.candidates = candidates.size(), step.runs = 4 * candidates.size();
  return step;
}

}  // namespace ebb::inline reproduce
