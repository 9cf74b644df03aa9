// One rollout as the journal knows it: who asked for it, its two sides, how far it has come.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fabric/rollout/transition.hpp"

namespace ebb::inline fabric {

/// Who asked for a rollout and what it is, for people.
struct RolloutAbout {
  std::string file;                    ///< the configuration
  std::string organisation;            ///< of its tables
  std::string when;                    ///< UTC
  std::uint32_t version = 0;           ///< in the cookies of the side after
  std::vector<std::string> addresses;  ///< MAC of each host in the side after

  bool operator==(const RolloutAbout&) const = default;
};

/// How far a rollout has come.
enum class RolloutStep : std::uint8_t {
  begun,     ///< switches may hold some of the side after; no edge stamps it
  flipping,  ///< all switches held both sides; edges may stamp either
  drained,   ///< no frame of the side before is left; its rules may be gone
  done,
  undone  ///< ended where it began
};
constexpr auto names_of(RolloutStep) {
  return std::array<std::string_view, 5>{"begun", "flipping", "drained", "done", "undone"};
}

struct RolloutRecord {
  RolloutAbout about;
  Transition sides;
  RolloutStep step = RolloutStep::begun;
  bool turned = false;  ///< it was turned round on the way; until it ends, `sides` are as they are now

  bool finished() const { return step == RolloutStep::done || step == RolloutStep::undone; }
};

}  // namespace ebb::inline fabric
