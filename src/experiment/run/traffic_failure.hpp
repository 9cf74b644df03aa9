// Whether a run's traffic was played as it should be, on all ranks.
#pragma once

#include "engine/exchange/exchange.hpp"
#include "traffic/may_fail.hpp"

namespace ebb::inline experiment {

/// Returns what broke the traffic of this rank or of another. All ranks call it and get the same; null: one
/// rank.
Problems traffic_failure(const Traffic& traffic, Exchange* exchange);

}  // namespace ebb::inline experiment
