// What sleep saves at most where a job announces its messages: its links are asleep in every gap that is
// longer than they take to wake, and awake for every packet, so the job takes no longer.
#pragma once

#include <optional>

#include "base/units.hpp"
#include "results/policy_comparison.hpp"
#include "store/stored_run.hpp"
#include "study/compare/over_seeds.hpp"

namespace ebb::inline study {

/// Computed from the gaps of the run at full rate, by classes (results/gap_result.hpp): exact for a wake time
/// at which one begins, and too high for others. The first of `others` that has rates gives those of each
/// kind of channel. Nothing where the run has no gaps, or nothing can sleep.
std::optional<PolicyPoint> hinted_point(const StoredRun& full, Picoseconds wake, const SeedGroup& others);

}  // namespace ebb::inline study
