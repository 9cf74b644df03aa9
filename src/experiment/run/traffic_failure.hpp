// Reports failures of a run's traffic, on all ranks.
#pragma once

#include "base/problem.hpp"
#include "engine/exchange/exchange.hpp"
#include "traffic/may_fail.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline experiment {

/// Returns what broke the traffic of this rank or another. Collective: all ranks get the same. A null
/// `exchange` means one rank.
Problems traffic_failure(const Traffic& traffic, Exchange* exchange);

}  // namespace ebb::inline experiment
