// What a planned network's ports can do besides full rate, and a run file of a small network with these
// ports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/settings.hpp"
#include "planner/plan_input.hpp"
#include "study/compare/policy_cases.hpp"

namespace ebb::inline tasks {

/// The largest network that is simulated as it is, and the size of the small one instead of a larger one.
inline constexpr std::int64_t most_sleep_hosts = 144;

struct SleepSetup {
  std::string nothing;  ///< why no policy has a choice; then the rest is empty
  PlanInput plan;
  Configuration file;                ///< a run without a policy and a load
  std::vector<PolicyCase> policies;  ///< full rate first
  std::vector<BitsPerSecond> levels;
  std::string network;  ///< the simulated one, in words
  Picoseconds change{}, epoch{};
  std::string change_from;
};

Result<SleepSetup> sleep_setup(const std::string& file, const Settings& settings);

/// The run of one policy at a load with a seed.
Configuration sleep_run(const SleepSetup& setup, const PolicyCase& policy, double load, std::int64_t seed);

/// The warm-up and the measured time of these runs.
Picoseconds sleep_warm_up(const SleepSetup& setup);
Picoseconds sleep_measured(const SleepSetup& setup);

}  // namespace ebb::inline tasks
