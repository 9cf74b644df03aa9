// The watts of channels for a policy with a power limit: what each draws at each rate level, and what all may
// draw together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "network/network.hpp"
#include "power/control/power_budget.hpp"
#include "power/control/rate_levels.hpp"
#include "power/policy/power_limit.hpp"

namespace ebb::inline experiment {

/// `channels`: how many are controlled, by class of cable; the limit holds for them. The place of a problem
/// is the policy's setting.
Result<ChannelWatts> watts_within(const PowerLimit& limit, const RateLevels& levels, const Network& network,
                                  std::span<const std::int64_t> channels);

}  // namespace ebb::inline experiment
