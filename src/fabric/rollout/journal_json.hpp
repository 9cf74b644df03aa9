// The records of a journal as JSON and back.
#pragma once

#include <nlohmann/json.hpp>

#include "fabric/rollout/rollout_record.hpp"

namespace ebb::inline fabric {

nlohmann::json begin_record(const RolloutAbout& about, const TableTransition& sides);

/// Applies a record to the known rollouts; false when the record is not valid.
bool take_record(const nlohmann::json& record, std::vector<RolloutRecord>& rollouts);

/// Reverses the direction of a rollout. Only for one that is past `begun`.
void turn_round(RolloutRecord& rollout);
void move_to(RolloutRecord& rollout, RolloutStep step);

}  // namespace ebb::inline fabric
