// Whether a run has settled: where its warm-up ends, whether everything in it has had time to happen, and
// whether what is reported stays the same. verdict.hpp says how it is decided.
#pragma once

#include <span>
#include <string>

#include "statistics/batch_sums.hpp"
#include "statistics/judgement.hpp"

namespace ebb::inline statistics {

struct WarmUp {
  std::size_t end = 0;  ///< the first batch after it
  Lack unsettled;       ///< what is still on its way, and why
};

/// Finds where the warm-up of the first `end` batches is over: when everything that is reported has settled.
WarmUp warm_up_of(const BatchSeries& series, std::size_t end, const Wanted& wanted,
                  std::span<const Watched> watched);

/// Names the slowest clock when it has not ticked often enough in the measured time.
Lack too_few_ticks(const Judgement& judgement, const Wanted& wanted);

/// Returns what keeps the measured batches from being steady.
Lack not_steady(const BatchSeries& series, const Judgement& judgement, const Wanted& wanted,
                std::span<const Watched> watched, const Estimate& latency);

/// Returns how often the slowest clock has ticked, to be put after the measured time: " (537 time constants
/// of the policy, 20 us each)". Empty when there is none.
std::string ticks_text(const Judgement& judgement, const Wanted& wanted);

/// Three digits: "24.6 ms".
std::string time_text(Picoseconds time);

/// "4.2 %"
std::string percent_of(double part, double whole);

}  // namespace ebb::inline statistics
