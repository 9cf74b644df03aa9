// What the switches hold before, during and after a rollout, as plain data. It is symmetric: going back is
// the same transition with its two sides exchanged.
//
// Why no frame is lost or goes round: rules of the two sides stand in tables of their own and look for their
// own tag, so a frame that carries a tag is forwarded by that side alone. `both_before` adds a side that
// nobody uses yet. Only when every switch holds both does the first edge rule change, and it changes for a
// port at once. Only when no frame with the old tag is left are the old rules removed.
#pragma once

#include <string_view>
#include <vector>

#include "fabric/driver.hpp"

namespace ebb::inline fabric {

enum class RolloutStage : std::uint8_t {
  both_before,  ///< both sides on every switch, the edges stamp the side before
  both_after,   ///< both sides on every switch, the edges stamp the side after
  after         ///< the side after alone
};

struct Transition {
  std::vector<SwitchProgram> before, after;  ///< one per switch, in the same order

  SwitchProgram wanted(RolloutStage stage, std::size_t s) const;
  Transition turned() const { return {after, before}; }
};

/// All of ours that the switch holds, in a canonical order. Groups are ours by their number.
SwitchProgram ours(const SwitchState& state, const std::string& name);
bool is_our_group(const FlowGroup& group);
void sort_program(SwitchProgram& program);
/// Of a sorted program.
bool is_in(const FlowRule& rule, const SwitchProgram& program);

/// The changes that make ours on a switch what is wanted, in an order in which each is allowed: groups before
/// the rules that use them, and out after them. Rules of others are not in it.
std::vector<SwitchChange> changes_to(const SwitchProgram& wanted, const SwitchState& state);

}  // namespace ebb::inline fabric
