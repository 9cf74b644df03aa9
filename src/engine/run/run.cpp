#include "engine/run/run.hpp"

#include "base/problem.hpp"
#include "engine/run/check/policy_check.hpp"
#include "engine/run/run_result.hpp"
#include "engine/run/stepper.hpp"

namespace ebb::inline engine {

Result<RunResult> run(Simulation& simulation, const RunSettings& settings, const RunHooks& hooks) {
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
