// Whether a run is in a steady state: where its warm-up ends, whether all its slow processes have ticked
// often enough, and whether the reported figures stay the same. verdict.hpp describes the rules.
#pragma once

#include <span>
#include <string>

#include "base/units.hpp"
#include "statistics/batch_sums.hpp"
#include "statistics/judgement.hpp"

namespace ebb::inline statistics {

struct WarmUp {
  std::size_t end = 0;  ///< the first batch after the warm-up
  Lack unsettled;       ///< what has not converged, and why
};

/// Finds the end of the warm-up of the first `end` batches: when all reported figures have converged.
WarmUp warm_up_of(const BatchSeries& series, std::size_t end, const Wanted& wanted,
                  std::span<const Watched> watched);

/// Names the slowest clock when it has not ticked often enough in the measured time.
Lack too_few_ticks(const Judgement& judgement, const Wanted& wanted);

/// Returns what keeps the measured batches from being steady.
Lack not_steady(const BatchSeries& series, const Judgement& judgement, const Wanted& wanted,
                std::span<const Watched> watched, const Estimate& latency);

/// Returns how often the slowest clock has ticked, as text after the measured time: " (537 time constants of
/// the policy, 20 us each)". Empty when there is none.
std::string ticks_text(const Judgement& judgement, const Wanted& wanted);

/// "4.2 %"
std::string percent_of(double part, double whole);

}  // namespace ebb::inline statistics
