// `ebb fabric verify` as a function: probes through the tables of real switches, counters compared.
#pragma once

#include "base/result.hpp"
#include "fabric/rollout/verify.hpp"
#include "tasks/fabric/fabric_session.hpp"

namespace ebb::inline tasks {

/// Sends probes between at most `most_pairs` pairs of hosts. Problems when a switch does not hold the
/// session's tables, or when a rule counted fewer frames than the tables predict.
Result<VerifyReport> verify_fabric(FabricSession& session, std::uint64_t most_pairs);

}  // namespace ebb::inline tasks
