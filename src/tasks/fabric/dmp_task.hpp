// `ebb dmp` as a function: a host requests its address from its switch.
#pragma once

#include "base/result.hpp"
#include "fabric/dmp/dmp_client.hpp"

namespace ebb::inline tasks {

struct DmpOptions {
  DmpSettings settings;
  bool only_ask = false;  ///< report the switch's answer, and change nothing
};

/// Drops all capabilities of this process that it does not need, permanently.
Result<DmpOutcome> request_address(const DmpOptions& options);

}  // namespace ebb::inline tasks
