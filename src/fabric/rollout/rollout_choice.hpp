// Decides what a deploy or a rollback has to do, from the contents of the switches and the journal.
#pragma once

#include <functional>
#include <vector>

#include "base/problem.hpp"
#include "fabric/driver.hpp"
#include "fabric/rollout/journal.hpp"

namespace ebb::inline fabric {

/// The programs of all switches as rules of a version in a slot, in the order of the drivers.
using RolloutTarget = std::function<std::vector<SwitchProgram>(std::uint32_t version, std::uint32_t slot)>;

struct RolloutChoice {
  enum class Kind : std::uint8_t { same, repair, change, impossible };
  Kind kind = Kind::same;
  std::uint32_t version = 0;
  TableTransition sides;  ///< of a repair, only the side after
  RolloutAbout about;     ///< of a rollback
  Problem problem = {};
};

/// Nothing when every switch holds the target. A repair when each holds a part of it, as after a restart of a
/// switch. Otherwise a change to a new version in an unused slot.
RolloutChoice choose_rollout(const std::vector<SwitchState>& states,
                             const std::vector<SwitchDriver*>& switches, const Journal& journal,
                             const RolloutTarget& target);

RolloutChoice choose_rollback(const std::vector<SwitchState>& states,
                              const std::vector<SwitchDriver*>& switches, const Journal& journal);

}  // namespace ebb::inline fabric
