// One rollout in the journal: its origin, its two sides, and its progress.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fabric/rollout/transition.hpp"

namespace ebb::inline fabric {

/// Origin and description of a rollout, for people.
struct RolloutAbout {
  std::string file;                    ///< the configuration
  std::string organisation;            ///< of its tables
  std::string when;                    ///< it began, in UTC; set by the rollout
  std::uint32_t version = 0;           ///< in the cookies of the side after
  std::vector<std::string> addresses;  ///< MAC of each host in the side after

  bool operator==(const RolloutAbout&) const = default;
};

/// Progress of a rollout.
enum class RolloutStep : std::uint8_t {
  begun,     ///< switches may hold some of the side after; no edge uses it
  flipping,  ///< all switches held both sides; edges may use either
  drained,   ///< no frame of the side before is left; its rules may already be removed
  done,
  undone  ///< ended in its initial state
};
constexpr auto names_of(RolloutStep) {
  return std::array<std::string_view, 5>{"begun", "flipping", "drained", "done", "undone"};
}

struct RolloutRecord {
  RolloutAbout about;
  TableTransition sides;
  RolloutStep step = RolloutStep::begun;
  bool turned = false;  ///< its direction was reversed; until it ends, `sides` are in the current direction

  bool finished() const { return step == RolloutStep::done || step == RolloutStep::undone; }
};

}  // namespace ebb::inline fabric
