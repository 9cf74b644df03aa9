// The records of a journal as JSON and back.
#pragma once

#include <nlohmann/json.hpp>

#include "fabric/rollout/rollout_record.hpp"

namespace ebb::inline fabric {

nlohmann::json begin_record(const RolloutAbout& about, const Transition& sides);

/// Adds what a record says to what is known; false when it says nothing that can be.
bool take_record(const nlohmann::json& record, std::vector<RolloutRecord>& rollouts);

/// From here the rollout goes back. Only for one that has come further than `begun`.
void turn_round(RolloutRecord& rollout);
void move_to(RolloutRecord& rollout, RolloutStep step);

}  // namespace ebb::inline fabric
