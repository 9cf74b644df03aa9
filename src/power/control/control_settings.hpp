// How channels are controlled: which rates they have, who decides, when, and what a change costs.
#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "power/policy/policy.hpp"

namespace ebb::inline power {

/// What a routing is told of a channel whose rate is about to change (the patent's alternatives).
enum class Transition : std::uint8_t {
  leave,    ///< nothing: it stays among the legal ports
  avoid,    ///< while it is silent, every other legal port comes first
  drain,    ///< and from the decision on: what is queued leaves before the change begins
  by_time,  ///< leave it when the change is short, drain it when it is long
};
constexpr auto names_of(Transition) {
  return std::array<std::string_view, 4>{"leave", "avoid", "drain", "by_time"};
}

struct ControlSettings {
  RateLevels levels;  ///< of the fastest channels; others have the same shares of their own full rate
  const Policy* policy = nullptr;         ///< null: all stay at full rate
  Picoseconds epoch{};                    ///< between two questions, unless the policy wants it otherwise
  std::vector<Picoseconds> reactivation;  ///< from rung a to rung b: [a * rungs + b]
  std::size_t first_level = 0;            ///< at the start of the run
  bool paired = false;     ///< both directions of a cable have the rate that the busier one wants
  bool staggered = false;  ///< cables have the ends of their epochs at different times
  Transition transition = Transition::leave;
  Picoseconds drain_above = 2_us;  ///< by_time: changes that are longer than this

  /// Channels of one rate that nobody controls.
  explicit ControlSettings(BitsPerSecond rate) : levels({rate}), reactivation(1) {}
  ControlSettings(RateLevels rates, const Policy& who, Picoseconds when, Picoseconds change)
      : levels(std::move(rates)),
        policy(&who),
        epoch(when),
        reactivation(levels.size() * levels.size(), change),
        first_level(levels.size() - 1) {}

  Picoseconds change_time(std::size_t from, std::size_t to) const {
    return reactivation[from * levels.size() + to];
  }
};

}  // namespace ebb::inline power
