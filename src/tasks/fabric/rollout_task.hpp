// `ebb fabric deploy` and `rollback` as functions: bring a file's tables onto real switches while traffic
// flows, or return to what the switches held before.
#pragma once

#include <chrono>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "fabric/rollout/rollout.hpp"
#include "tasks/fabric/fabric_session.hpp"

namespace ebb::inline tasks {

struct RolloutOptions {
  std::chrono::milliseconds drain{1'000};  ///< the longest time of a frame in the network
  bool probes = true;                      ///< compare the cables with the plan before the first change
  bool new_addresses = false;              ///< deploy even if hosts get other addresses than they have
};

struct RolloutDone {
  RolloutOutcome outcome = RolloutOutcome::nothing_to_do;
  /// Not empty: nothing was loaded, because hosts would get other addresses. `new_addresses` permits it.
  Problems refused = {};
};

/// Loads the session's tables, or finishes an unfinished rollout. When it returns problems, the switches
/// forward as before, unless the problems report that both versions are live; then call it again.
Result<RolloutDone> deploy_fabric(FabricSession& session, const RolloutOptions& options);

/// Reverts an unfinished rollout; otherwise returns to the tables before the last one.
Result<RolloutDone> roll_fabric_back(FabricSession& session, const RolloutOptions& options);

}  // namespace ebb::inline tasks
