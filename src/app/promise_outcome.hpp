// What a policy has promised, and whether it was kept.
#pragma once

#include "network/promise_result.hpp"
#include "power/policy.hpp"

namespace ebb {

/// Nothing for a policy that promises nothing. `full` is the same run at full rate, where there was one.
std::optional<PromiseResult> promise_outcome(const Policy* policy, const std::optional<RunStatistics>& full,
                                             const RunStatistics& run);

}  // namespace ebb
