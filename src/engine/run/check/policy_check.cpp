#include "engine/run/check/policy_check.hpp"

#include <algorithm>

#include "power/control/policy_fault.hpp"

namespace ebb::inline engine {

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

}  // namespace ebb::inline engine
