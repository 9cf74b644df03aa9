#include "engine/run/run.hpp"

#include <algorithm>

#include "base/problem.hpp"
#include "engine/run/run_result.hpp"
#include "engine/run/stepper.hpp"
#include "power/control/policy_fault.hpp"

namespace ebb::inline engine {
namespace {

/// Returns the first rate that the policy requested although it is no level, or nothing. All ranks.
Problems policy_problems(const Simulation& sim) {
  const ControlState& control = sim.state().control;
  if (!control.settings.policy) return {};
  constexpr BadRate none{.at = {INT64_MAX}};
  BadRate first = none;
  for (const BadRate& bad : records_of_all(sim.exchange(), control.controller.bad_rate().value_or(none)))
    first = std::min(first, bad);
  if (first.at == none.at) return {};
  return {bad_rate_problem(*control.settings.policy, control.settings.levels, first)};
}

}  // namespace

Result<RunResult> run_to_verdict(Simulation& simulation, const RunSettings& settings, const RunHooks& hooks) {
  Stepper stepper(simulation, hooks);
  StopRule stop_rule(simulation, settings);
  for (;;) {
    stepper.run_in_slices_until(stop_rule.next_check());
    if (Problems bad = policy_problems(simulation); !bad.empty()) return bad;
    RunCheck check = stop_rule.check(stepper.records());
    if (check.ends) return run_result(simulation, check, stepper.records(), stepper.cpu());
    if (check.expected_end) stepper.expect_end(*check.expected_end);
  }
}

}  // namespace ebb::inline engine
