#include "engine/run/stop_rule.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.hpp"
#include "engine/run/check/deadlock.hpp"
#include "engine/run/problem_lines.hpp"
#include "engine/run/watched.hpp"
#include "traffic/job/runs_job.hpp"

namespace ebb::inline engine {
namespace {

/// Returns the deadlock as problems, or none. All ranks.
Problems deadlock_problems(const Simulation& sim) {
  const std::vector<std::string> cycle = find_deadlock(sim);
  const FlowControl flow = sim.state().switches.flow.name;
  if (cycle.empty()) return {};
  return with_lines(
      {"",
       fmt::format("at {} these {} channels {} each other in a cycle, and nothing can move them (below)",
                   quantity_text(sim.now()), cycle.size(),
                   flow == FlowControl::credits ? "wait for" : "are paused because of"),
       flow == FlowControl::pause
           ? "\"pause\" stops all virtual channels of a port together, so they cannot keep packets apart: "
             "take \"pfc\", or a routing that `ebb check` proves with whole ports"
           : "the routing needs more virtual channels, or another routing is needed; `ebb check` looks for "
             "such cycles"},
      cycle);
}

}  // namespace

StopRule::StopRule(const Simulation& simulation, const RunSettings& settings)
    : sim_(simulation),
      settings_(settings),
      is_job_(is_job(simulation.state().traffic)),
      wanted_(wanted_of(simulation, settings.precision, settings.warm_up)) {}

Picoseconds StopRule::next_check() const {
  return waits_ ? settings_.least_time
                : std::min(settings_.most_time, ebb::next_check(sim_.now(), sim_.batch()));
}

bool StopRule::waits(bool finished) const {
  return finished && !is_job_ && sim_.now() < settings_.least_time;
}

RunCheck StopRule::check(const RunRecords& records) {
  RunCheck found{.counters = sim_.counters(), .batches = {}, .judgement = {}, .deadlock = {}};
  found.deadlock = deadlock_problems(sim_);
  const Counters& counters = found.counters;
  Judgement& judgement = found.judgement;
  const Picoseconds now = sim_.now();
  found.finished =
      counters.packets_delivered + counters.packets_dropped == counters.packets_made && sim_.idle() &&
      (!sim_.state().transport.in_use() || counters.messages_delivered == counters.messages_made);
  found.batches = records.batches(counters.batches);
  learn_clocks(wanted_, sim_, counters.packets_delivered);
  judgement = found.finished
                  ? judge_finished(counters.batches, is_job_, std::min(now, settings_.least_time))
                  : judge(counters.batches, now, wanted_,
                          watched_figures(sim_.state(), found.batches,
                                          records.changes(counters.batches, found.batches.size())));
  const bool given_up = now >= settings_.most_time;
  const bool enough = (judgement.done && !is_job_ && now >= settings_.least_time) || given_up;
  waits_ = waits(found.finished);
  const bool complete = enough || (found.finished && !waits_);
  found.ends = complete || sim_.stopped() || !found.deadlock.empty();
  if (!found.ends) {
    if (!is_job_)
      found.expected_end =
          std::clamp(guessed_end(judgement, now, sim_.batch()), settings_.least_time, settings_.most_time);
    return found;
  }
  if (!is_job_ && given_up) judge_given_up(judgement, now);
  if (!found.deadlock.empty()) judge_stuck(judgement, "deadlock: " + found.deadlock.front().what);
  found.partial = (sim_.stopped() && !complete) || !found.deadlock.empty();
  return found;
}

}  // namespace ebb::inline engine
