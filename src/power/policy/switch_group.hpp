// Whole switches that sleep: what a policy sees of switches that can replace each other, and what it returns.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/units.hpp"

namespace ebb::inline power {

struct SwitchDecider;

/// How whole switches sleep, and how long they take to wake. 0: no time.
struct SwitchWakes {
  Picoseconds interval{};  ///< between two decisions
  Picoseconds median{}, p99{};
  double fails = 0;                        ///< share of wakes that are not over after `p99`, and are repeated
  const SwitchDecider* decider = nullptr;  ///< the policy itself
};

/// A group of switches of which any can carry the traffic of another.
struct SwitchGroupView {
  Picoseconds now{}, since{};  ///< since the last decision
  std::int64_t switches = 0;   ///< in the group
  std::int64_t carrying = 0;   ///< awake, and in use by all neighbours
  /// Traffic since the last decision, in switches: the largest share that one neighbour sent or received, of
  /// what its cables to one switch of the group carry.
  double load = 0;
};

/// What the policy stores for one group between two decisions.
struct SwitchGroupMemory {
  double level = 0, trend = 0;  ///< the smoothed load, and its growth from one decision to the next
  std::int64_t quiet = 0;       ///< decisions in a row that need fewer switches than carry
  std::int64_t seen = 0;        ///< decisions
  std::vector<double> day;      ///< the highest load at each time of a day
};

struct SwitchGroupDecision {
  std::int64_t awake = 0;  ///< how many should be awake; at least one always is
  std::string_view why;    ///< a constant, because it is kept
};

/// What a policy offers that lets whole switches sleep.
struct SwitchDecider {
  virtual ~SwitchDecider() = default;
  /// Returns how many switches of a group should be awake.
  virtual SwitchGroupDecision decide_switches(const SwitchGroupView& group, SwitchGroupMemory&) const = 0;
};

}  // namespace ebb::inline power
