// The contents of the switches before, during and after a rollout, as plain data. It is symmetric: a rollback
// is the same transition with its two sides exchanged.
//
// No frame is lost or loops, for these reasons. Rules of the two sides are in separate tables and match their
// own tag, so a tagged frame is forwarded by one side alone. `both_before` adds a side that no frame uses
// yet. The first edge rule changes only after every switch holds both sides, and it changes atomically for a
// port. The old rules are removed only when no frame with the old tag is left.
#pragma once

#include <string_view>
#include <vector>

#include "fabric/driver.hpp"

namespace ebb::inline fabric {

enum class RolloutStage : std::uint8_t {
  both_before,  ///< both sides on every switch; the edges use the side before
  both_after,   ///< both sides on every switch; the edges use the side after
  after         ///< the side after alone
};

struct TableTransition {
  std::vector<SwitchProgram> before, after;  ///< one per switch, in the same order

  SwitchProgram wanted(RolloutStage stage, std::size_t s) const;
  TableTransition turned() const { return {after, before}; }
};

/// All our rules and groups on the switch, in canonical order. A group is ours by its number.
SwitchProgram ours(const SwitchState& state, const std::string& name);
bool is_our_group(const FlowGroup& group);
void sort_program(SwitchProgram& program);
/// The program must be sorted.
bool is_in(const FlowRule& rule, const SwitchProgram& program);

/// The changes that turn our rules on a switch into the wanted ones, in a valid order: groups are added
/// before the rules that use them, and removed after them. Foreign rules are not touched.
std::vector<SwitchChange> changes_to(const SwitchProgram& wanted, const SwitchState& state);

}  // namespace ebb::inline fabric
